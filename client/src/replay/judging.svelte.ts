import { get } from "../lib/api";
import type { Judged, JudgedDeal, JudgedPart } from "../lib/protocol";
import { language, told } from "../lib/words.svelte";

/** What the decisions of a match cost, and what its deals were worth: fetched part by part, for a part that nobody has asked for is judged then. */
export class Judging {
  choices = $state.raw<Judged[]>([]);
  deals = $state.raw<JudgedDeal[]>([]);
  /** Entries that are judged, and how many there are; 0 until the first part has come. */
  done = $state(0);
  all = $state(0);
  going = $state(false);
  refusal = $state("");
  /** In which language the choices are told. */
  private told = "";
  private following = 0;

  constructor(private id: string) {}

  readonly whole = $derived(this.all > 0 && this.done === this.all);

  /** Go on until all is judged, or `stop` is called; in another language all of it is fetched anew. */
  async go(): Promise<void> {
    if (this.going) return;
    if (this.told !== language()) {
      this.told = language();
      this.following = this.done = 0;
      this.choices = [];
      this.deals = [];
    }
    this.going = true;
    this.refusal = "";
    try {
      while (this.going && this.following >= 0) await this.fetch();
    } catch (error) {
      this.refusal = told(error);
    }
    this.going = false;
  }

  /** Ask for no further part. */
  stop(): void {
    this.going = false;
  }

  private async fetch(): Promise<void> {
    const asked = `replays/${this.id}/judged?from=${this.following}&language=${this.told}`;
    const part = await get<JudgedPart>(asked);
    this.choices = [...this.choices, ...part.decisions];
    this.deals = [...this.deals, ...part.deals];
    this.following = part.following;
    this.all = part.all;
    this.done = part.following < 0 ? part.all : part.following;
  }
}
