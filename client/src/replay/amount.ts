import { region } from "../lib/days";
import { say } from "../lib/words.svelte";
import type { Sum } from "./judged";

/** What something cost, with its unit and how sure that is. */
export function amount(one: Pick<Sum, "unit" | "cost" | "error" | "exact">): string {
  const unit = one.unit === "win" || one.unit === "success" ? "chance" : one.unit;
  const number = new Intl.NumberFormat(region(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const facts = { cost: number.format(one.cost), error: number.format(one.error) };
  return say(`replay.judged.${unit}${one.exact ? "_exact" : ""}`, facts);
}
