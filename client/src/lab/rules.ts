import { get, post } from "../lib/api";
import type { HouseRules, OptionSetup, OwnRules, ExperimentTable } from "../lib/protocol";

/** Rules that a link or a choice brings: a variant, options of it, and what somebody calls them. */
export interface Named {
  variant: string;
  options: Record<string, string>;
  name: string;
}

/** In a link, the name of the rules: no option is called so. */
const NAME = "rules.name";
/** Tables that are told beside one another at most. */
export const MOST_SIDES = 8;

/** The way to a table by these rules, whoever follows it: all of them stand behind the `#`. */
export function setupPath({ variant, options, name }: Named): string {
  const told = new URLSearchParams(name ? { [NAME]: name, ...options } : options).toString();
  return `/new/${variant}${told && `#${told}`}`;
}

/** What a link to a new table brings; what no option is called is left out when the options are known. */
export function rulesIn(hash: string): Omit<Named, "variant"> {
  const { [NAME]: name = "", ...options } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  return { options, name };
}

/** The way to the lab with tables to begin with. */
export const labPath = (sides: ExperimentTable[]) => `/lab#${encodeURIComponent(JSON.stringify(sides))}`;

/** The tables that a link to the lab brings; none where it brings anything else. */
export function sidesIn(hash: string): Required<ExperimentTable>[] {
  try {
    const told: unknown = JSON.parse(decodeURIComponent(hash.slice(1)));
    const sides = (Array.isArray(told) ? told : []).filter(
      (one) => typeof one?.variant === "string" && Object.values(one.options ?? {}).every((v) => typeof v === "string"),
    );
    return sides.slice(0, MOST_SIDES).map(({ variant, options }) => ({ variant, options: { ...options } }));
  } catch {
    return [];
  }
}

/** The numbers from one to another in steps, no more than are told beside one another; none where there are too few. */
export function stepped(from: number, to: number, step: number): string[] {
  if (![from, to, step].every(Number.isInteger) || step < 1 || to <= from) return [];
  const number = Math.floor((to - from) / step) + 1;
  return number > MOST_SIDES ? [] : Array.from({ length: number }, (_, i) => String(from + i * step));
}

/** The values that an option of few has, as it is written; none where it is a number or a text. */
export function valuesOf(option: OptionSetup): { value: string; text: string }[] {
  return option.kind === "one" ? option.values : [];
}

export const ownRules = async () => (await get<OwnRules>("rules")).rules;
export const keepRules = (rules: Named) => post<HouseRules>("rules", rules);
export const forgetRules = (id: string) => post(`rules/${id}/delete`);
