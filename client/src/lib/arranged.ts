// A deal that somebody arranges: what lies where, and what is left of the pack.
import type { ArrangedRoom, Arranging } from "./protocol";

/** What lies in each place, in the order of the places. */
export type Laid = readonly (readonly string[])[];

/** Nothing is placed yet. */
export const nothing = (of: Arranging): Laid => of.rooms.map(() => []);

/** How many of each piece are still to be placed, by code. */
export function leftOf(of: Arranging, laid: Laid): Map<string, number> {
  const left = new Map(of.pieces.map((piece) => [piece.code, piece.copies]));
  for (const code of laid.flat()) left.set(code, (left.get(code) ?? 0) - 1);
  return left;
}

/** Lay a piece into a place; the same comes back where there is no room, or no such piece any more. */
export function lay(of: Arranging, laid: Laid, at: number, code: string): Laid {
  const full = (laid[at]?.length ?? 0) >= (of.rooms[at]?.most ?? 0);
  if (full || !(leftOf(of, laid).get(code) ?? 0)) return laid;
  return laid.map((codes, i) => (i === at ? [...codes, code] : codes));
}

/** Take the piece back that lies in a place as its nth. */
export const takeBack = (laid: Laid, at: number, nth: number): Laid =>
  laid.map((codes, i) => (i === at ? codes.filter((_, j) => j !== nth) : codes));

/** The place that the next piece goes to: the same one, or, where that is full, the next that is not. */
export function nextRoom(rooms: readonly ArrangedRoom[], laid: Laid, at: number): number {
  const order = rooms.map((_, i) => (at + i) % rooms.length);
  return order.find((i) => laid[i].length < rooms[i].most) ?? at;
}

/** What the service is told. */
export const placesOf = (rooms: readonly ArrangedRoom[], laid: Laid) =>
  rooms
    .map(({ field, owner }, i) => ({ name: field, owner, pieces: [...laid[i]] }))
    .filter(({ pieces }) => pieces.length);

/** The scores that the service is told: of every seat, or none where all stand at 0. */
export function scored(scores: readonly (number | null | undefined)[], seats: number): number[] {
  const told = Array.from({ length: seats }, (_, i) => scores[i] || 0);
  return told.some(Boolean) ? told : [];
}

/** What of an arrangement fits another number of seats, or the same in another language: places are told by field and owner. */
export function carried(before: Arranging, laid: Laid, now: Arranging): Laid {
  let kept = nothing(now);
  now.rooms.forEach((room, at) => {
    const was = before.rooms.findIndex(({ field, owner }) => field === room.field && owner === room.owner);
    for (const code of laid[was] ?? []) kept = lay(now, kept, at, code);
  });
  return kept;
}
