import type { JudgedPosition } from "../lib/protocol";
import { told } from "../lib/words.svelte";
import type { Position } from "./branches";

/** Where choices are weighed, and the code of the link that shows it. */
export type Weighed = Position & { code: string };

/** What the choices at a position are worth: of the one looked at last, told whenever it was weighed further. */
export class Weighing {
  /** What is told of it; null until something is. */
  found = $state.raw<JudgedPosition | null>(null);
  /** Whether positions are weighed as they are looked at. */
  on = $state(false);
  going = $state(false);
  refusal = $state("");
  private wanted: Weighed | null = null;

  constructor(private ask: (wanted: Weighed & { told: number }) => Promise<JudgedPosition>) {}

  /** Weigh a position until it is weighed no further, or another one is wanted. */
  async go(place: Weighed): Promise<void> {
    this.wanted = place;
    this.found = null;
    this.refusal = "";
    if (this.going) return;
    this.going = true;
    while (this.wanted) await this.further(this.wanted);
    this.going = false;
  }

  /** Ask for no more. */
  stop(): void {
    this.wanted = null;
  }

  private async further(place: Weighed): Promise<void> {
    try {
      const found = await this.ask({ ...place, told: this.found?.times ?? 0 });
      if (place !== this.wanted) return;
      if (found.times) this.found = found;
      if (found.times >= found.all) this.wanted = null;
    } catch (error) {
      if (place !== this.wanted) return;
      this.refusal = told(error);
      this.wanted = null;
    }
  }
}
