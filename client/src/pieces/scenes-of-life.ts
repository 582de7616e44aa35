// Torite's pieces: drawn for this project, CC0 1.0 (public domain).
import { outlined } from "./courts";
import { FRAME, stars, spokes, swell } from "./panel";
import { box, ellipse, both, place, ring, type Shape } from "./path";
import { STAR } from "./suits";

const folly = (): Shape[] => [
  ...outlined("paper", "M-7 -12C-10 -30 2 -38 15 -35C9 -30 9 -22 8 -12Z"),
  ...outlined("second", "M0 -14C-12 -24 -32 -22 -35 4C-28 -6 -21 -2 -20 16L0 16Z"),
  ...outlined("second", "M0 -14C12 -24 32 -22 35 4C28 -6 21 -2 20 16L0 16Z"),
  ...outlined("paper", "M0 -14C-7 -6 -9 6 -8 16L8 16C9 6 7 -6 0 -14Z"),
  ...outlined("paper", box(-22, 14, 44, 8, 3)),
  ["ink", both(ellipse(-14, 18, 1.4)) + ellipse(0, 18, 1.4) + both(ellipse(-7, 18, 1.4))],
  ...outlined("second", both("M0 22L-21 22L-17 34L-8.5 24L0 36Z"), 1.4),
  ...[
    ellipse(-35, 8, 4.2),
    ellipse(35, 8, 4.2),
    ellipse(18, -35, 4.2),
    ellipse(-17, 36, 2.8),
    ellipse(17, 36, 2.8),
  ].flatMap((bell) => outlined("paper", bell, 1.4)),
  ["ink", "M-37 9L-33 9M33 9L37 9M16.4 -34L19.8 -34", 1.2],
];

const top = (): Shape[] => [
  ["ink", "M-30 34C-20 38 -8 38 0 37M32 30C24 36 14 38 6 37M-36 28C-32 32 -30 33 -26 34", 1.3],
  ...outlined("paper", box(-2.6, -38, 5.2, 20, 1.6)),
  ...outlined("second", "M-29 -14C-27 4 -8 12 -4 28L0 36L4 28C8 12 27 4 29 -14Z"),
  ["paper", "M-25 -1C-12 6 12 6 25 -1M-16.4 8C-8 12 8 12 16.4 8M-9 16C-4 18 4 18 9 16", 2.2],
  ...outlined("paper", ellipse(0, -15, 29, 8.4)),
  ["ink", ellipse(0, -15.4, 19, 5), 1.2],
  ["second", ellipse(0, -15.6, 10.5, 2.8)],
  ["ink", "M0 -18L0 -36", 1.2],
  ["ink", "M3 -32C16 -40 30 -36 34 -26C37 -18 30 -14 34 -6", 1.6],
];

const kite = (): Shape[] => [
  [
    "ink",
    "M-38 -28C-34 -34 -28 -33 -27 -29C-22 -33 -16 -30 -17 -26L-38 -26ZM16 22C20 17 26 18 26.6 22C32 19 37 22 36 26L14 26C13 24 14 22 16 22Z",
    1.3,
  ],
  ["ink", "M5 14C14 22 -12 24 -6 32C-2 37 -16 38 -24 38", 1.4],
  ...outlined("paper", "M12 -38L32 -14L5 14L-14 -20Z"),
  ["second", "M12 -38L32 -14L8 -14.6ZM5 14L-14 -20L8 -14.6Z"],
  ["ink", "M12 -38L5 14M-14 -20L32 -14", 1.3],
  ["ink", "M12 -38L32 -14L5 14L-14 -20Z", 1.6],
  ...["4 20.6", "-4.6 25.6", "-9 34.4"].flatMap((at, n) => {
    const [x, y] = at.split(" ").map(Number) as [number, number];
    return outlined("second", place("M0 0L-6 -3.6L-6 3.6ZM0 0L6 -3.6L6 3.6Z", x, y, 0.9, n * 30 - 20), 1.1);
  }),
];

const house = (): Shape[] => [
  ["ink", "M14 -28C20 -32 12 -35 18 -40M18 -28C24 -32 18 -35 24 -39", 1.4],
  ...outlined("paper", box(11, -28, 8, 12)),
  ...outlined("paper", box(-24, -4, 48, 30)),
  ["ink", box(-5, 8, 12, 18)],
  ["paper", ellipse(4, 18, 1)],
  ["ink", box(-20, 4, 10, 9) + box(12, 4, 8, 9) + "M-15 4L-15 13M-20 8.6L-10 8.6M16 4L16 13", 1.3],
  ...outlined("second", "M-36 -1C-28 -4 -24 -14 -20 -24L20 -24C24 -14 28 -4 36 -1Z"),
  ["paper", both("M-3 -21L-4 -4.4M-10 -21L-13 -4.4M-17 -20L-22 -4.4M-24 -8L-27.4 -4.2"), 1.2],
  ["ink", "M-38 26L38 26", 1.6],
  ["ink", "M-34 31L-14 31M-6 31L34 31M-28 36L4 36M12 36L26 36", 1.3],
  ...outlined("second", ellipse(-32, 16, 5, 7), 1.3),
  ["ink", "M-32 26L-32 16", 1.4],
];

const hourglass = (): Shape[] => [
  ["ink", "M-18 -28L-18 28M18 -28L18 28", 2.2],
  ...outlined("paper", "M-13 -28C-14 -10 -3 -6 -2 0C-3 6 -14 10 -13 28L13 28C14 10 3 6 2 0C3 -6 14 -10 13 -28Z"),
  ["second", "M-10.8 -14C-6 -12 6 -16 10.8 -14C8.6 -8 2 -5 .8 0L-.8 0C-2 -5 -8.6 -8 -10.8 -14Z"],
  ["second", "M-12 27C-11 22 -3 18 0 13C3 18 11 22 12 27Z"],
  ["ink", "M0 0L0 15", 1],
  ["ink", "M-9 -25C-9.4 -18 -8 -14 -6 -11M-8 14C-9.4 17 -9.6 20 -9.4 22", 1.1],
  ...outlined("second", box(-23, -36, 46, 8, 3)),
  ...outlined("second", box(-23, 28, 46, 8, 3)),
  ["paper", "M-17 -32L17 -32M-17 32L17 32", 1.3],
];

const sunrise = (): Shape[] => [
  ["ink", [-75, -50, -25, 0, 25, 50, 75].map((turn) => place("M0 -27L0 -38", 0, 6, 1, turn)).join(""), 2],
  ["ink", [-62, -37, -12, 12, 37, 62].map((turn) => place("M0 -27L0 -32", 0, 6, 1, turn)).join(""), 1.3],
  ...outlined("second", "M-21 6C-21 -22 21 -22 21 6Z"),
  ...outlined("paper", "M-42 12C-34 4 -26 2 -18 6C-8 -1 8 1 16 7C24 2 34 4 42 10L42 18L-42 18Z", 1.5),
  ["ink", "M-36 14L-28 8M-30 16L-22 9M-24 17L-18 12M24 16L30 8M30 17L36 10", 1.1],
  ["paper", box(-41, 17, 82, 24, 2)],
  ["ink", "M-42 17L42 17", 1.6],
  ["ink", swell(24) + swell(31, -28, 29) + swell(38, -38, 19), 1.4],
];

const noon = (): Shape[] => [
  ...outlined("second", ring("M-5.4 -19C-4 -28 -3 -33 0 -39C3 -33 4 -28 5.4 -19Z", 8), 1.4),
  ["ink", spokes(8, 22, 33, 22.5), 2],
  ...outlined("paper", ellipse(0, 0, 19)),
  [
    "ink",
    "M-10 -3.4C-8 -6 -4.6 -6 -3 -3.4M10 -3.4C8 -6 4.6 -6 3 -3.4M0 -3L-1.6 3L1 3.4M-6.4 8C-3 11.4 3 11.4 6.4 8",
    1.5,
  ],
  ["second", both(ellipse(-10, 4, 3))],
];

const lantern = (): Shape[] => [
  ["ink", "M-30 -41C-20 -34 14 -34 34 -38M0 -36L0 -31", 1.6],
  ...outlined("paper", both("M-30 -38L-36 -24L-26 -27Z"), 1.2),
  ...outlined("second", "M-12 -26C-26 -20 -28 16 -12 24L12 24C28 16 26 -20 12 -26Z"),
  [
    "paper",
    "M-18 -18C-8 -15 8 -15 18 -18M-21.6 -9C-10 -6 10 -6 21.6 -9M-22 8C-10 11 10 11 22 8M-18.6 17C-8 20 8 20 18.6 17",
    1.4,
  ],
  ...outlined("paper", ellipse(0, 0, 9.4), 1.4),
  ["ink", place(STAR, 0, 0.6, 0.66)],
  ["ink", box(-13, -31, 26, 5.4, 1.6) + box(-13, 23, 26, 5.4, 1.6)],
  ["ink", "M0 28L0 32M-3 33L-4 40M0 32L0 41M3 33L4 40", 1.4],
  ["ink", both("M-30 -6L-36 -8M-31 2L-38 2M-30 10L-36 13"), 1.4],
];

const night = (): Shape[] => [
  ["ink", FRAME],
  ["paper", "M6 -36C-20 -33 -29 -8 -16 8C-5 21 16 19 24 4C10 9 -6 1 -7 -14C-7.6 -24 -2 -31 6 -36Z"],
  ["paper", stars("16 -20 .5, 32 -34 .26, -33 -28 .3, 34 -8 .3, -34 2 .22, 4 -4 .2")],
  ["second", "M-40 41L-40 28C-30 18 -18 20 -6 28C8 17 26 17 40 26L40 41Z"],
  ["paper", "M-40 28C-30 18 -18 20 -6 28C8 17 26 17 40 26M-34 34L-12 34M6 30L32 30M-4 37L24 37", 1.3],
];

/** Scenes of the trumps 1 to 9: folly, the four ages (top, kite, house, hourglass) and the day. */
export const LIFE: readonly (() => Shape[])[] = [folly, top, kite, house, hourglass, sunrise, noon, lantern, night];
