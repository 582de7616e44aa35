import { expect, test } from "vitest";
import { barsOf, luckOf, sumsOf, worstOf } from "../src/replay/judged";
import type { Judged, JudgedDeal } from "../src/lib/protocol";

const choice = (cost: number, more: Partial<Judged> = {}): Judged => ({
  step: 0,
  deal: 1,
  seat: 0,
  taken: "a",
  best: "b",
  cost,
  error: 0,
  unit: "points",
  exact: false,
  bot: false,
  mistake: false,
  why: "",
  reasons: [],
  ...more,
});

test("costs add up unit by unit, their errors as those of independent measures", () => {
  const choices = [choice(7, { unit: "win", exact: true }), choice(1, { error: 3 }), choice(2, { error: 4 })];
  expect(sumsOf(choices)).toEqual([
    { unit: "points", cost: 3, error: 5, exact: false },
    { unit: "win", cost: 7, error: 0, exact: true },
  ]);
  expect(sumsOf([])).toEqual([]);
});

test("luck and play of deals add up unit by unit", () => {
  const deal = (luck: number, error: number, unit: JudgedDeal["unit"] = "points"): JudgedDeal => ({
    step: 0,
    deal: 1,
    unit,
    seats: [0, luck].map((of) => ({
      average: 0,
      luck: of,
      luck_error: error,
      played: -of,
      played_error: error,
      paid: 0,
    })),
  });
  expect(luckOf([deal(9, 1, "match"), deal(1, 3), deal(2, 4)], 1)).toEqual([
    { unit: "points", deals: 2, luck: 3, luckError: 5, played: -3, playedError: 5 },
    { unit: "match", deals: 1, luck: 9, luckError: 1, played: -9, playedError: 1 },
  ]);
  expect(luckOf([], 0)).toEqual([]);
});

test("what cost most comes first, of what was surely a mistake", () => {
  const choices = [9, 1, 4, 3, 2].map((cost) => choice(cost, { mistake: cost !== 9 }));
  expect(worstOf(choices).map((one) => one.cost)).toEqual([4, 3, 2]);
  expect(worstOf(choices, 1).map((one) => one.cost)).toEqual([4]);
  expect(worstOf([choice(5)])).toEqual([]);
});

test("bars fill the graph, the highest to its top, and deals stand apart", () => {
  const bars = barsOf([choice(1), choice(2, { mistake: true }), choice(0, { deal: 2 })]);
  expect(bars.map((bar) => bar.left)).toEqual([0, 1 / 4, 3 / 4]);
  expect(bars.map((bar) => bar.width)).toEqual([1 / 4, 1 / 4, 1 / 4]);
  expect(bars.map((bar) => bar.height)).toEqual([1 / 2, 1, 0]);
  expect(bars.map((bar) => bar.mistake)).toEqual([false, true, false]);
  expect(barsOf([choice(0)]).map((bar) => bar.height)).toEqual([0]);
  expect(barsOf([])).toEqual([]);
});
