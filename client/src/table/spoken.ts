import type { Piece, Scene } from "../lib/protocol";
import { say } from "../lib/words.svelte";

/** Learns the glyphs of the pieces that were seen, and writes sentences for ears: `♠10` as `ten of spades`. */
export class Spoken {
  private codes = new Map<string, string>();
  private pattern: RegExp | null = null;

  /** Remember the glyphs of a scene. */
  learn(scene: Scene): void {
    const tricks = (scene.last_trick ?? []).flatMap((entry) => entry.pieces);
    for (const piece of [...scene.zones.flatMap((zone) => zone.pieces), ...tricks]) if (piece) this.add(piece);
  }

  /** Write a sentence with the names of pieces in place of their glyphs. */
  say(sentence: string, names: Record<string, string>): string {
    const glyphs = [...this.codes.keys()].sort((one, other) => other.length - one.length).map(escaped);
    if (!glyphs.length) return sentence;
    const pattern = glyphs.join("|");
    this.pattern ??= new RegExp(pattern, "g");
    const meant = sentence.replace(new RegExp(`(${pattern})=(${pattern})`, "g"), (_, name, other) =>
      say("table.stands", { name, other }),
    );
    return meant.replace(this.pattern, (glyph) => names[this.codes.get(glyph) ?? ""] ?? glyph);
  }

  private add(piece: Piece): void {
    // A number is spoken as it is, wherever it stands.
    if (this.codes.has(piece.glyph) || /^\d+$/.test(piece.glyph)) return;
    this.codes.set(piece.glyph, piece.code);
    this.pattern = null;
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
