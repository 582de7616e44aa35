import type { Judged, JudgedDeal } from "../lib/protocol";

/** What some choices cost together, of those counted in one unit; `error` is half of the 95 % interval. */
export interface Sum {
  unit: Judged["unit"];
  cost: number;
  error: number;
  exact: boolean;
}

/** Luck and skill in some deals, of those counted in one unit; errors are halves of 95 % intervals. */
export interface Luck {
  unit: Judged["unit"];
  deals: number;
  luck: number;
  luckError: number;
  played: number;
  playedError: number;
}

/** A choice in the graph: from the left, and how high, of 1 each; a deal stands apart from the one before. */
export interface Bar {
  left: number;
  width: number;
  height: number;
  mistake: boolean;
}

/** Between two deals there is room for so many choices. */
const APART = 1;

/** The units in the order in which they are told. */
const UNITS: Judged["unit"][] = ["points", "match", "win", "success"];

/** What all of them cost, unit by unit: points and chances do not add up. */
export function sumsOf(choices: Judged[]): Sum[] {
  const units = UNITS.filter((unit) => choices.some((one) => one.unit === unit));
  return units.map((unit) => {
    const counted = choices.filter((one) => one.unit === unit);
    const cost = counted.reduce((sum, one) => sum + one.cost, 0);
    const error = Math.hypot(...counted.map((one) => one.error));
    return { unit, cost, error, exact: counted.every((one) => one.exact) };
  });
}

/** What the deals were worth to a seat and what was made of them, unit by unit. */
export function luckOf(deals: JudgedDeal[], seat: number): Luck[] {
  const units = UNITS.filter((unit) => deals.some((one) => one.unit === unit));
  return units.map((unit) => {
    const rows = deals.filter((one) => one.unit === unit).map((one) => one.seats[seat]);
    return {
      unit,
      deals: rows.length,
      luck: rows.reduce((sum, one) => sum + one.luck, 0),
      luckError: Math.hypot(...rows.map((one) => one.luck_error)),
      played: rows.reduce((sum, one) => sum + one.played, 0),
      playedError: Math.hypot(...rows.map((one) => one.played_error)),
    };
  });
}

/** The mistakes that cost most, the greatest first. */
export const worstOf = (choices: Judged[], most = 3): Judged[] =>
  choices
    .filter((one) => one.mistake)
    .sort((one, other) => other.cost - one.cost)
    .slice(0, most);

/** The bars of the graph, in the order of the choices. */
export function barsOf(choices: Judged[]): Bar[] {
  const highest = Math.max(...choices.map((one) => one.cost)) || 1;
  const deals = choices.map(
    (_, at) => choices.slice(1, at + 1).filter((one, i) => one.deal !== choices[i].deal).length,
  );
  const wide = choices.length + APART * (deals.at(-1) ?? 0);
  return choices.map((one, at) => ({
    left: (at + APART * deals[at]) / wide,
    width: 1 / wide,
    height: one.cost / highest,
    mistake: one.mistake,
  }));
}
