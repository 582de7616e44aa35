import type { Scene, SceneSeat, Zone } from "../lib/protocol";

/** All who sit at the table: the seats, and after them the figures that nobody plays. */
export const sidesOf = (scene: Scene): SceneSeat[] => [...scene.seats, ...scene.figures];

/** Who has this number: a seat or a figure; nobody for −1. */
export const sideOf = (scene: Scene, side: number): SceneSeat | undefined =>
  sidesOf(scene).find((one) => one.seat === side);

/** Who deals, -1 where that is not told. */
export const dealerOf = (scene: Scene): number =>
  scene.seats.find((seat) => seat.marks.some((mark) => mark.name === "dealer"))?.seat ?? -1;

/** What a seat holds, or has to choose from again. */
export function heldBy(scene: Scene, seat: number): Zone | undefined {
  const own = scene.zones.filter((zone) => zone.seat === seat);
  const named = own.find((zone) => zone.named && zone.count);
  return named ? { ...named, name: "hand" } : own.find((zone) => zone.name === "hand");
}

/** Which side takes the trick that lies there, undefined for none: the one marked, or who took it when it is complete. */
export function takingIt(scene: Scene): number | undefined {
  if (scene.revealed) return scene.revealed.seat;
  const marked = sidesOf(scene).find((one) => one.marks.some((mark) => mark.name === "best_seat"))?.seat;
  return lingers(scene) && scene.last_taker >= 0 ? scene.last_taker : marked;
}

/** Whether the trick that lies there is the one completed last. */
export function lingers(scene: Scene): boolean {
  const lying = scene.zones.filter((zone) => zone.name === "trick");
  const codes = lying.flatMap((zone) => zone.pieces.map((piece) => piece?.code));
  return !!scene.last_trick && codes.join() === codesOf(scene.last_trick).join();
}

export const codesOf = (trick: NonNullable<Scene["last_trick"]>) =>
  trick.flatMap((entry) => entry.pieces.map((piece) => piece.code));

/** The trick of this deal completed last and who took it, while nothing of mine lies in the next; null for none. */
export function takenBefore(scene: Scene) {
  const number = Number.parseInt(String(scene.facts.find((fact) => fact.name === "trick")?.value));
  if (!(number > 1)) return null;
  const laid = scene.last_trick?.find((entry) => entry.seat === scene.last_taker);
  const who = sideOf(scene, scene.last_taker);
  const mine = scene.zones.some((zone) => zone.name === "trick" && zone.seat === scene.viewer && zone.count);
  return laid?.pieces.length && who && !mine ? { who, laid } : null;
}
