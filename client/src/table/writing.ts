/** A number with a minus that is as long as a plus. */
export const written = (value: number): string => String(value).replace("-", "−");
