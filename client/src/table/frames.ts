import type { Scene, Zone } from "../lib/protocol";

/** A scene as it is drawn for a moment; `rests` while a finished trick is to be seen. */
export interface Frame {
  scene: Scene;
  rests: boolean;
}

type Entry = NonNullable<Scene["last_trick"]>[number];

/** The frames that lead from one scene to the next: a trick that was finished is seen whole before it goes. */
export function framesBetween(before: Scene | null, next: Scene): Frame[] {
  if (!before) return [{ scene: next, rests: false }];
  const finished = next.last_trick && !sameTrick(before.last_trick, next.last_trick);
  if (finished)
    return [
      { scene: withTrick(next), rests: true },
      { scene: cleared(next), rests: false },
    ];
  return [{ scene: lingers(next) ? cleared(next) : next, rests: false }];
}

/** A scene with its last trick lying in the middle, complete. */
export function withTrick(scene: Scene): Scene {
  const text = scene.zones.find((zone) => zone.name === "trick")?.text ?? "";
  const trick = (scene.last_trick ?? []).map((entry): Zone => ({
    name: "trick",
    text,
    seat: entry.seat,
    count: entry.pieces.length,
    pieces: entry.pieces,
  }));
  return { ...scene, zones: [...cleared(scene).zones, ...trick] };
}

/** Who takes a trick that lies complete: the seat that is marked best, else the one that leads. */
export function takerOf(scene: Scene): number {
  const marked = (name: string) => scene.seats.find((seat) => seat.marks.some((mark) => mark.name === name))?.seat;
  return marked("best_seat") ?? marked("leader") ?? -1;
}

function cleared(scene: Scene): Scene {
  return { ...scene, zones: scene.zones.filter((zone) => zone.name !== "trick") };
}

/** Some games leave the finished trick lying until the next lead. */
function lingers(scene: Scene): boolean {
  const lying = scene.zones.filter((zone) => zone.name === "trick");
  const codes = lying.flatMap((zone) => zone.pieces.map((piece) => piece?.code));
  return !!scene.last_trick && codes.join() === codesOf(scene.last_trick).join();
}

const codesOf = (trick: Entry[]) => trick.flatMap((entry) => entry.pieces.map((piece) => piece.code));

const sameTrick = (one: Entry[] | null, other: Entry[]) => !!one && codesOf(one).join() === codesOf(other).join();
