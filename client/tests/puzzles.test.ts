// Puzzles of the days: streaks, as a browser remembers them.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dayBefore } from "../src/lib/days";
import { preferences } from "../src/lib/preferences.svelte";
import { answered, streakOf } from "../src/lib/puzzles";

beforeEach(() => {
  preferences.solved = {};
  vi.useFakeTimers({ now: new Date(2026, 10, 28, 12) });
});
afterEach(() => vi.useRealTimers());

test("the day before one is found over the ends of months and years", () => {
  expect(dayBefore("2026-11-28")).toBe("2026-11-27");
  expect(dayBefore("2026-03-01")).toBe("2026-02-28");
  expect(dayBefore("2027-01-01")).toBe("2026-12-31");
});

test("right answers day after day are a streak, of each game its own", () => {
  answered("agurk", "2026-11-26", true);
  answered("agurk", "2026-11-27", true);
  expect(streakOf("agurk")).toBe(2);
  answered("agurk", "2026-11-28", true);
  expect(streakOf("agurk")).toBe(3);
  expect(streakOf("bingo")).toBe(0);
});

test("a wrong answer or a day left out begins it anew, and the first answer of a day counts", () => {
  answered("agurk", "2026-11-25", true);
  answered("agurk", "2026-11-27", true);
  expect(streakOf("agurk")).toBe(1);
  answered("agurk", "2026-11-28", false);
  answered("agurk", "2026-11-28", true);
  expect(streakOf("agurk")).toBe(0);
});

test("a streak that nobody went on with is over", () => {
  answered("agurk", "2026-11-25", true);
  answered("agurk", "2026-11-26", true);
  expect(streakOf("agurk")).toBe(0);
});
