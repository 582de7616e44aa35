import type { Piece } from "../lib/protocol";
import { say } from "../lib/words.svelte";

/** A piece for ears, with what it stands for. */
export function called(piece: Piece, names: Record<string, string>): string {
  const name = names[piece.code] ?? piece.glyph;
  return piece.stands ? say("table.stands", { name, other: names[piece.stands.code] ?? piece.stands.glyph }) : name;
}
