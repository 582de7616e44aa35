import type { Scene, SceneSeat, TableSeat, Zone } from "../lib/protocol";
import { joined, say } from "../lib/words.svelte";

/** Sides are told apart by a sign and a colour. */
export const TEAMS = ["one", "two", "three", "four"];
export const SIGNS = ["▲", "●", "■", "◆"];
/** What is held: cards, or how other pieces are called. */
const HELD = { card: "table.seat", domino: "table.seat_tiles", d6: "table.seat_dice", d12: "table.seat_dice" };

/** Who plays a seat in a person's place, or that nobody does; empty where that need not be said. */
export function presenceOf(sitter: TableSeat | undefined): string {
  if (!sitter) return "";
  if (sitter.kind === "bot") return sitter.bot ? say(`table.level.${sitter.bot}`) : "";
  if (sitter.standin) return say(`table.standin.${sitter.standin}`);
  return sitter.here || sitter.kind === "open" ? "" : say("table.gone");
}

/** A seat for ears, with what else is said of it. */
export function seatAloud(seat: SceneSeat, form: Scene["form"], more: string[]): string {
  return say(HELD[form], { name: seat.name, held: seat.held, score: seat.score, more: listed(more) });
}

/** A figure for ears: a seat that nobody plays. */
export function figureAloud(seat: SceneSeat, hand: Zone | undefined, more: string[]): string {
  const key = hand ? "table.figure_holds" : "table.figure";
  return say(key, { name: seat.name, held: hand?.count ?? seat.held, score: seat.score, more: listed(more) });
}

const listed = (more: string[]) => joined(["", ...more.filter(Boolean)]);
