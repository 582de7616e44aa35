// Torite's pieces: drawn for this project, CC0 1.0 (public domain).
import { both, box, dot, ellipse, pair, place, placed, ring, type Shape } from "./path";
import { SUITS } from "./suits";

/**
 * Half figures stand on y = 0, the middle of a double-ended card, and reach up to about y = -63.
 * Ranks differ by silhouette, suits by pattern, hair, crown, weapon, flower and the way they look.
 */
export type Rank = "king" | "queen" | "knight" | "jack";

export type Taste = {
  /** The mark woven into the robe, about 5 across. */
  weave: string;
  hair: "ink" | "paper" | "second";
  /** Which way the figure looks. */
  looks: 1 | -1;
};

const TASTES: Record<string, Taste> = {
  S: { weave: "M-3 .4L0 -2.6L3 .4L3 2.8L0 0L-3 2.8Z", hair: "ink", looks: 1 },
  H: { weave: ring(dot(0, -1.7, 1.35), 3), hair: "paper", looks: -1 },
  D: { weave: "M0 -3.2L2.2 0L0 3.2L-2.2 0Z", hair: "second", looks: 1 },
  C: { weave: dot(0, 0, 2.5) + place(dot(0, 0, 1.2), 0, 0, 1, 0, true), hair: "ink", looks: -1 },
};

const LINE = 1.5;

/** Fill a shape and draw its outline. */
export const outlined = (ink: Shape[0], d: string, width = LINE): Shape[] => [
  [ink, d],
  ["ink", d, width],
];

/** A court's half figure; `narrow` fits it to the small drawing, which has no room beside the head. */
export function half(rank: Rank, suit: string, narrow = false): Shape[] {
  const taste = TASTES[suit] ?? (TASTES.S as Taste);
  const reach = narrow ? 34 : 43;
  const shapes = FIGURES[rank](suit, taste, reach);
  return taste.looks < 0 ? placed(shapes, 0, 0, 1, 0, true) : shapes;
}

/** The robe from shoulder to belt, woven all over with the suit's mark. */
export function robe(reach: number, taste: Taste, slope: number): Shape[] {
  const top = -9 - slope;
  const d =
    `M${pair(-reach, 0)}L${pair(-reach, -9)}C${pair(-reach, -9 - slope * 0.6)} ${pair(-reach + 14, top + 1)} ${pair(-9, top)}` +
    `L${pair(9, top)}C${pair(reach - 14, top + 1)} ${pair(reach, -9 - slope * 0.6)} ${pair(reach, -9)}L${pair(reach, 0)}Z`;
  let woven = "";
  for (let row = 0, y = -9; y > top; row++, y -= 6.6)
    for (let x = row % 2 ? 4.2 : 0; x < reach; x += 8.4) {
      const out = Math.max(0, x - 9) / (reach - 12.5);
      const up = Math.max(0, -9 - y) / (slope - 4);
      if (out ** 1.8 + up ** 1.8 > 1) continue;
      woven += place(taste.weave, x, y);
      if (x) woven += place(taste.weave, -x, y);
    }
  const belt = box(-reach, -4, reach * 2, 4);
  let studs = "";
  for (let x = -reach + 3.5; x <= reach - 3; x += (2 * reach - 7) / 10) studs += dot(x, -2, 0.9);
  return [
    ["second", d],
    ["paper", woven],
    ["ink", d, LINE],
    ["paper", belt],
    ["ink", belt, 1.2],
    ["ink", studs],
  ];
}

/** A face that looks a little to the right: brow and nose in one line, as the old packs have it. */
export function faceOf(y: number, smile = 0): Shape[] {
  const outline = place("M-9.4 -4C-9.4 -16 9.4 -16 9.4 -4C9.4 4 5.6 11.6 0 11.6C-5.6 11.6 -9.4 4 -9.4 -4Z", 0, y);
  const lines =
    "M-6.2 -4.2C-5.2 -5.9 -3 -6 -1.6 -4.8M7 -4.4C6 -5.9 3.6 -6.2 2.4 -4.4C2.2 -1.6 2.8 .6 3.2 2.2C3 3.2 1.8 3.4 .8 3.1";
  const eyes = ellipse(-3.4, -2.4, 1.15, 1.3) + ellipse(5, -2.4, 1.05, 1.3);
  const lips = `M-1.6 ${6.6 - smile}C-.4 ${6.1} 0.6 ${6.1} 1.2 6.4C1.9 6.1 3 6.1 4 ${6.6 - smile}C3 8.3 -.4 8.3 -1.6 ${6.6 - smile}Z`;
  return [
    ...outlined("paper", outline),
    ["ink", place(lines, 0, y), 1.1],
    ["ink", place(eyes, 0, y)],
    ["suit", place(lips, 0, y)],
  ];
}

/** A hand closed around something upright, with its cuff. */
function hand(x: number, y: number): Shape[] {
  const fist = place("M-4.6 -3.4C-3 -5 3 -5 4.8 -3.4C5.8 -1 5.4 3 4 4.2L-4 4.2C-5.4 2.6 -5.6 -1.4 -4.6 -3.4Z", x, y);
  const fingers = place("M-1 -2L4.6 -2M-1 .2L5 .2M-1 2.3L4.8 2.3", x, y);
  const cuff = place("M-6 4.2L6 4.2L7.4 10L-7.4 10Z", x, y);
  return [...outlined("paper", cuff, 1.3), ...outlined("paper", fist, 1.3), ["ink", fingers, 0.8]];
}

function king(suit: string, taste: Taste, reach: number): Shape[] {
  const held = Math.min(22, reach - 13);
  const tip = reach > 40 ? -61 : -54;
  const blades: Record<string, string> = {
    S: `M${pair(-2.6, -20)}L${pair(-2.6, tip + 5)}L${pair(0, tip)}L${pair(2.6, tip + 5)}L${pair(2.6, -20)}Z`,
    H: `M${pair(-1.6, -20)}L${pair(-3.4, tip + 10)}L${pair(0, tip)}L${pair(3.4, tip + 10)}L${pair(1.6, -20)}Z`,
    D: `M${pair(-2, -20)}C${pair(-1, -36)} ${pair(-2, tip + 10)} ${pair(-6, tip)}C${pair(2, tip + 4)} ${pair(5, -38)} ${pair(2.4, -20)}Z`,
    C: `M${pair(-2.8, -20)}L${pair(-2.8, tip + 2)}C${pair(-1, tip - 1)} ${pair(1, tip - 1)} ${pair(2.8, tip + 2)}L${pair(2.8, -20)}Z`,
  };
  const blade = blades[suit] ?? (blades.S as string);
  const guard = box(-7, -21.4, 14, 3, 1.5);
  const sword = [...outlined("paper", blade, 1.3), ...outlined("second", guard, 1.2)];
  const beards: Record<string, string> = {
    S: "M-9.4 -42C-10 -34 -5 -28 0 -20C5 -28 10 -34 9.4 -42C7 -37 5 -37.6 1 -37.4C-3 -37.6 -7 -37 -9.4 -42Z",
    H: "M-9.4 -42C-13 -34 -11 -25 -6 -24C-3.4 -22 -1.4 -22.6 0 -22C1.4 -22.6 3.4 -22 6 -24C11 -25 13 -34 9.4 -42C7 -37 5 -37.6 1 -37.4C-3 -37.6 -7 -37 -9.4 -42Z",
    D: "M-9.4 -42C-10 -36 -8 -30 -6.4 -22C-4 -24 -2 -28 0 -29C2 -28 4 -24 6.4 -22C8 -30 10 -36 9.4 -42C7 -37 5 -37.6 1 -37.4C-3 -37.6 -7 -37 -9.4 -42Z",
    C: "M-9.4 -42C-10.4 -36 -9.6 -30 -8 -23L8 -23C9.6 -30 10.4 -36 9.4 -42C7 -37 5 -37.6 1 -37.4C-3 -37.6 -7 -37 -9.4 -42Z",
  };
  const beard = beards[suit] ?? (beards.S as string);
  const locks = both("M-8 -50C-14 -48 -12.6 -40 -13.6 -36C-14 -32.6 -12 -31 -9.6 -31.6C-7.4 -36 -8.4 -42 -8 -50Z");
  const strands = "M-4.4 -34C-5 -31 -4.4 -29 -3.4 -26.6M0 -32L0 -27M4.4 -34C5 -31 4.4 -29 3.4 -26.6";
  const cape = both("M0 -17C-10 -17 -20 -14 -27 -8.6C-30 -13 -31 -18 -29.6 -24C-22 -30 -12 -31 0 -31Z");
  const tails = both(
    ["-24 -15", "-17.6 -19", "-18.6 -25", "-11 -21.4", "-26 -20.4"]
      .map((at) => place("M0 -1.6L1 1.6L-1 1.6Z", ...xy(at)))
      .join(""),
  );
  const crown = "M-11 -49.4L-13.4 -60L-7.4 -55.4L0 -62L7.4 -55.4L13.4 -60L11 -49.4C6 -51 -6 -51 -11 -49.4Z";
  const gems = ["-13.6 -60.4", "13.6 -60.4", "0 -62"]
    .map((at) => place(SUITS[suit] as string, ...xy(at), 0.22))
    .join("");
  return [
    ...robe(reach, taste, 22),
    ...outlined("paper", cape),
    ["ink", tails],
    ...placed(sword, held, 0),
    ...hand(held, -13.6),
    ...outlined(taste.hair, locks),
    ...faceOf(-42),
    ...outlined(taste.hair, beard),
    [taste.hair === "paper" ? "ink" : "paper", strands, 0.9],
    ["suit", "M-1.4 -35.6C0 -34.6 2.6 -34.6 3.8 -35.6C3 -33.2 -.8 -33.2 -1.4 -35.6Z"],
    ...outlined("second", crown),
    ["paper", "M-10 -52.4C-5 -53.8 5 -53.8 10 -52.4", 1.1],
    ["suit", gems],
  ];
}

const xy = (at: string): [number, number] => at.split(" ").map(Number) as [number, number];

const FLOWERS: Record<string, string> = {
  S: "M0 7C-7 6 -8 -1 -6.6 -7.6L-3 -3.4L0 -8.6L3 -3.4L6.6 -7.6C8 -1 7 6 0 7Z",
  H: ring("M0 0C-7 -2 -6 -9 0 -8.6C6 -9 7 -2 0 0Z", 5),
  D: ring("M0 0C-3 -3 -3 -6 0 -9.6C3 -6 3 -3 0 0Z", 6),
  C: ring("M0 0C-2.6 -4 -2.6 -8 0 -8.6C2.6 -8 2.6 -4 0 0Z", 8),
};

function queen(suit: string, taste: Taste, reach: number): Shape[] {
  const held = -Math.min(22, reach - 13);
  const bloom = FLOWERS[suit] ?? (FLOWERS.S as string);
  const hairs: Record<string, string> = {
    S: "M0 -57C-12 -57 -14 -48 -13.4 -40C-13 -32 -17 -28 -18 -20L-8 -20L0 -44L8 -20L18 -20C17 -28 13 -32 13.4 -40C14 -48 12 -57 0 -57Z",
    H: "M0 -57C-13 -57 -15 -47 -14 -42C-18 -38 -14 -34 -16 -31C-18 -27 -14 -23 -10 -24L0 -44L10 -24C14 -23 18 -27 16 -31C14 -34 18 -38 14 -42C15 -47 13 -57 0 -57Z",
    D: "M0 -57C-12 -57 -13 -48 -12.6 -42L-15 -27C-15 -23 -9 -23 -9 -27L0 -44L9 -27C9 -23 15 -23 15 -27L12.6 -42C13 -48 12 -57 0 -57Z",
    C: "M0 -57C-11 -57 -13.4 -50 -13 -44C-20 -46 -21 -35 -14 -34.4C-12 -34 -9 -36 -9 -38L0 -44L9 -38C9 -36 12 -34 14 -34.4C21 -35 20 -46 13 -44C13.4 -50 11 -57 0 -57Z",
  };
  const neck = "M-4 -32L-4 -28C-8 -26.6 -13 -26 -16 -24L0 -10L16 -24C13 -26 8 -26.6 4 -28L4 -32Z";
  const ruff = both(
    "M0 -8.6L-2.6 -12L-6.4 -11.6L-7 -15.4L-11 -15.8L-11 -19.6L-15.4 -20.4L-15 -24.6L-19.4 -26L-14 -28C-12 -21 -6 -15 0 -12.6Z",
  );
  const tiara = "M-10 -51.6L-10.6 -57L-5.4 -54.6L0 -61L5.4 -54.6L10.6 -57L10 -51.6C5 -54 -5 -54 -10 -51.6Z";
  const fringe = "M-9.4 -44C-9 -52 -4 -54 0 -54C4 -54 9 -52 9.4 -44C7 -48 5 -50 0 -50.4C-5 -50 -7 -48 -9.4 -44Z";
  const leaf = "M0 -20C-7 -20 -9 -25 -9 -28C-4 -28 0 -25 0 -20Z";
  return [
    ...robe(reach, taste, 20),
    ...outlined(taste.hair, hairs[suit] ?? (hairs.S as string)),
    ...outlined("paper", neck, 1.2),
    ...outlined("paper", ruff, 1.2),
    ["suit", place(SUITS[suit] as string, 0, -19, 0.3)],
    ...faceOf(-42),
    ...outlined(taste.hair, fringe, 1.2),
    ...outlined("second", tiara, 1.3),
    ["suit", place(SUITS[suit] as string, 0, -60.6, 0.24)],
    ["ink", place("M0 -14L0 -36", held, 0), 1.6],
    ...outlined("second", place(leaf, held, 0), 1.1),
    ...outlined("second", place(leaf, held, 3, 1, 0, true), 1.1),
    ...outlined("second", place(bloom, held, -38, 0.86), 1.2),
    ...(suit === "S" ? [] : outlined("paper", ellipse(held, -38, 2), 1)),
    ...hand(held, -13.6),
  ];
}

function jack(suit: string, taste: Taste, reach: number): Shape[] {
  const held = Math.min(22, reach - 13);
  const tip = reach > 40 ? -54 : -48;
  const hair =
    "M-9.6 -52C-14 -48 -14 -38 -13 -33C-11 -31 -8 -32 -7 -34L7 -34C8 -32 11 -31 13 -33C14 -38 14 -48 9.6 -52Z";
  const collar = both("M0 -18L-9 -29.4L-17 -26L-14 -15.6L-4 -17Z");
  const caps: Record<string, string> = {
    S: "M-12 -48.6C-15 -58 -6 -62 2 -61C11 -60 15 -55 12 -48.6C6 -51 -6 -51 -12 -48.6Z",
    H: "M-12 -48.6C-20 -54 -14 -60 -4 -60C8 -62 18 -56 12 -48.6C6 -51 -6 -51 -12 -48.6Z",
    D: "M-16 -47.4C-11 -50 -10 -54 -9 -60L9 -60C10 -54 11 -50 16 -47.4C8 -51 -8 -51 -16 -47.4Z",
    C: "M-12 -48.6C-12 -54 -10 -58 -3 -59L6 -63L8 -57C12 -56 13 -52 12 -48.6C6 -51 -6 -51 -12 -48.6Z",
  };
  const plume =
    "M-8 -50C-14 -62 -27 -61 -28 -48C-28.4 -42 -26.4 -37 -23.4 -34C-24.4 -41 -22 -45 -18 -45.6C-14 -46 -10 -47 -8 -50Z";
  const barbs =
    "M-9 -50.4C-15 -55 -24 -55 -25 -41M-14 -53.4L-15.6 -57.4M-18.8 -53.2L-22.4 -56.4M-22.6 -50L-27 -51M-18.6 -53L-18 -47.4M-14 -53L-12.8 -48";
  const staff = box(-1.3, tip + 8, 2.6, -tip - 20, 1);
  return [
    ...robe(reach, taste, 21),
    ...outlined("paper", place(staff, held, 0), 1.1),
    ...outlined("suit", place(SUITS[suit] as string, held, tip + 3, 0.56), 1),
    ...hand(held, -13.6),
    ...outlined("paper", both("M0 -33L-4.4 -33L-4.4 -26L0 -22Z"), 1.1),
    ...outlined("paper", collar, 1.3),
    ["ink", ellipse(0, -14, 1.2) + ellipse(0, -9, 1.2)],
    ...outlined(taste.hair, hair),
    ...faceOf(-41, 0.6),
    ...outlined("second", caps[suit] ?? (caps.S as string)),
    ["paper", "M-10.6 -51.4C-5 -53.4 5 -53.4 10.6 -51.4", 1.2],
    ...outlined("paper", plume, 1.3),
    ["ink", barbs, 0.9],
  ];
}

function knight(suit: string, taste: Taste, reach: number): Shape[] {
  const horse =
    "M-4 0C1 -14 3 -26 -4 -37C-8 -43 -13 -46 -17 -46.6L-17.6 -54L-22.4 -47.4C-26 -44 -28 -39 -29.6 -35L-36 -24.6C-37.6 -21 -36 -17.4 -33 -17.2C-30.4 -16.6 -28.6 -18 -26.6 -20.4C-24 -22 -21 -22.4 -18.6 -24.6C-18 -16 -25 -11 -27 0Z";
  const mane =
    "M-16.4 -49C-9 -49 -2 -43 1.4 -36L5 -36L3.6 -30.6L7.4 -28L4 -23.6L7 -19L2.6 -15.6L4.4 -10L0 -6L-1 0L-6 0C-1 -14 1 -26 -6 -36C-9 -42 -13 -45 -17.4 -45.6Z";
  const bridle =
    "M-29.8 -34.6C-27 -32 -26 -28 -26.6 -20.6M-22.4 -47C-20 -40 -19 -32 -18.6 -24.8M-27.4 -27C-24 -28 -21 -29 -19 -30M-26.6 -25C-16 -18 -2 -12 12 -10";
  const helm =
    "M-9.6 -42C-11 -56 -4 -59 0 -59C4 -59 11 -56 9.6 -42L7 -44C6 -50 4 -50.6 0 -50.6C-4 -50.6 -6 -50 -7 -44Z";
  const plume = "M0 -58C4 -66 18 -64 19 -52C19 -47 17 -43 14 -41C15 -48 11 -53 0 -58Z";
  const x = 14;
  return [
    ...robe(reach, taste, 18),
    ...outlined(taste.hair, place("M-9 -48C-13 -40 -11 -32 -9 -29L9 -29C11 -32 13 -40 9 -48Z", x - 1, 1)),
    ...placed(faceOf(-40), x - 1, -2, 0.9),
    ...placed(outlined("second", plume, 1.2), x - 1, 2, 0.85),
    ...placed(outlined("paper", helm), x - 1, 1, 0.95),
    ...outlined("second", mane, 1.2),
    ...outlined("paper", horse),
    ["ink", bridle, 1.2],
    ...placed(hand(0, 0), 13, -12, 0.8),
    ["ink", ellipse(-25, -37, 1.5, 1.3) + ellipse(-34, -21.6, 0.9)],
    ["suit", place(SUITS[suit] as string, -11, -9, 0.36)],
  ];
}

const FIGURES: Record<Rank, (suit: string, taste: Taste, reach: number) => Shape[]> = { king, queen, knight, jack };
