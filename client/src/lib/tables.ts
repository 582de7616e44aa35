import { post } from "./api";
import type { Made, NewTable, Settings, Tile } from "./protocol";
import { go } from "./router.svelte";

export const USUAL: Settings = {
  spectators: true,
  move_time: 0,
  undo: true,
  grace: 60,
  scored: null,
  bots_bluff: false,
};

/** Set a table and sit down at it. */
export async function setTable(table: NewTable): Promise<void> {
  const { id } = await post<Made>("tables", table);
  go(`/t/${id}`);
}

/** Whether a game is for one. */
export const forOne = (variant: Tile["variants"][number]) => variant.seats[1] === 1;

/** A game as it is usually played: me first, then simple bots, or seats for whoever has the link. */
export function usualTable(variant: Tile["variants"][number], others: "bot" | "open"): NewTable {
  const other = others === "bot" ? { kind: "bot" as const, bot: "simple" as const } : { kind: "open" as const };
  return {
    variant: variant.name,
    seats: [{ kind: "me" }, ...Array.from({ length: variant.usual - 1 }, () => other)],
    options: {},
    settings: { ...USUAL },
    start: others === "bot",
  };
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
