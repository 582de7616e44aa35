import encodeQR from "qr";

/** Light squares on every side, without which readers do not find it. */
const QUIET = 4;

/** Low correction makes the squares largest; nothing is dirty or torn on a screen. */
const CORRECTION = "low";

/** Write a text as a QR code: which squares are dark, row by row, with the light edge around them. */
export const squares = (text: string): boolean[][] => encodeQR(text, "raw", { ecc: CORRECTION, border: QUIET });

/** Draw dark squares as one path, a unit each. */
export const drawn = (rows: boolean[][]): string =>
  rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
