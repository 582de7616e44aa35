import { get } from "../lib/api";
import { decimal, perCent } from "../lib/numbers";
import type { Hidden } from "../lib/protocol";
import { told } from "../lib/words.svelte";

/** How many answers are kept, for who goes to and fro. */
const KEPT = 40;

/** Where the pieces may lie that a seat does not see: asked one at a time, and what was asked meanwhile only last. */
export class Whereabouts {
  /** What is told of the position asked for last; of another one until it has come. */
  found = $state.raw<Hidden | null>(null);
  going = $state(false);
  refusal = $state("");
  private wanted = "";
  private kept = new Map<string, Hidden>();

  /** `path`: what it is asked of, a replay or a table of mine. */
  constructor(private path: string) {}

  /** Ask for a position, as a seat knows it. */
  async ask(step: number, seat: number, language: string): Promise<void> {
    this.wanted = `at=${step}&seat=${seat}&language=${language}`;
    if (this.going) return;
    this.going = true;
    this.refusal = "";
    for (let asked = ""; asked !== this.wanted;) {
      asked = this.wanted;
      try {
        const found = this.kept.get(asked) ?? (await get<Hidden>(`${this.path}/places?${asked}`));
        this.keep(asked, found);
        this.found = found;
        this.refusal = "";
      } catch (error) {
        this.refusal = told(error);
      }
    }
    this.going = false;
  }

  private keep(asked: string, found: Hidden): void {
    this.kept.set(asked, found);
    if (this.kept.size > KEPT) this.kept.delete([...this.kept.keys()][0]);
  }
}

/** A share in per cent; what is only nearly nothing, or nearly all, is not told as that. */
export function shareInWords(share: number): string {
  if (share > 0 && share < 0.005) return perCent("<1");
  if (share > 0.995 && share < 1 - 1e-9) return perCent(">99");
  return perCent(decimal(100 * share, 0));
}
