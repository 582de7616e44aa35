import { get } from "../lib/api";
import { preferences } from "../lib/preferences.svelte";
import type { Moves, Replay, Scene } from "../lib/protocol";
import { language, say, told } from "../lib/words.svelte";
import { withTrick } from "../table/frames";
import { Spoken } from "../table/spoken";
import { ALL_HANDS, asked, type Spot, written } from "./address";
import { newRoom, Together } from "./together.svelte";
import { Judging } from "./judging.svelte";
import { Notes } from "./notes.svelte";

/** Positions are fetched so many at a time. */
const BLOCK = 30;
const NEARLY = 6;

/** How long a position rests while the match plays, in milliseconds. */
const rest = () => ({ slow: 2200, usual: 1300, fast: 700, none: 1300 })[preferences.speed];

/** One look back on a match: where in it we are, through whose eyes, and the positions fetched so far. */
export class Watching {
  replay = $state.raw<Replay | null>(null);
  scene = $state.raw<Scene | null>(null);
  /** The step that the scene shows; it comes after `step` while a position is being fetched. */
  shown = $state(0);
  step = $state(0);
  viewer = $state(ALL_HANDS);
  /** Of the notes that the address shows; empty for none. */
  code = $state("");
  readonly notes: Notes;
  readonly judging: Judging;
  playing = $state(false);
  refusal = $state("");
  /** What the address asked for and this match has not. */
  missed = $state("");
  /** What happened in each step but the first, as whoever looks read it; null until it is fetched. */
  moves = $state.raw<string[] | null>(null);
  /** Why it could not be fetched. */
  unlisted = $state("");
  readonly spoken = new Spoken();
  private blocks = new Map<string, Promise<Scene[]>>();
  together = $state.raw<Together | null>(null);
  private made = "";
  private timer = 0;
  private told = "";

  constructor(private id: string) {
    this.notes = new Notes(id);
    this.judging = new Judging(id);
  }

  readonly last = $derived(this.replay ? this.replay.steps - 1 : 0);
  /** The number of the deal, from 1; 0 before the first. */
  readonly deal = $derived(this.replay?.deals.filter((first) => first <= this.step).length ?? 0);

  /** What stands after `#` in the address of what is shown. */
  readonly address = $derived(written(this));

  /** Fetch what the record holds, and go where an address asks, or stay where we are. */
  async open(hash?: string): Promise<void> {
    try {
      this.replay = await get<Replay>(`replays/${this.id}?language=${language()}`);
    } catch (error) {
      this.refusal = told(error);
      return;
    }
    if (hash === undefined && this.scene) await this.go({});
    else {
      await this.arrive(hash ?? "");
      await this.notes.open(this.code);
    }
  }

  /** Go where an address asks, as far as there is such a place. */
  async arrive(hash: string): Promise<void> {
    if (!this.replay) return;
    this.pause();
    const { step, viewer, code, fault } = asked(hash, this.replay);
    const other = code !== this.code;
    this.code = code;
    await this.go({ step, viewer });
    if (other) void this.notes.read(code);
    this.missed = fault && say(`replay.link.${fault}`, { last: this.last, step: this.step });
  }

  /** Look at this together with others; whoever made the room leads in it. */
  join(room: string): Together {
    const here = () => ({ step: this.step, viewer: this.viewer });
    this.together = new Together(`${this.id}/${room}`, here, (place) => void this.see(place), room === this.made);
    return this.together;
  }

  /** Make the name of a new room in which I lead. */
  makeRoom(): string {
    return (this.made = newRoom());
  }

  /** Go to a position, or look at the same one through other eyes. */
  async go(place: Partial<Spot>): Promise<void> {
    const going = this.see(place);
    this.together?.went();
    await going;
  }

  /** Show a position. */
  private async see({ step = this.step, viewer = this.viewer }: Partial<Spot>): Promise<void> {
    this.step = Math.min(Math.max(step, 0), this.last);
    this.viewer = viewer < (this.replay?.names.length ?? Infinity) ? viewer : ALL_HANDS;
    this.missed = "";
    const wanted = [this.step, this.viewer, language()].join();
    try {
      const scenes = await this.block(Math.floor(this.step / BLOCK));
      if (wanted !== [this.step, this.viewer, language()].join()) return;
      this.show(scenes[this.step % BLOCK]);
    } catch (error) {
      this.pause();
      this.refusal = told(error);
    }
  }

  /** Go on or back by a number of tricks, or of deals. */
  leap(marks: number[], by: 1 | -1): void {
    const beyond = by > 0 ? marks.find((mark) => mark > this.step) : marks.findLast((mark) => mark < this.step);
    void this.go({ step: beyond ?? (by > 0 ? this.last : 0) });
  }

  /** Fetch what happened, as it is read through the eyes chosen now. */
  async tellMoves(): Promise<void> {
    const path = `replays/${this.id}/moves?viewer=${this.viewer}&language=${language()}`;
    if (path === this.told && !this.unlisted) return;
    this.told = path;
    this.unlisted = "";
    try {
      const { moves } = await get<Moves>(path);
      if (path === this.told) this.moves = moves;
    } catch (error) {
      if (path === this.told) this.unlisted = told(error);
    }
  }

  play(): void {
    this.playing = true;
    if (this.step === this.last) void this.go({ step: 0 });
    this.wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private wait(): void {
    clearTimeout(this.timer);
    const long = this.replay?.tricks.includes(this.step) ? 2 : 1;
    this.timer = setTimeout(async () => {
      await this.go({ step: this.step + 1 });
      if (this.step === this.last) this.pause();
      if (this.playing) this.wait();
    }, long * rest());
  }

  private show(scene: Scene): void {
    this.refusal = "";
    this.spoken.learn(scene);
    this.scene = closed(this.replay?.tricks.includes(this.step) ? withTrick(scene) : scene);
    this.shown = this.step;
    const soon = Math.floor(Math.min(this.step + NEARLY, this.last) / BLOCK);
    this.block(soon).catch(() => {});
  }

  private block(number: number): Promise<Scene[]> {
    const from = number * BLOCK;
    const to = Math.min(from + BLOCK - 1, this.last);
    const path = `replays/${this.id}/steps?from=${from}&to=${to}&viewer=${this.viewer}&language=${language()}`;
    const known = this.blocks.get(path);
    if (known) return known;
    const asked = get<{ steps: Scene[] }>(path).then((answer) => answer.steps);
    this.blocks.set(path, asked);
    asked.catch(() => this.blocks.delete(path));
    return asked;
  }
}

/** A scene to be looked at, not played in: the stock stays closed, and nobody's hand is in hand. */
function closed(scene: Scene): Scene {
  const zones = scene.zones.map((zone) =>
    zone.name === "stock" ? { ...zone, pieces: zone.pieces.map(() => null) } : zone,
  );
  return { ...scene, zones, seats: scene.seats.map((seat) => ({ ...seat, you: false })) };
}
