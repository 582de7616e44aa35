import type { Replay } from "../lib/protocol";

export const ALL_HANDS = -2;
export const ONLOOKER = -1;

/** Where in a match one is, and through whose eyes. */
export interface Spot {
  step: number;
  viewer: number;
}

/** What an address asks for, as far as the match has it, and what of it the match has not. */
export interface Asked extends Spot {
  fault: "" | "unread" | "no_step" | "no_seat";
}

/** Write what stands after `#`: the step, and whose eyes if not all hands are open; `12`, `12/0`, `12/public`. */
export function written({ step, viewer }: Spot): string {
  if (viewer === ALL_HANDS) return `#${step}`;
  return `#${step}/${viewer === ONLOOKER ? "public" : viewer}`;
}

/** Read what stands after `#`; without anything, the first deal with all hands open. */
export function asked(hash: string, replay: Pick<Replay, "steps" | "names" | "deals">): Asked {
  const usual: Asked = { step: replay.deals[0] ?? 0, viewer: ALL_HANDS, fault: "" };
  if (hash.length < 2) return usual;
  const [, number, eyes = "all"] = /^#(-?\d+)(?:\/(all|public|-?\d+))?$/.exec(hash) ?? [];
  if (number === undefined) return { ...usual, fault: "unread" };
  const last = replay.steps - 1;
  const step = Math.min(Math.max(Number(number), 0), last);
  const viewer = eyes === "all" ? ALL_HANDS : eyes === "public" ? ONLOOKER : Number(eyes);
  const seated = eyes === "all" || eyes === "public" || (viewer >= 0 && viewer < replay.names.length);
  if (!seated) return { step, viewer: ALL_HANDS, fault: "no_seat" };
  return { step, viewer, fault: step === Number(number) ? "" : "no_step" };
}
