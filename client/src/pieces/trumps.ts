// Torite's pieces: drawn for this project, CC0 1.0 (public domain).
import { faceOf, outlined, robe } from "./courts";
import { WEIGHT, write } from "./glyphs";
import { cuts, FRAME } from "./panel";
import { both, box, ellipse, place, placed, type Shape } from "./path";
import { LIFE } from "./scenes-of-life";
import { WORLD } from "./scenes-of-the-world";
import { STAR, SUITS } from "./suits";

const SCENES = [...LIFE, ...WORLD];

/** The one that stands outside the trumps: a player with her lute, in the courts' manner. */
function lutist(): Shape[] {
  const weave = STAR;
  const cap =
    "M-12 -48C-22 -58 -30 -50 -31 -38C-25 -45 -18 -44 -14 -41L-10.6 -49C-5 -51.6 5 -51.6 10.6 -49L14 -41C18 -44 25 -45 31 -38C30 -50 22 -58 12 -48C12 -58 4 -62 0 -64C-4 -62 -12 -58 -12 -48Z";
  const lute: Shape[] = [
    ...outlined("paper", box(-2.4, -40, 4.8, 34, 1)),
    ...outlined("second", "M-4.4 -39L4.4 -39L9 -50L2 -52Z", 1.3),
    ["ink", "M-6 -42L-2 -42M7 -46L11 -45M-4.6 -47L0 -47", 1.4],
    ...outlined("second", "M0 -14C12 -10 17 2 15 11C13 19 6 22 0 22C-6 22 -13 19 -15 11C-17 2 -12 -10 0 -14Z"),
    ...outlined("paper", ellipse(0, 2, 4.6), 1.3),
    ["paper", "M-7 15L7 15", 2.2],
    ["ink", "M-1.2 -38L-1.2 15M1.2 -38L1.2 15", 0.8],
  ];
  return [
    ...robe(34, { weave: place(weave, 0, 0, 0.28), hair: "ink", looks: 1 }, 21),
    ...outlined(
      "ink",
      "M-10 -50C-15 -44 -14 -36 -13 -32C-11 -29 -8 -30 -7 -33L7 -33C8 -30 11 -29 13 -32C14 -36 15 -44 10 -50Z",
    ),
    ...outlined("paper", both("M0 -19L-4 -24L-9 -19L-13 -25L-19 -22L-18 -28L-8 -31L0 -30Z"), 1.2),
    ...faceOf(-41, 0.8),
    ...outlined("second", cap),
    ["paper", "M0 -60C-3 -57 -4 -54 -4 -52M0 -60C3 -57 4 -54 4 -52", 1.1],
    ...[ellipse(-31, -35, 2.8), ellipse(31, -35, 2.8), ellipse(0, -65, 2.8)].flatMap((bell) =>
      outlined("paper", bell, 1.2),
    ),
    ...placed(lute, -7, -15, 0.8, 62),
    ...outlined("paper", "M10 -27C12 -30 18 -29 19 -26C20 -23 18 -19 15 -19C12 -19 9 -23 10 -27Z", 1.3),
    ["ink", "M11 -25L16 -27M11.6 -22.4L17.4 -24.4", 0.9],
    ...outlined("paper", "M-20 -16C-17 -20 -11 -20 -9 -17C-8 -15 -11 -14 -12 -11C-14 -8 -19 -9 -20 -16Z", 1.3),
  ];
}

/**
 * A trump of the tarot pack, or the Excuse as 0: its number in both ends of a cartouche, above a scene.
 * The three honours, 1, 21 and the Excuse, have a cartouche in ink.
 */
export function trump(number: number, compact: boolean): Shape[] {
  const honour = number === 0 || number === 1 || number === 21;
  const tall = compact ? 42 : 33;
  // As far left as it may be: in a fan of many cards no more is seen.
  const x = compact ? 23.5 : 21.5;
  const scale = compact ? 1.45 : 1.05;
  const top = 6 + tall / 2 - 10 * scale;
  const numeral = (at: number): string => write(String(number), at, top, scale, compact ? 31 : 27);
  const star = (at: number): string => place(STAR, at, 6 + tall / 2, compact ? 1.4 : 1.05);
  const scene = number ? (SCENES[number - 1] as () => Shape[])() : placed(lutist(), 0, 42.6, 1.22);
  const ornament = honour ? place(STAR, 50, 22.5, 0.5) : place(SUITS.D as string, 50, 22.5, 0.36);
  const panel: Shape[] = [...scene, ["ink", FRAME, 1.7]];
  return [
    [honour ? "ink" : "second", box(6, 6, 88, tall, 5)],
    number ? ["paper", numeral(x) + numeral(100 - x), WEIGHT * scale] : ["paper", star(x) + star(100 - x)],
    ...(compact
      ? placed(panel, 50, 92.5, 0.97)
      : [["paper", ornament] as Shape, ...placed([["second", cuts()], ...panel], 50, 88, 1.047)]),
  ];
}
