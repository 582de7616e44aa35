// Torite's pieces: drawn for this project, CC0 1.0 (public domain).
import { place } from "./path";

/** Centre lines of the index, 20 high, with their widths: the same on every machine, whatever fonts it has. */
const GLYPHS: Record<string, readonly [width: number, d: string]> = {
  "0": [11, "M5.5 0C9.3 0 11 4 11 10C11 16 9.3 20 5.5 20C1.7 20 0 16 0 10C0 4 1.7 0 5.5 0Z"],
  "1": [5, "M0 4.2L5 0L5 20"],
  "2": [12, "M0 5.2C.4 2 2.8 0 6 0C9.6 0 12 2.2 12 5.4C12 8.6 9.4 10.8 6.6 13.2C3.8 15.6 1.2 17.4 0 20L12 20"],
  "3": [12, "M.8 0L11.4 0L5.6 7.8C9.6 7.6 12 10.2 12 13.8C12 17.6 9.4 20 6 20C2.8 20 .7 18.4 0 15.8"],
  "4": [13, "M9.4 20L9.4 0L0 14L13 14"],
  "5": [12, "M11 0L1.8 0L1 8.8C2.4 7.6 4 7 6 7C9.6 7 12 9.6 12 13.4C12 17.4 9.4 20 6 20C2.9 20 .7 18.5 0 16"],
  "6": [
    12,
    "M10 0C4 2 0 7 0 13.4C0 17.4 2.4 20 6 20C9.6 20 12 17.4 12 13.8C12 10.2 9.6 7.8 6.2 7.8C3.2 7.8 1 9.8 .2 12.4",
  ],
  "7": [12, "M0 0L12 0C8.4 6 5.6 12.6 4.6 20"],
  "8": [
    12,
    "M6 9.2C3 9.2 1 7.4 1 4.6C1 1.8 3 0 6 0C9 0 11 1.8 11 4.6C11 7.4 9 9.2 6 9.2C2.4 9.2 0 11.4 0 14.6C0 17.8 2.4 20 6 20C9.6 20 12 17.8 12 14.6C12 11.4 9.6 9.2 6 9.2Z",
  ],
  "9": [
    12,
    "M2 20C8 18 12 13 12 6.6C12 2.6 9.6 0 6 0C2.4 0 0 2.6 0 6.2C0 9.8 2.4 12.2 5.8 12.2C8.8 12.2 11 10.2 11.8 7.6",
  ],
  A: [13, "M0 20L6.5 0L13 20M2.4 13.4L10.6 13.4"],
  C: [12, "M12 4.6C11.2 1.6 9 0 6.4 0C2.4 0 0 4 0 10C0 16 2.4 20 6.4 20C9 20 11.2 18.4 12 15.4"],
  D: [12, "M0 0L4.6 0C9.4 0 12 3.8 12 10C12 16.2 9.4 20 4.6 20L0 20Z"],
  J: [11, "M4.4 0L11 0L11 14C11 18 8.8 20 5.4 20C2.4 20 .2 18.2 0 15"],
  K: [12, "M0 0L0 20M11.4 0L0 12.4M4.6 7.6L12 20"],
  Q: [13, "M6.5 0C10.6 0 13 4 13 10C13 16 10.6 20 6.5 20C2.4 20 0 16 0 10C0 4 2.4 0 6.5 0ZM7.4 13.6L13.4 21.4"],
  R: [12, "M0 20L0 0L6 0C9.6 0 11.6 2 11.6 5.3C11.6 8.6 9.6 10.6 6 10.6L0 10.6M6.4 10.6L12 20"],
  V: [13, "M0 0L6.5 20L13 0"],
};

const GAP = 5.4;

/** Weight of the index strokes at scale 1. */
export const WEIGHT = 3.5;

/** Tell whether the index can write this text. */
export const writable = (text: string): boolean => [...text].every((letter) => letter in GLYPHS);

/**
 * Write a rank as one stroked path, centred on x, its top at y.
 *
 * @param widest the text is squeezed sideways into this width, stroke included
 */
export function write(text: string, x: number, y: number, scale: number, widest = Infinity): string {
  const glyphs = [...text].map((letter) => GLYPHS[letter] ?? ([0, ""] as const));
  const natural = glyphs.reduce((sum, [width]) => sum + width, GAP * (glyphs.length - 1)) * scale;
  const squeeze = Math.min(1, (widest - WEIGHT * scale) / natural);
  let left = -natural / scale / 2;
  let d = "";
  for (const [width, glyph] of glyphs) {
    d += place(glyph, left, 0);
    left += width + GAP;
  }
  return d.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, a: string, b: string) =>
    place(`${Number(a) * squeeze} ${b}`, x, y, scale),
  );
}
