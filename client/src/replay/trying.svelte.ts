import type { DraftState, Hint, Scene, Tried } from "../lib/protocol";
import { told } from "../lib/words.svelte";
import type { Notice, Seated } from "../table/session.svelte";
import type { Position } from "./branches";
import type { Study } from "./study.svelte";

/** A seat at a position of a replay, at which a move is tried. */
export class Trying implements Seated {
  notice = $state.raw<Notice | null>(null);
  hint: Hint | null = null;
  pending = $state("");

  constructor(
    private study: Study,
    private at: Position,
    readonly scene: Scene,
    readonly pieces: Record<string, string>,
    private viewer: number,
    private went: (there: Position) => void,
  ) {}

  get seat(): number {
    return this.scene.viewer;
  }

  get mayAct(): boolean {
    return this.scene.choices.length > 0;
  }

  get myTurn(): boolean {
    return this.scene.seats.some((seat) => seat.you && seat.acts);
  }

  async act(code: string): Promise<void> {
    if (this.pending) return;
    this.pending = code;
    this.notice = null;
    const there = await this.study.play(this.at, this.seat, code, this.viewer);
    this.pending = "";
    if (there) this.went(there);
    else this.notice = { say: this.study.refusal, clause: "" };
  }

  async why(code: string): Promise<void> {
    const answer = await this.ask({ why: code });
    this.notice = answer?.say ? answer : null;
  }

  async draft(parts: string[]): Promise<Pick<DraftState, "may" | "complete"> | null> {
    const answer = await this.ask({ parts });
    return answer;
  }

  private async ask(what: { why?: string; parts?: string[] }): Promise<Tried | null> {
    try {
      return await this.study.ask<Tried>("/ask", { ...this.at, seat: this.seat, ...what });
    } catch (error) {
      this.notice = { say: told(error), clause: "" };
      return null;
    }
  }
}
