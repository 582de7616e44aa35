import type { Piece, Scene, Zone } from "../lib/protocol";

/** A zone of which all pieces are seen. */
export type Heap = Zone & { pieces: Piece[] };

/** Places that are drawn for what they are, whoever plays; a figure's `closed` hand is seen in replays. */
const DRAWN = ["hand", "trick", "line", "starter", "shown", "closed"];

/**
 * What a player alone has put away, and may look at again: whoever plays with others sees it lie before them.
 *
 * @param asked codes of pieces that are asked for; those that I do not hold stay where they lie
 */
export function heapsOf(scene: Scene, asked = new Set<string>()): Heap[] {
  const held = scene.zones.find((zone) => zone.name === "hand" && zone.seat === scene.viewer)?.pieces ?? [];
  const wanted = new Set([...asked].filter((code) => !held.some((piece) => piece?.code === code)));
  if (scene.seats.length > 1 || scene.form !== "card") return [];
  return scene.zones.filter((zone): zone is Heap => {
    const seen = zone.count > 0 && zone.pieces.every((piece) => piece && !piece.caption && !wanted.has(piece.code));
    return seen && !DRAWN.includes(zone.name);
  });
}
