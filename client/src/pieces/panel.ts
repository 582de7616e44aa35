// Torite's pieces: drawn for this project, CC0 1.0 (public domain).
import { box, pair, place, ring } from "./path";
import { STAR } from "./suits";

/** The panel that every scene is drawn in, around the origin. */
export const FRAME = box(-42, -43, 84, 86, 4);

/** Small stars, each given as `x y size`. */
export const stars = (at: string): string =>
  at
    .split(",")
    .map((spot) => {
      const [x, y, size] = spot.trim().split(" ").map(Number) as [number, number, number];
      return place(STAR, x, y, size);
    })
    .join("");

/** Rays all round the origin. */
export const spokes = (times: number, from: number, to: number, turn = 0): string =>
  place(ring(`M0 ${-from}L0 ${-to}`, times), 0, 0, 1, turn);

/** A row of waves across the panel. */
export function swell(y: number, from = -38, to = 38): string {
  let d = `M${from} ${y}`;
  for (let x = from; x < to; x += 19)
    d += `C${x + 5} ${y - 5} ${x + 9} ${y - 5} ${x + 9.5} ${y}C${x + 12} ${y + 3} ${x + 16} ${y + 2} ${x + 19} ${y}`;
  return d;
}

/** Cuts of the graver, tapering inwards from both sides and long in the corners: a woodcut's shadow. */
export const cuts = (): string =>
  Array.from({ length: 25 }, (_, n) => {
    const y = -40.5 + n * 3.375;
    const cut = (jitter: number): string => {
      const long = 2 + 17 * (Math.abs(y) / 41) ** 2.2 + 3 * Math.sin(n * jitter);
      return long < 2 ? "" : `M${pair(-42, y - 0.9)}L${pair(-42 + long, y)}L${pair(-42, y + 0.9)}Z`;
    };
    return cut(2.3) + place(cut(3.7), 0, 0, 1, 0, true);
  }).join("");
