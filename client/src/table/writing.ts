/** A number with a minus that is as long as a plus. */
export const written = (value: number): string => String(value).replace("-", "−");

/** Sentences one after another, as a language sets them. */
export const together = (sentences: string[], language: string): string => sentences.join(language === "ja" ? "" : " ");
