import { region } from "./days";

/** A number with so many decimals, as it is written where the reader is, its minus as long as a plus. */
export const decimal = (value: number, digits = 1, signed = false): string =>
  new Intl.NumberFormat(region(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: signed ? "exceptZero" : "negative",
  })
    .format(value)
    .replace("-", "−");
