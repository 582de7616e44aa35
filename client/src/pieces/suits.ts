// Torite's pieces: drawn for this project, CC0 1.0 (public domain).
import { both, ellipse, place, polygon } from "./path";

/** The suits' shapes, 20 high around the middle; told apart by outline alone, never by colour. */
export const SUITS: Record<string, string> = {
  S: both(
    "M0 -10.4C-2 -6 -9.6 -2.6 -9.6 3.2C-9.6 6 -7.6 7.8 -5.2 7.8C-3.2 7.8 -1.8 6.8 -1 5.2C-1.2 7.4 -2 9.2 -4.2 10.4L0 10.4Z",
  ),
  H: both("M0 10C-2 5.8 -10.2 2 -10.2 -4.2C-10.2 -7.6 -7.8 -9.6 -5.2 -9.6C-2.6 -9.6 -.8 -8 0 -5.4Z"),
  D: "M0 -11C2 -6.8 4.8 -3 8.4 0C4.8 3 2 6.8 0 11C-2 6.8 -4.8 3 -8.4 0C-4.8 -3 -2 -6.8 0 -11Z",
  C:
    ellipse(0, -5.4, 4.7) +
    ellipse(-5.5, 2.6, 4.7) +
    ellipse(5.5, 2.6, 4.7) +
    "M-1.5 -3L1.5 -3L2.6 .2L3 3.4L1.2 3.4C1.4 6.6 2.2 9 4.2 10.4L-4.2 10.4C-2.2 9 -1.4 6.6 -1.2 3.4L-3 3.4L-2.6 .2Z",
};

/** The suits as they are written. */
export const SIGNS: Record<string, string> = { C: "♣", S: "♠", H: "♥", D: "♦" };

/** A card as it is written: `♥Q` for HQ. */
export const written = (code: string): string => (SIGNS[code[0]] ?? code[0]) + code.slice(1);

export const STAR = polygon(10, [11, 4.7]);

const [LEFT, MIDDLE, RIGHT] = [32.5, 50, 67.5];
const HIGH = 27.5;
const LOW = 140 - HIGH;
const THIRD = (LOW - HIGH) / 3;
const QUARTER = (LOW - HIGH) / 4;

type Spot = readonly [x: number, y: number];
const pairAt = (y: number): Spot[] => [
  [LEFT, y],
  [RIGHT, y],
];
const four: Spot[] = [...pairAt(HIGH), ...pairAt(LOW)];
const six: Spot[] = [...four, ...pairAt(70)];
const eight: Spot[] = [...four, ...pairAt(HIGH + THIRD), ...pairAt(LOW - THIRD)];

/** Where tradition puts the pips of 2 to 10. */
const LAYOUT: Record<string, readonly Spot[]> = {
  "2": [
    [MIDDLE, HIGH],
    [MIDDLE, LOW],
  ],
  "3": [
    [MIDDLE, HIGH],
    [MIDDLE, 70],
    [MIDDLE, LOW],
  ],
  "4": four,
  "5": [...four, [MIDDLE, 70]],
  "6": six,
  "7": [...six, [MIDDLE, HIGH + QUARTER]],
  "8": [...six, [MIDDLE, HIGH + QUARTER], [MIDDLE, LOW - QUARTER]],
  "9": [...eight, [MIDDLE, 70]],
  "10": [...eight, [MIDDLE, HIGH + THIRD / 2], [MIDDLE, LOW - THIRD / 2]],
};

/** The pips of a rank as one path, those below the middle upside down; null for a rank without a layout. */
export function pips(suit: string, rank: string): string | null {
  const spots = LAYOUT[rank];
  const shape = SUITS[suit];
  if (!spots || !shape) return null;
  return spots.map(([x, y]) => place(shape, x, y, 0.98, y > 70 ? 180 : 0)).join("");
}
