// Puzzles: streaks of days and ratings, as a browser remembers them.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dayBefore, daysBetween } from "../src/lib/days";
import { preferences } from "../src/lib/preferences.svelte";
import { answered, ratedOf, streakOf } from "../src/lib/puzzles";
import { chance, changed, half, NEW, since } from "../src/lib/rating";
import examples from "./ratings.json";

let number = 0;
const ofDay = (day: string, good: boolean) => ({ puzzle: `p${++number}`, day, rating: 1200, good });

beforeEach(() => {
  preferences.solved = {};
  preferences.rated = {};
  vi.useFakeTimers({ now: new Date(2026, 10, 28, 12) });
});
afterEach(() => vi.useRealTimers());

test("days are counted over the ends of months and years", () => {
  expect(dayBefore("2026-11-28")).toBe("2026-11-27");
  expect(dayBefore("2026-03-01")).toBe("2026-02-28");
  expect(dayBefore("2027-01-01")).toBe("2026-12-31");
  expect(daysBetween("2026-12-30", "2027-01-02")).toBe(3);
  expect(daysBetween("none", "2027-01-02")).toBe(0);
});

test("right answers day after day are a streak, of each game its own", () => {
  answered("agurk", ofDay("2026-11-26", true));
  answered("agurk", ofDay("2026-11-27", true));
  expect(streakOf("agurk")).toBe(2);
  answered("agurk", ofDay("2026-11-28", true));
  expect(streakOf("agurk")).toBe(3);
  expect(streakOf("bingo")).toBe(0);
});

test("a wrong answer or a day left out begins it anew, and the first answer of a day counts", () => {
  answered("agurk", ofDay("2026-11-25", true));
  answered("agurk", ofDay("2026-11-27", true));
  expect(streakOf("agurk")).toBe(1);
  answered("agurk", ofDay("2026-11-28", false));
  answered("agurk", ofDay("2026-11-28", true));
  expect(streakOf("agurk")).toBe(0);
});

test("a streak that nobody went on with is over, and a puzzle of no day is none", () => {
  answered("agurk", ofDay("2026-11-25", true));
  answered("agurk", ofDay("2026-11-26", true));
  answered("agurk", ofDay("", true));
  expect(streakOf("agurk")).toBe(0);
});

test("chances are those of the paper: of equals one half, 1500 against 1550 ± 100 is 0.432", () => {
  expect(chance(1500, 1500)).toBe(0.5);
  expect(chance(1500, 1550)).toBeCloseTo(0.432, 3);
});

test.each(examples)("the terminal calculates the same of $rating ± $deviation", (one) => {
  const before = since(one, one.days);
  const after = changed(before, one.puzzle, one.solved);
  expect(chance(before.rating, one.puzzle)).toBeCloseTo(one.chance, 5);
  expect(before.deviation).toBeCloseTo(one.since, 5);
  expect(after.rating).toBeCloseTo(one.after[0]!, 5);
  expect(after.deviation).toBeCloseTo(one.after[1]!, 5);
  expect(half(after)).toBeCloseTo(one.half, 5);
});

test("a rating rises with a puzzle solved, falls with one missed, and the more it was unsure the more", () => {
  expect(changed(NEW, 1500, true).rating).toBeGreaterThan(NEW.rating + 100);
  expect(changed(NEW, 1200, false).rating).toBeLessThan(NEW.rating - 100);
  const sure = { rating: 1300, deviation: 60 };
  expect(changed(sure, 1500, true).rating - 1300).toBeLessThan(30);
  expect(changed(sure, 1500, true).rating - 1300).toBeGreaterThan(changed(sure, 1200, true).rating - 1300);
});

test("it is surer with every puzzle, and less with every day without one", () => {
  let mine = NEW;
  for (let puzzle = 0; puzzle < 60; puzzle++) mine = changed(mine, 1500, puzzle % 2 === 0);
  expect(mine.rating).toBeGreaterThan(1400);
  expect(mine.rating).toBeLessThan(1600);
  expect(half(mine)).toBeLessThan(160);
  expect(since(mine, 30).deviation).toBeGreaterThan(mine.deviation);
  expect(since({ rating: 1500, deviation: 60 }, 365).deviation).toBeCloseTo(NEW.deviation);
  expect(since(mine, 10_000)).toEqual({ rating: mine.rating, deviation: NEW.deviation });
});

test("the first answer to a puzzle counts, of each game its own", () => {
  answered("agurk", { puzzle: "one", day: "", rating: 1500, good: false });
  const { rating } = ratedOf("agurk");
  expect(rating).toBeLessThan(NEW.rating);
  answered("agurk", { puzzle: "one", day: "", rating: 1500, good: true });
  expect(ratedOf("agurk").rating).toBe(rating);
  answered("agurk", { puzzle: "two", day: "", rating: 1500, good: true });
  answered("agurk", { puzzle: "one", day: "", rating: 1500, good: true });
  expect(ratedOf("agurk").solved).toEqual(["two", "one"]);
  expect(ratedOf("bingo")).toMatchObject(NEW);
});

test("what is kept and makes no sense is as if nothing were", () => {
  preferences.rated = { agurk: { rating: "x" } } as never;
  expect(ratedOf("agurk")).toMatchObject(NEW);
});
