import type { Replay } from "../lib/protocol";

/** A move in the list: its step, what happened, and the number of the trick that it leads; 0 for none. */
export interface Move {
  step: number;
  text: string;
  leads: number;
}

/** A deal in the list, from 1; 0 is what comes before the first. */
export interface Deal {
  deal: number;
  first: number;
  last: number;
}

type Marks = Pick<Replay, "steps" | "deals" | "leads">;

/** The deals of a match, each with its first step and its last. */
export function dealsOf(replay: Marks): Deal[] {
  const firsts = [1, ...replay.deals];
  return firsts
    .map((first, deal) => ({ deal, first, last: (replay.deals[deal] ?? replay.steps) - 1 }))
    .filter(({ first, last }) => first <= last);
}

/** The moves of a deal. */
export function movesOf(replay: Marks, deal: Deal, texts: string[]): Move[] {
  const leads = replay.leads.filter((step) => step >= deal.first && step <= deal.last);
  const count = Math.max(0, deal.last - deal.first + 1);
  return Array.from({ length: count }, (_, at) => {
    const step = deal.first + at;
    return { step, text: texts[step - 1] ?? "", leads: leads.indexOf(step) + 1 };
  });
}

/** A part of a sentence: words, or a piece by its code. */
export type Part = { text: string } | { code: string };

/** Part a sentence at the pieces that it draws with signs. */
export function parted(sentence: string, glyphs: Record<string, string>): Part[] {
  const signs = Object.keys(glyphs).sort((one, other) => other.length - one.length);
  if (!signs.length) return [{ text: sentence }];
  const pattern = new RegExp(`(${signs.map((sign) => sign.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`);
  return sentence
    .split(pattern)
    .map((text, at): Part => (at % 2 ? { code: glyphs[text] } : { text }))
    .filter((part) => "code" in part || part.text);
}
