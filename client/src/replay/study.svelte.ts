import { post } from "../lib/api";
import type { Branch, Branches, Scene } from "../lib/protocol";
import { known, language, start, told } from "../lib/words.svelte";
import type { Position } from "./branches";

/** Positions are fetched so many at a time. */
const BLOCK = 30;

/** The variations at a replay: mine, or those to which a link's code leads. */
export class Study {
  branches = $state.raw<Branch[]>([]);
  refusal = $state("");
  busy = $state(false);
  private blocks = new Map<string, Promise<Scene[]>>();
  private asked = "";
  private reading = Promise.resolve();

  constructor(private id: string) {}

  /** Fetch them, told as a viewer reads them; what was fetched just so is only fetched again where it is asked for. */
  read(viewer: number, code: string, again = false): Promise<void> {
    const asked = [viewer, code, language()].join();
    if (asked === this.asked && !again && !this.refusal) return this.reading;
    this.asked = asked;
    return (this.reading = this.fetchAll(asked, viewer, code));
  }

  private async fetchAll(asked: string, viewer: number, code: string): Promise<void> {
    await this.try(async () => {
      const { branches } = code || start.value?.me.known ? await this.ask<Branches>("", { viewer, code }) : NONE;
      if (asked === this.asked) this.take(branches);
    });
  }

  /** Try a move; return where it leads, null where it was refused. */
  play = ({ of, step }: Position, seat: number, act: string, viewer: number) =>
    this.change("play", { of, step, seat, act, viewer });

  /** Say something of a position of a variation. */
  say = ({ of, step }: Position, text: string, viewer: number) => this.change("say", { of, step, text, viewer });

  /** Take away what leads to a position, and all that follows. */
  cut = ({ of, step }: Position, viewer: number) => this.change("cut", { of, step, viewer });

  /** The scene of a position of a variation. */
  async scene({ of, step }: Position, viewer: number, code: string, language: string): Promise<Scene> {
    const { step: begins, moves } = this.branches[of - 1];
    const first = begins + BLOCK * Math.floor((step - begins) / BLOCK);
    const last = Math.min(first + BLOCK - 1, begins + moves.length);
    const key = [of, first, viewer, code, language].join();
    const block = this.blocks.get(key) ?? this.fetch({ of, first, last, viewer, code });
    this.blocks.set(key, block);
    block.catch(() => this.blocks.delete(key));
    return (await block)[step - first];
  }

  /** Ask something of a position without a change. */
  ask<T>(what: string, body: object): Promise<T> {
    return post<T>(`replays/${this.id}/study${what}`, body);
  }

  private async fetch(wanted: object): Promise<Scene[]> {
    return (await this.ask<{ steps: Scene[] }>("/scenes", wanted)).steps;
  }

  private take(branches: Branch[]): void {
    this.branches = branches;
    this.blocks.clear();
  }

  private async change(how: string, wanted: object): Promise<Position | null> {
    let there: Position | null = null;
    await this.try(async () => {
      const { branches, of, step } = await this.ask<Branches>(`/${how}`, wanted);
      known();
      this.take(branches);
      there = { of, step };
    });
    return there;
  }

  private async try(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.refusal = "";
    try {
      await work();
    } catch (error) {
      this.refusal = told(error);
    }
    this.busy = false;
  }
}

const NONE: Branches = { branches: [], of: 0, step: 0 };
