// Torite's pieces: drawn for this project, CC0 1.0 (public domain).
import { outlined } from "./courts";
import { FRAME, swell } from "./panel";
import { box, ellipse, both, place, placed, polygon, ring, type Shape } from "./path";
import { STAR, SUITS } from "./suits";

const mountain = (): Shape[] => [
  ...outlined("paper", ellipse(25, -25, 8.4), 1.5),
  ...outlined("second", "M-41 30L-10 -24C-6 -28 6 -28 10 -24L41 30Z"),
  ["paper", "M-20 -7L-10 -24C-6 -28 6 -28 10 -24L20 -7L13 -11L8 -2L1 -10L-6 -1L-12 -10Z"],
  ["ink", "M-20 -7L-10 -24C-6 -28 6 -28 10 -24L20 -7", 1.6],
  ["paper", "M-14 4L-20 16M-4 6L-6 20M8 6L12 20M17 4L24 16", 1.2],
  ...outlined("paper", box(-42, 12, 34, 6, 3) + box(4, 19, 38, 6, 3), 1.3),
  [
    "ink",
    [-30, -18, 24]
      .map((x, n) =>
        place("M0 -14L7 0L3.4 -1L8 8L1.2 7L1.2 13L-1.2 13L-1.2 7L-8 8L-3.4 -1L-7 0Z", x, 27 + (n % 2) * 3, 0.95),
      )
      .join(""),
  ],
  ["ink", "M-38 39.4L38 39.4", 1.5],
];

const fish = (): Shape[] => [
  ["ink", swell(28) + swell(35, -28, 29), 1.5],
  ["ink", ellipse(-32, -18, 2.4) + ellipse(-26, -27, 3.4) + ellipse(-34, -32, 1.6), 1.3],
  ...outlined(
    "second",
    "M-4 -16C2 -30 16 -30 24 -26C18 -24 16 -16 14 -8ZM-10 12C-8 22 -2 26 6 26C2 22 4 16 4 12Z",
    1.4,
  ),
  ...outlined("second", "M17 -2C24 -6 30 -16 37 -18C33 -6 34 6 39 17C30 15 24 7 17 4Z"),
  ...outlined("paper", "M-37 3C-28 -18 4 -22 21 1C4 19 -26 21 -37 3Z"),
  [
    "second",
    "M-14 -13C-9 -6 -9 10 -14 14C-7 15.6 0 14.4 6 12C12 9 17 5 21 1C15 -6 8 -11 0 -13C-5 -14.4 -10 -14.2 -14 -13Z",
  ],
  [
    "paper",
    "M-7 -8C-3.4 -5 -3.4 -1 -7 2M-7 3C-3.4 6 -3.4 9 -7 12M0 -10C3.6 -7 3.6 -4 0 -1M0 0C3.6 3 3.6 7 0 10M7 -6C10.4 -3 10.4 0 7 3M7 3C9.6 5 9.6 8 7 10",
    1.5,
  ],
  ["ink", "M-14 -13C-9 -6 -9 10 -14 14M-37 3C-34 5 -32 5 -29 4", 1.4],
  ["ink", ellipse(-24, -3, 2.6)],
  ["paper", ellipse(-24.6, -3.8, 0.8)],
];

const fire = (): Shape[] => [
  ["ink", "M-27 -22L-27 -27M28 -16L28 -22M-31 -4L-31 -8M20 -30L20 -34M32 4L32 0", 1.6],
  ...outlined(
    "second",
    "M2 -39C6 -24 26 -12 24 10C22 24 12 29 0 29C-13 29 -24 22 -24 8C-24 -5 -14 -9 -15 -23C-8 -19 -5 -12 -4 -7C3 -14 5 -28 2 -39Z",
  ),
  ...outlined(
    "paper",
    "M2 -10C5 -2 14 4 13 15C12 23 6 27 0 27C-7 27 -12 22 -12 15C-12 7 -6 4 -6 -3C-3 0 -1 3 -.6 7C2 2 3 -4 2 -10Z",
    1.4,
  ),
  ["second", "M.6 10C3 14 6 16 5.4 21C5 25 2 26.6 0 26.6C-3 26.6 -5.4 24.6 -5.4 21C-5.4 17 -1 15 .6 10Z"],
  ...outlined("paper", place(box(-28, -3.6, 56, 7.2, 3), 0, 33, 1, 10)),
  ...outlined("paper", place(box(-28, -3.6, 56, 7.2, 3), 0, 33, 1, -10)),
  ["ink", both("M-20 28L-12 29.6M-22 36L-14 34.4M10 30.6L16 31.8"), 1.1],
];

const pinwheel = (): Shape[] => [
  ["ink", "M-2 -6L6 41", 2.6],
  [
    "ink",
    "M18 24C28 22 36 26 34 31C32 35 27 33 28.4 30M14 34L24 34M-36 26C-28 24 -22 24 -14 26M-32 31C-26 29 -22 29 -18 31M-38 -34C-30 -38 -24 -37 -20 -34",
    1.4,
  ],
  ...placed(
    [0, 1, 2, 3].flatMap((n) => [
      ...outlined("paper", place("M0 0L0 -31L17 -17Z", 0, 0, 1, n * 90), 1.5),
      ...outlined("second", place("M0 0L0 -31C-10 -30 -16 -24 -15 -15Z", 0, 0, 1, n * 90), 1.5),
    ]),
    -2,
    -7,
    1,
    12,
  ),
  ...outlined("paper", ellipse(-2, -7, 3.4), 1.5),
];

const FAN = [-54, -36, -18, 0, 18, 36, 54];
/** A pleat of the fan between two turns. */
const pleat = (from: number, to: number): string =>
  place("M0 -55L0 -24", 0, 26, 1, from) + place("L0 -24L0 -55Z", 0, 26, 1, to);
const fan = (): Shape[] =>
  placed(
    [
      ["ink", FAN.map((turn) => place("M0 8L0 -24", 0, 26, 1, turn)).join(""), 2.2],
      [
        "paper",
        FAN.slice(1)
          .map((turn) => pleat(turn - 9, turn))
          .join(""),
      ],
      [
        "second",
        FAN.slice(1)
          .map((turn) => pleat(turn - 18, turn - 9))
          .join(""),
      ],
      [
        "ink",
        FAN.slice(1)
          .map((turn) => pleat(turn - 18, turn - 9) + pleat(turn - 9, turn))
          .join(""),
        1.5,
      ],
      ...outlined("paper", ellipse(0, -14, 9), 1.5),
      ["second", ring("M0 0C-4 -2 -3.6 -6.6 0 -6.4C3.6 -6.6 4 -2 0 0Z", 5, 0, -14)],
      ...outlined("paper", ellipse(0, 26, 3), 1.4),
      ["ink", "M2 29C8 34 2 36 8 40M8 40L5 42M8 40L11 41", 1.4],
    ],
    0,
    1,
    0.9,
  );

const drum = (): Shape[] => [
  ...outlined("paper", place(box(-2, -44, 4, 40, 2), 0, 0, 0.92, 40) + place(box(-2, -44, 4, 40, 2), 0, 0, 0.92, -40)),
  ...outlined("paper", both("M-15 18L-26 39L-19 39L-9 23Z")),
  ["ink", "M-34 39.6L34 39.6", 1.6],
  ...outlined("second", ellipse(0, 2, 28)),
  ["paper", ring(ellipse(0, -24.4, 1.3), 18, 0, 2)],
  ...outlined("paper", ellipse(0, 2, 20.6)),
  ["ink", ring("M0 -1.4C-7 -2 -9 -12 -2 -15.4C5 -18 13 -13 15 -6C11 -10 7 -11 5 -10C6.4 -6 4 -1.6 0 -1.4Z", 3, 0, 2)],
];

const bloom = (x: number, y: number, size: number, turn = 0): Shape[] => [
  ...outlined(
    "paper",
    place(ring("M0 0C-10 -3 -9 -13 -2.6 -13L0 -11L2.6 -13C9 -13 10 -3 0 0Z", 5), x, y, size, turn),
    1.4,
  ),
  ["second", place(ring("M0 0C-5 -2 -4 -7 0 -7C4 -7 5 -2 0 0Z", 5), x, y, size, turn)],
  ["ink", place(ring("M0 -1L0 -5", 5), x, y, size, turn + 36), 1],
];
const blossom = (): Shape[] => [
  [
    "ink",
    "M-41 38C-24 30 -18 22 -10 10C0 -6 10 -16 28 -38L31 -36C18 -18 12 -8 4 6C16 2 26 4 37 -4L38 -1C27 8 14 8 1 12C-8 26 -20 36 -40 41Z",
  ],
  ["ink", "M-22 28C-28 20 -28 12 -32 4M14 -20C8 -26 6 -32 6 -38", 2],
  ...bloom(-14, 8, 1.1),
  ...bloom(14, -8, 0.95, 20),
  ...bloom(24, 22, 0.9, 10),
  ["ink", "M10 8L22 20", 1.6],
  ...[ellipse(-32, 2, 4.4), ellipse(6, -38, 3.4), ellipse(30, -36, 4.6), ellipse(37, -3, 3.6)].flatMap((bud) =>
    outlined("second", bud, 1.3),
  ),
  [
    "ink",
    "M-36 -26C-32 -29 -30 -26 -27 -24C-31 -23 -34 -23 -36 -26ZM-20 -14C-17 -18 -14 -16 -12 -13C-15 -12 -18 -12 -20 -14Z",
  ],
];

const dragonfly = (): Shape[] =>
  placed(
    [
      ...outlined("paper", both("M-2 -14C-14 -28 -34 -28 -39 -20C-37 -11 -18 -9 -2 -10Z")),
      ...outlined("paper", both("M-2 -8C-16 -8 -33 -2 -35 7C-30 14 -12 4 -2 -4Z")),
      [
        "ink",
        both(
          "M-4 -12C-16 -20 -28 -22 -37 -19M-16 -20L-18 -11M-26 -23.4L-28 -12.6M-4 -6.6C-14 -4 -24 2 -33 7M-16 -7L-15 2.6M-25 -3.4L-24 8",
        ),
        1,
      ],
      ["second", both("M-35 -24C-32.6 -25.4 -30 -26 -28 -26L-28.6 -22.4L-36 -21Z")],
      ...outlined("second", "M-3.6 -4C-3 12 -2.6 26 -2.2 37C-1.4 40 1.4 40 2.2 37C2.6 26 3 12 3.6 -4Z", 1.4),
      ["paper", "M-2.6 6L2.6 6M-2.4 13L2.4 13M-2.2 20L2.2 20M-2 27L2 27", 1.4],
      ...outlined("second", ellipse(0, -10, 6, 8)),
      ...outlined("paper", both(ellipse(-4, -21, 4.2, 4.6)), 1.4),
      ["ink", both(ellipse(-4.4, -21.6, 1.7))],
    ],
    -2,
    1,
    0.9,
    24,
  );

const MAPLE =
  "M0 -39L-5 -27L-8 -29L-9 -13L-19 -24L-19 -28L-27 -27L-24 -18L-27 -17L-17 -6L-29 -8L-31 -12L-39 -4L-31 0L-32 3L-16 5L-24 12L-22 19L-14 18L-14 21L0 11Z";
const maple = (): Shape[] => [
  ["second", MAPLE + place(MAPLE, 0, 0, 1, 0, true)],
  ["ink", MAPLE.replace("Z", "") + place(MAPLE.replace("Z", ""), 0, 0, 1, 0, true), 1.6],
  ["paper", both("M0 11L-22 -22M0 11L-33 -4M0 11L-19 17") + "M0 11L0 -32", 1.5],
  ["ink", "M0 9C0 22 2 30 9 38", 2.4],
  ["ink", "M-34 30C-30 26 -26 27 -22 30M-30 36C-26 33 -22 33 -18 36M22 32C26 29 30 29 34 32", 1.4],
];

const snow = (): Shape[] => [
  ["second", FRAME],
  ["paper", ring("M0 0L0 -36M0 -14L-7 -21M0 -14L7 -21M0 -23L-8 -31M0 -23L8 -31", 6), 2.6],
  ["paper", polygon(6, [8])],
  ["second", polygon(6, [4])],
  [
    "paper",
    ["-34 -34 2", "35 -36 1.6", "-36 33 1.6", "34 35 2.2", "-22 -38 1.2", "37 6 1.2", "-38 -4 1.4", "20 38 1.2"]
      .map((dot) => ellipse(...(dot.split(" ").map(Number) as [number, number, number])))
      .join(""),
  ],
];

const game = (): Shape[] => [
  ...(["C", "H", "S"] as const).flatMap((suit, n) => [
    ...placed(outlined("paper", box(-14, -46, 28, 40, 3)), 0, 20, 1.08, n * 26 - 26),
    [
      suit === "H" ? "second" : "ink",
      place(place(SUITS[suit] as string, 0, -28, 0.78), 0, 20, 1.08, n * 26 - 26),
    ] as Shape,
    [
      suit === "H" ? "second" : "ink",
      place(place(SUITS[suit] as string, -9, -40, 0.28), 0, 20, 1.08, n * 26 - 26),
    ] as Shape,
  ]),
  ...placed(
    [
      ...outlined("second", box(-11, -11, 22, 22, 5)),
      [
        "paper",
        ellipse(-5, -5, 2.2) + ellipse(5, 5, 2.2) + ellipse(0, 0, 2.2) + ellipse(-5, 5, 2.2) + ellipse(5, -5, 2.2),
      ],
    ],
    -19,
    25,
    1,
    -14,
  ),
  ...placed(
    [...outlined("paper", box(-9, -9, 18, 18, 4)), ["ink", ellipse(-4, -4, 2) + ellipse(4, 4, 2)]],
    16,
    28,
    1,
    18,
  ),
  ["ink", "M-36 39.6L36 39.6", 1.5],
];

const ship = (): Shape[] => [
  ["ink", "M-2 14L-2 -38M20 14L20 -26M-22 14L-22 -24M22 12L38 2", 2],
  ...outlined("second", "M-2 -39L-14 -36.4L-2 -33.6ZM20 -27L10 -25L20 -22.8Z", 1.1),
  ...outlined("paper", "M-14 -30C-3 -32 6 -31 12 -30C9 -18 10 -6 14 4C4 1 -6 1 -15 4C-11 -6 -11 -18 -14 -30Z"),
  ["second", place(STAR, -1, -14, 0.74)],
  ...outlined("paper", "M17 -20C23 -21.6 28 -21 31 -20C29 -12 30 -3 33 5C28 2.6 22 2.6 16 4C18.6 -4 18.6 -12 17 -20Z"),
  ...outlined(
    "paper",
    "M-34 -18C-29 -20 -23 -20 -18 -18.6C-19.6 -11 -19.6 -3 -17 4C-23 2 -29 2.6 -35 5C-32 -3 -32 -11 -34 -18Z",
  ),
  ["ink", "M-33 -11L-19 -11M-33 -4L-18.6 -4M18.4 -12L30 -12M18.4 -4L31 -4", 1.1],
  ...outlined("second", "M-38 4L-34 15L30 15L36 10C35 22 30 31 22 35L-24 35C-32 29 -37 18 -38 4Z"),
  ["paper", "M-33 20L31 20", 1.5],
  ["paper", [-22, -11, 0, 11, 22].map((x) => ellipse(x, 26, 2.2)).join("")],
  ["paper", box(-41, 33, 82, 8, 2)],
  ["ink", swell(34.6) + swell(39.6, -28, 29), 1.6],
];

/** Scenes of the trumps 10 to 21: the elements, the feast, the year, the game and the voyage. */
export const WORLD: readonly (() => Shape[])[] = [
  mountain,
  fish,
  fire,
  pinwheel,
  fan,
  drum,
  blossom,
  dragonfly,
  maple,
  snow,
  game,
  ship,
];
