import { decimal } from "../lib/numbers";
import { say } from "../lib/words.svelte";
import type { Sum } from "./judged";

/** What something cost, with its unit and how sure that is. */
export function amount(one: Pick<Sum, "unit" | "cost" | "error" | "exact">): string {
  const unit = one.unit === "win" || one.unit === "success" ? "chance" : one.unit;
  const facts = { cost: decimal(one.cost), error: decimal(one.error) };
  return say(`replay.judged.${unit}${one.exact ? "_exact" : ""}`, facts);
}
