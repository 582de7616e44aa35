import { language, say } from "./words.svelte";

/** A number with so many decimals, as sentences of the reader's language have it, its minus as long as a plus. */
export const decimal = (value: number, digits = 1, signed = false, least = digits): string =>
  new Intl.NumberFormat(language(), {
    minimumFractionDigits: least,
    maximumFractionDigits: digits,
    signDisplay: signed ? "exceptZero" : "negative",
  })
    .format(value)
    .replace("-", "−");

/** A number with a decimal where it is no whole one. */
export const number = (value: number): string => decimal(value, 1, false, 0);

/** What is so many per cent, in words or figures. */
export const perCent = (text: string): string => say("number.per_cent", { n: text });
