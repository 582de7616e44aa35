import { post } from "./api";
import type { Invitation, Level, Made, NewTable, PlayedMatch, PlayedSeat, Settings, Tile } from "./protocol";
import { go } from "./router.svelte";
import { say } from "./words.svelte";

export const USUAL: Settings = {
  spectators: true,
  move_time: 0,
  undo: true,
  grace: 60,
  scored: null,
  bots_bluff: false,
  lesson: "",
  rules: "",
};

/** Set a table and sit down at it. */
export async function setTable(table: NewTable): Promise<void> {
  const { id } = await post<Made>("tables", table);
  go(`/t/${id}`);
}

/** What is played, by the name of its rules where somebody has given them one. */
export const entitled = (title: string, rules: string) => (rules ? say("rules.called", { rules, title }) : title);

/** Whether a game is for one. */
export const forOne = (variant: Tile["variants"][number]) => variant.seats[1] === 1;

/** A game as it is usually played: me first, then bots of a level, or seats for whoever has the link. */
export function usualTable(variant: Tile["variants"][number], others: "bot" | "open", level: Level): NewTable {
  const other = others === "bot" ? { kind: "bot" as const, bot: level } : { kind: "open" as const };
  return {
    variant: variant.name,
    seats: [{ kind: "me" }, ...Array.from({ length: variant.usual - 1 }, () => other)],
    options: {},
    settings: { ...USUAL },
    start: others === "bot",
  };
}

/** The place a seat came to; where sides of several play each counts as one: behind the winners of two sides is the second. */
export function placeOf(seat: PlayedSeat, { seats }: Pick<PlayedMatch, "seats">): number | null {
  const places = seats.map((one) => one.place ?? 0);
  const distinct = [...new Set(places)];
  const together = places.length / distinct.length;
  const sides = together > 1 && distinct.every((one) => places.filter((other) => other === one).length === together);
  return seat.place && sides ? 1 + distinct.filter((one) => one < Number(seat.place)).length : seat.place;
}

/** Put somebody on a chair. I sit on exactly one: who was on mine changes places with me, and I never vanish. */
export function reseated(seats: NewTable["seats"], at: number, seat: NewTable["seats"][number]): NewTable["seats"] {
  const mine = seats.findIndex((one) => one.kind === "me");
  const next = at === mine && seat.kind !== "me" ? (at + 1) % seats.length : -1;
  if (next === at) return seats;
  return seats.map((one, i) => {
    if (i === at) return seat;
    if (i === next) return { kind: "me" };
    return seat.kind === "me" && i === mine ? seats[at] : one;
  });
}

/** Whom an address reaches: this machine alone, those in its network, or everybody. */
export function reach(address: string): "machine" | "network" | "internet" {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "");
  if (host === "localhost" || host === "::1" || host.startsWith("127.")) return "machine";
  const near = /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|f[cd][0-9a-f]{2}:|fe80:)/.test(host);
  return near || host.endsWith(".local") || !/[.:]/.test(host) ? "network" : "internet";
}

/** The link to a table: where this page's own address is this machine's alone, by the network's, if there is one. */
export function invitationTo(
  table: string,
  { secret, network }: Pick<Invitation, "secret" | "network">,
  origin = location.origin,
): string {
  return `${reach(origin) === "machine" && network ? network : origin}/t/${table}#${secret}`;
}
