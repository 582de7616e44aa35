import { post } from "./api";
import { dayBefore, daysBetween, today } from "./days";
import { preferences, type Rated } from "./preferences.svelte";
import type { Made, NewPuzzle, Teaching } from "./protocol";
import { changed, NEW, since } from "./rating";
import { go } from "./router.svelte";

/** Puzzles remembered, of each variant: that one is solved once more changes no rating. */
const MOST_REMEMBERED = 200;

/** Go to the table of a variant's puzzle of today, the same for everybody; or of one near my rating. */
export async function solve(variant: string, daily: boolean): Promise<void> {
  const { rating, solved } = ratedOf(variant);
  const wanted: NewPuzzle = daily
    ? { variant, date: today() }
    : { variant, date: "", rating: Math.round(rating), solved };
  const { id } = await post<Made>("puzzles", wanted);
  go(`/t/${id}`);
}

/** Remember in this browser how a puzzle was answered first: my rating, and a streak of days. */
export function answered(variant: string, puzzle: Pick<Teaching, "puzzle" | "day" | "rating" | "good">): void {
  if (puzzle.day) keepStreak(variant, puzzle.day, puzzle.good);
  const before = ratedOf(variant);
  const others = before.solved.filter((one) => one !== puzzle.puzzle);
  if (others.length < before.solved.length) {
    if (before.solved.at(-1) !== puzzle.puzzle) keepRated(variant, { ...before, solved: [...others, puzzle.puzzle] });
    return;
  }
  const days = before.day ? daysBetween(before.day, today()) : 0;
  const { rating, deviation } = changed(since(before, days), puzzle.rating, puzzle.good);
  const solved = [...others, puzzle.puzzle].slice(-MOST_REMEMBERED);
  keepRated(variant, { rating, deviation, change: rating - before.rating, day: today(), solved });
}

/** What I am rated with a variant's puzzles; as somebody new where none was answered. */
export function ratedOf(variant: string): Rated {
  const kept = preferences.rated[variant];
  const sound = kept && [kept.rating, kept.deviation, kept.change].every(Number.isFinite) && Array.isArray(kept.solved);
  return sound ? kept : { ...NEW, change: 0, day: "", solved: [] };
}

function keepRated(variant: string, rated: Rated): void {
  preferences.rated = { ...preferences.rated, [variant]: rated };
}

/** Right answers, day after day, are a streak; the first answer of a day counts. */
function keepStreak(variant: string, day: string, good: boolean): void {
  const before = preferences.solved[variant];
  if (before && before.day >= day) return;
  const streak = good ? 1 + (before?.day === dayBefore(day) ? before.streak : 0) : 0;
  preferences.solved = { ...preferences.solved, [variant]: { day, streak } };
}

/** How many days in a row a variant's puzzles were right, up to today or yesterday. */
export function streakOf(variant: string): number {
  const last = preferences.solved[variant];
  return last && last.day >= dayBefore(today()) ? last.streak : 0;
}
