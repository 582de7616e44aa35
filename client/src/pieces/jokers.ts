// Torite's pieces: drawn for this project, CC0 1.0 (public domain).
import { outlined } from "./courts";
import { both, ellipse, place, placed, type Shape } from "./path";
import { STAR } from "./suits";

/**
 * The two shape-shifters of the old tales stand in for any card: the fox for the red joker, with full stars,
 * and the tanuki with the leaf on its head for the black one, with hollow stars.
 */
export function joker(code: "JR" | "JB", compact: boolean): Shape[] {
  const scale = compact ? 1.35 : 0.74;
  const [x, y] = compact ? [19, 22] : [13, 15];
  let stars = place(STAR, x, y, scale) + place(STAR, 100 - x, y, scale);
  if (!compact) stars += place(stars, 100, 140, 1, 180);
  const figure = code === "JR" ? fox : tanuki;
  return [
    ...placed([...ruff(), ...figure()], 50, compact ? 88 : 69, compact ? 1.12 : 1.17),
    code === "JR" ? ["suit", stars] : ["suit", stars, compact ? 3 : 2.2],
    ...(code === "JR" ? [["suit", stars, 1.5] as Shape] : []),
  ];
}

const POINTS = [-64, 64, -32, 32, 0];

/** A jester's collar with bells. */
const ruff = (): Shape[] =>
  POINTS.flatMap((angle, n) => {
    const petal = place("M-12 6C-12 20 -4 26 0 33C4 26 12 20 12 6Z", 0, 4, 1, -angle);
    const bell = place(ellipse(0, 35.6, 3), 0, 4, 1, -angle);
    const slit = place("M-1.6 36.6L1.6 36.6", 0, 4, 1, -angle);
    return [
      ...outlined(n === 2 || n === 3 ? "paper" : "second", petal),
      ...outlined("paper", bell, 1.3),
      ["ink", slit, 1.1],
    ];
  });

const fox = (): Shape[] => [
  ...outlined(
    "paper",
    "M0 25C-5 22 -8 15 -17 8C-26 2 -28 -6 -25.4 -15L-25 -40C-18 -36 -12 -29 -9 -22.6C-4 -24.6 4 -24.6 9 -22.6C12 -29 18 -36 25 -40L25.4 -15C28 -6 26 2 17 8C8 15 5 22 0 25Z",
  ),
  ["second", both("M-22 -18.6L-21.8 -33C-18 -30 -14.6 -25 -12.6 -20.6C-16.6 -18.4 -20 -18.6 -22 -18.6Z")],
  ["second", "M0 -21C-4.4 -16 -3.6 -11 0 -7C3.6 -11 4.4 -16 0 -21Z"],
  ["second", both("M-5.4 -18C-8.6 -15 -8.4 -11.4 -6 -8.4C-5.4 -11.4 -5 -14.6 -5.4 -18Z")],
  ["second", both("M-21.6 -5.6C-18 -12.4 -10 -11 -5 -1C-10 .6 -17.6 .4 -21.6 -5.6Z")],
  ["paper", both("M-18.4 -5.4C-15 -9.4 -10.6 -8 -7.4 -2.6C-11 -1.8 -15.6 -2 -18.4 -5.4Z")],
  ["ink", both("M-18.4 -5.4C-15 -9.4 -10.6 -8 -7.4 -2.6C-11 -4.4 -15 -5 -18.4 -5.4Z")],
  ["ink", both(ellipse(-12.4, -4.6, 1.9, 2.3))],
  ["ink", both("M-23 1.4L-16.6 3M-19.6 5.4L-14 5.8M-14.6 9.4L-10.4 8.8"), 1.3],
  ["ink", "M-3.6 13C-2 11.6 2 11.6 3.6 13C3.4 15.8 1.4 17 0 17C-1.4 17 -3.4 15.8 -3.6 13Z"],
  ["ink", both("M0 17L0 19C-1.4 20.6 -3.4 20.4 -5 18.8"), 1.2],
];

const tanuki = (): Shape[] => [
  ...outlined("second", both(ellipse(-18.4, -18.6, 7.4))),
  ["ink", both(ellipse(-18.2, -17.8, 3.6))],
  ...outlined(
    "second",
    "M0 -25C-16 -25 -25 -14 -26 -2L-31 4L-27 6L-29.6 12L-24 12.4C-19 20 -10 24 0 24C10 24 19 20 24 12.4L29.6 12L27 6L31 4L26 -2C25 -14 16 -25 0 -25Z",
  ),
  [
    "paper",
    "M0 -7C-3 -14 -9 -17 -15 -16C-20 -15 -23.4 -10 -24 -4C-20 -8 -14 -8.6 -9 -6L-4 1C-9 8 -15 12 -22 11.4C-17 18.4 -9 22 0 22C9 22 17 18.4 22 11.4C15 12 9 8 4 1L9 -6C14 -8.6 20 -8 24 -4C23.4 -10 20 -15 15 -16C9 -17 3 -14 0 -7Z",
  ],
  ["ink", both("M-4.4 -1C-7 -8 -17 -9 -22 -2C-26 4 -24.6 10.4 -20 10.6C-13 10.8 -7 7 -4.4 -1Z")],
  ["paper", both(ellipse(-12.6, -0.4, 4.3, 4.7))],
  ["ink", both(ellipse(-11.6, 0, 2.4, 2.8))],
  ["paper", both(ellipse(-10.8, -1.2, 0.9))],
  ["ink", both("M-17 -12.4C-14.4 -14.4 -11 -14.2 -9 -12.2"), 1.4],
  ["ink", "M-4.6 7.6C-2 5.6 2 5.6 4.6 7.6C4.4 11 2 12.4 0 12.4C-2 12.4 -4.4 11 -4.6 7.6Z"],
  ["ink", both("M0 12.4L0 14.4C-2 17 -6 17 -8.4 14.4"), 1.4],
  ["ink", "M-3.2 16.6C-1.6 16.4 1.6 16.4 3.2 16.6C3 20.6 -3 20.6 -3.2 16.6Z"],
  ...outlined("second", "M-1 -24C-13 -27 -15 -37 -4 -42C0 -36 8 -33 6 -26C4 -23 2 -23 -1 -24Z", 1.4),
  ["paper", "M3 -22C1 -29 -2 -34 -4.4 -38M.6 -28.6L-5.6 -30M-1.6 -32.6L.6 -34.4", 1.1],
];
