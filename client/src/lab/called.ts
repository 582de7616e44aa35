import type { ExperimentTold, SideTold } from "../lib/protocol";
import { joined, say } from "../lib/words.svelte";

/** What is played at a table, with the rules that are otherwise. */
export const sideCalled = (side: SideTold): string =>
  [side.title, ...side.changed.map((one) => say("lab.changed", { text: one.text, value: one.value }))].join(" · ");

/** How an experiment is called: as its owner says, else by what is played. */
export function called(one: ExperimentTold): string {
  if (one.name) return one.name;
  if (one.option) {
    return `${one.sides[0].title} · ${say("lab.changed", { text: one.option_title, value: joined(one.values) })}`;
  }
  return [...new Set(one.sides.map(sideCalled))].join(" ↔ ");
}
