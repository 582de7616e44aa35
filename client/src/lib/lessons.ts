import { post } from "./api";
import { preferences } from "./preferences.svelte";
import type { Made, NewLesson, Tile } from "./protocol";
import { go } from "./router.svelte";

/** Go to the table of a lesson: where it was left, or from its beginning. */
export async function learn(lesson: NewLesson): Promise<void> {
  const { id } = await post<Made>("lessons", lesson);
  go(`/t/${id}`);
}

/** Go back to the page of the game whose lesson or puzzle was played: the others stand there. */
export const goBack = (variant: string) => go(`/guide/${variant}`);

const named = (lesson: { variant: string; name: string }) => `${lesson.variant}/${lesson.name}`;

export const isLearnt = (lesson: { variant: string; name: string }) => preferences.learnt.includes(named(lesson));

/** Remember in this browser that a lesson was played. */
export function remember(lesson: { variant: string; name: string }): void {
  if (!isLearnt(lesson)) preferences.learnt = [...preferences.learnt, named(lesson)];
}

/** The first lesson of a game that was not played here; the first of all when all were. */
export const nextOf = (tile: Tile) => tile.lessons.find((lesson) => !isLearnt(lesson)) ?? tile.lessons[0];
