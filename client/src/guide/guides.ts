import { get } from "../lib/api";
import type { Clause, Guide } from "../lib/protocol";

const known = new Map<string, Promise<unknown>>();

/** Fetch what never changes while the page is open, once. */
function once<T>(path: string): Promise<T> {
  const before = known.get(path);
  if (before) return before as Promise<T>;
  const asked = get<T>(path);
  known.set(path, asked);
  asked.catch(() => known.delete(path));
  return asked;
}

/** The guide of a variant, in a language. */
export const guideOf = (variant: string, language: string) => once<Guide>(`guides/${variant}?language=${language}`);

/** A clause of the rules, in full. */
export const clauseOf = (variant: string, clause: string) => once<Clause>(`clauses/${variant}/${clause}`);
