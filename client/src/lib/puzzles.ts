import { post } from "./api";
import { dayBefore, today } from "./days";
import { preferences } from "./preferences.svelte";
import type { Made, NewPuzzle } from "./protocol";
import { go } from "./router.svelte";

/** Go to the table of a variant's puzzle of today, the same for everybody. */
export async function solve(variant: string): Promise<void> {
  const wanted: NewPuzzle = { variant, date: today() };
  const { id } = await post<Made>("puzzles", wanted);
  go(`/t/${id}`);
}

/** Remember in this browser how a day's puzzle was answered first: right answers, day after day, are a streak. */
export function answered(variant: string, day: string, good: boolean): void {
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
