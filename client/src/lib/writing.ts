/** A number with a minus that is as long as a plus; words stay as they are. */
export const written = (value: number | string): string =>
  typeof value === "number" ? String(value).replace("-", "−") : value;
