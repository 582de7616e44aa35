import type { Piece } from "../lib/protocol";

/** Dice that were not thrown again stay where they lie; the others take the places that have become free. */
export function settled(before: Piece[], now: Piece[]): Piece[] {
  if (before.length !== now.length) return now;
  const left = [...now];
  const kept = before.map((piece) => {
    const at = left.findIndex((other) => other.code === piece.code);
    return at < 0 ? null : left.splice(at, 1)[0];
  });
  if (left.length === now.length) return now;
  return kept.map((piece) => piece ?? (left.shift() as Piece));
}
