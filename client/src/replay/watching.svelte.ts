import { get } from "../lib/api";
import { preferences } from "../lib/preferences.svelte";
import type { Moves, Replay, Scene } from "../lib/protocol";
import { language, say, told } from "../lib/words.svelte";
import { withTrick } from "../table/frames";
import { Spoken } from "../table/spoken";
import { ALL_HANDS, asked, type Spot, written } from "./address";
import { endOf, home, type Position, rootOf } from "./branches";
import { newRoom, Together } from "./together.svelte";
import { Judging } from "./judging.svelte";
import { Notes } from "./notes.svelte";
import { Study } from "./study.svelte";
import { Trying } from "./trying.svelte";
import { Weighing } from "./weighing.svelte";

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
  /** The variation along whose line we walk; 0 is the match. */
  of = $state(0);
  viewer = $state(ALL_HANDS);
  /** Of the notes that the address shows; empty for none. */
  code = $state("");
  readonly notes: Notes;
  readonly judging: Judging;
  readonly study: Study;
  readonly weighing: Weighing;
  /** The position whose table may be played at; null while it is looked at. */
  trying = $state.raw<Trying | null>(null);
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
    this.study = new Study(id);
    this.weighing = new Weighing((wanted) => this.study.ask("/judged", wanted));
  }

  /** The last step of the match. */
  readonly whole = $derived(this.replay ? this.replay.steps - 1 : 0);
  /** The last step of the line that we walk. */
  readonly last = $derived.by(() => endOf(this.study.branches, this.of, this.whole));
  /** The last step of it that is the match's. */
  readonly root = $derived.by(() => rootOf(this.study.branches, this.of, this.whole));
  /** The position that is shown: of a variation, or of the match. */
  readonly here = $derived.by(() => home(this.study.branches, { of: this.of, step: this.step }));
  /** The number of the deal, from 1; 0 before the first. */
  readonly deal = $derived(this.replay?.deals.filter((first) => first <= Math.min(this.step, this.root)).length ?? 0);
  /** Whether the variations are mine, or somebody's who shows them. */
  readonly mine = $derived.by(() => !this.code || this.code === this.notes.code);

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
    const { step, of, viewer, code, fault } = asked(hash, this.replay);
    const other = code !== this.code;
    this.code = code;
    const reading = this.study.read(viewer, code);
    if (of) await reading;
    const missing = of > this.study.branches.length;
    await this.go({ step, of, viewer });
    if (other) void this.notes.read(code);
    const missed = missing ? "no_variation" : fault;
    this.missed = missed && say(`replay.link.${missed}`, { last: this.last, step: this.step });
  }

  /** Look at my variations, no longer at those that a link shows. */
  async own(): Promise<void> {
    this.code = "";
    await this.study.read(this.viewer, "");
    await this.go({ of: 0, step: Math.min(this.step, this.root) });
  }

  /** Look at this together with others; whoever made the room leads in it. */
  join(room: string): Together {
    const here = () => ({ step: Math.min(this.step, this.root), viewer: this.viewer });
    this.together = new Together(
      `${this.id}/${room}`,
      here,
      (place) => void this.see({ ...place, of: 0 }),
      room === this.made,
    );
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
  private async see({ step = this.step, of = this.of, viewer = this.viewer }: Partial<Spot>): Promise<void> {
    this.trying = null;
    this.of = of <= this.study.branches.length ? of : 0;
    this.step = Math.min(Math.max(step, 0), this.last);
    this.viewer = viewer < (this.replay?.names.length ?? Infinity) ? viewer : ALL_HANDS;
    this.missed = "";
    const wanted = () => [this.step, this.of, this.viewer, language()].join();
    const before = wanted();
    try {
      const scene = await this.sceneAt(this.here, this.viewer);
      if (before === wanted()) this.show(scene);
    } catch (error) {
      this.pause();
      this.refusal = told(error);
    }
  }

  /** The scene of a position, as somebody sees it. */
  private async sceneAt({ of, step }: Position, viewer: number): Promise<Scene> {
    if (of) return this.study.scene({ of, step }, viewer, this.mine ? "" : this.code, language());
    return (await this.block(Math.floor(step / BLOCK), viewer))[step % BLOCK];
  }

  /** Play at the position that is shown, on a seat; the first that must act, unless one is named. */
  async try(seat = this.scene?.seats.find((one) => one.acts)?.seat ?? -1): Promise<void> {
    this.pause();
    if (seat < 0 || !this.replay) return;
    const [at, before] = [this.here, this.address];
    try {
      const scene = await this.sceneAt(at, seat);
      if (before !== this.address) return;
      const went = (there: Position) => void this.went(there);
      this.trying = new Trying(this.study, at, scene, this.replay.pieces, this.viewer, went);
    } catch (error) {
      this.refusal = told(error);
    }
  }

  /** Go where a move that was tried leads, and play on there as long as somebody is to act. */
  private async went(there: Position): Promise<void> {
    await this.go(there);
    await this.try();
  }

  /** Take away what leads to the position that is shown, and what follows; at a variation's beginning all of it. */
  async cut(of: number, step: number): Promise<void> {
    const there = await this.study.cut({ of, step }, this.viewer);
    if (there) await this.go(there);
  }

  /** Go on or back by a number of tricks, or of deals. */
  leap(marks: number[], by: 1 | -1): void {
    const own = marks.filter((mark) => mark <= this.root);
    const beyond = by > 0 ? own.find((mark) => mark > this.step) : own.findLast((mark) => mark < this.step);
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
    const ends = !this.here.of && this.replay?.tricks.includes(this.step);
    this.scene = closed(ends ? withTrick(scene) : scene);
    this.shown = this.step;
    if (this.here.of) return;
    const soon = Math.floor(Math.min(this.step + NEARLY, this.root) / BLOCK);
    this.block(soon, this.viewer).catch(() => {});
  }

  private block(number: number, viewer: number): Promise<Scene[]> {
    const from = number * BLOCK;
    const to = Math.min(from + BLOCK - 1, this.whole);
    const path = `replays/${this.id}/steps?from=${from}&to=${to}&viewer=${viewer}&language=${language()}`;
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
