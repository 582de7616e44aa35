// Torite's pieces: drawn for this project, CC0 1.0 (public domain).
import { WEIGHT, write } from "./glyphs";
import { box, ellipse, place, polygon, type Shape } from "./path";

/** Places of a three by three square, read as a book, that hold a pip for each count up to 9. */
const COUNTS = ["", "5", "19", "159", "1379", "13579", "134679", "1345679", "12346789", "123456789"];

/** Pips of one count around a centre, in one path. */
function dots(count: number, x: number, y: number, step: number, radius: number): string {
  let d = "";
  for (const spot of COUNTS[count] ?? "") {
    const n = Number(spot) - 1;
    d += ellipse(x + ((n % 3) - 1) * step, y + (Math.floor(n / 3) - 1) * step, radius);
  }
  return d;
}

/** A domino tile, upright, 100 by 196: the first number above, a brass pin in the middle. */
export function tile(above: number, below: number): Shape[] {
  const small = Math.max(above, below) > 6;
  const radius = small ? 8.5 : 10;
  return [
    ["ivory", box(0, 0, 100, 196, 13)],
    ["edge", box(0.8, 0.8, 98.4, 194.4, 12.4), 1.6],
    ["ink", "M14 98L86 98", 2.6],
    ["brass", ellipse(50, 98, 6.4)],
    ["edge", ellipse(50, 98, 6.4), 1.4],
    ["ink", dots(above, 50, 50, 26, radius) + dots(below, 50, 146, 26, radius)],
  ];
}

/** A tile lying on its face, with a star of petals carved into it. */
export function tileBack(): Shape[] {
  let petals = "";
  for (let n = 0; n < 8; n++) petals += place("M0 -6C-7 -16 -5 -26 0 -34C5 -26 7 -16 0 -6Z", 50, 98, 1, n * 45);
  return [
    ["ivory", box(0, 0, 100, 196, 13)],
    ["edge", box(0.8, 0.8, 98.4, 194.4, 12.4), 1.6],
    ["indigo", petals],
    ["indigo", box(10, 10, 80, 176, 8), 3],
  ];
}

/** A die of six faces, 100 square. */
export function die(face: number): Shape[] {
  return [
    ["ivory", box(0, 0, 100, 100, 20)],
    ["edge", box(0.8, 0.8, 98.4, 98.4, 19.4), 1.6],
    ["ink", dots(face, 50, 50, 26, face === 1 ? 13 : 10)],
  ];
}

/** A die under its cup. */
export function dieBack(): Shape[] {
  const waves = [30, 20, 10].map(
    (r) => `M${50 - r} 66C${50 - r} ${66 - r * 1.34} ${50 + r} ${66 - r * 1.34} ${50 + r} 66`,
  );
  return [
    ["indigo", box(0, 0, 100, 100, 20)],
    ["paper", waves.join(""), 4],
  ];
}

/** A die of twelve faces seen from above: a pentagon among five others, its number in the middle. */
export function solid(face: number): Shape[] {
  const outer = place(polygon(10, [49]), 50, 50);
  const inner = place(polygon(5, [36]), 50, 50);
  let ribs = "";
  for (let n = 0; n < 5; n++) ribs += place("M0 -36L0 -49", 50, 50, 1, n * 72);
  const text = String(face);
  const scale = text.length > 1 ? 1.5 : 1.7;
  return [
    ["ivory", outer],
    ["shade", place(polygon(10, [49, 49]), 50, 50) + inner],
    ["ivory", inner],
    ["ink", outer + inner + ribs, 2.2],
    ["ink", write(text, 50, 52 - 10 * scale, scale, 46), WEIGHT * scale],
    ...(text === "6" || text === "9" ? [["ink", "M42 76L58 76", 3.4] as Shape] : []),
  ];
}
