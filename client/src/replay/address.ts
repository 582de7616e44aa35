import type { Replay } from "../lib/protocol";

export const ALL_HANDS = -2;
export const ONLOOKER = -1;

/** Where in a match one is, through whose eyes, and of whose notes: the code that they gave out, or none. */
export interface Spot {
  step: number;
  /** The variation whose line is looked at; 0 is the match. */
  of: number;
  viewer: number;
  code: string;
}

/** What an address asks for, as far as the match has it, and what of it the match has not. */
export interface Asked extends Spot {
  fault: "" | "unread" | "no_step" | "no_seat";
}

const FORM = /^#(-?\d+)(?:v(\d{1,2}))?(?:\/(all|public|-?\d+))?(?:~([\w-]{1,40}))?$/;

/** Write what stands after `#`: the step, the variation, whose eyes if not all hands are open, a code: `12`, `12v3/0`, `12/public~x`. */
export function written({ step, of, viewer, code }: Spot): string {
  const eyes = viewer === ALL_HANDS ? "" : `/${viewer === ONLOOKER ? "public" : viewer}`;
  return `#${step}${of ? `v${of}` : ""}${eyes}${code && `~${code}`}`;
}

/** Read what stands after `#`; without anything, the first deal with all hands open. */
export function asked(hash: string, replay: Pick<Replay, "steps" | "names" | "deals">): Asked {
  const usual: Asked = { step: replay.deals[0] ?? 0, of: 0, viewer: ALL_HANDS, code: "", fault: "" };
  if (hash.length < 2) return usual;
  const [, number, line = "0", eyes = "all", code = ""] = FORM.exec(hash) ?? [];
  if (number === undefined) return { ...usual, fault: "unread" };
  const last = replay.steps - 1;
  const of = Number(line);
  const step = of ? Number(number) : Math.min(Math.max(Number(number), 0), last);
  const viewer = eyes === "all" ? ALL_HANDS : eyes === "public" ? ONLOOKER : Number(eyes);
  const seated = eyes === "all" || eyes === "public" || (viewer >= 0 && viewer < replay.names.length);
  if (!seated) return { step, of, viewer: ALL_HANDS, code, fault: "no_seat" };
  return { step, of, viewer, code, fault: step === Number(number) ? "" : "no_step" };
}
