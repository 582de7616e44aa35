import { get, post } from "../lib/api";
import type { Note, NotesCode, OwnNotes, SharedNotes } from "../lib/protocol";
import { known, start, told } from "../lib/words.svelte";

/** What is written at the steps of a replay: my notes, and somebody's who gave out a link to theirs. */
export class Notes {
  mine = $state.raw<Note[]>([]);
  /** Of the link that shows mine; empty while I have given none out. */
  code = $state("");
  theirs = $state.raw<SharedNotes | null>(null);
  refusal = $state("");
  busy = $state(false);
  private asked = "";

  constructor(private id: string) {}

  at(step: number): string {
    return this.mine.find((note) => note.step === step)?.text ?? "";
  }

  /** Fetch mine, and those that a link shows. */
  async open(code: string): Promise<void> {
    await this.try(async () => {
      if (start.value?.me.known) ({ notes: this.mine, code: this.code } = await get<OwnNotes>(`${this.path}`));
    });
    await this.read(code);
  }

  /** Fetch what somebody has written. */
  async read(code: string): Promise<void> {
    if (code === this.asked) return;
    this.asked = code;
    this.theirs = null;
    if (code) await this.try(async () => void (this.theirs = await post<SharedNotes>(`${this.path}/shared`, { code })));
  }

  /** Keep a note; an empty one is none. Tell whether it is kept. */
  write(step: number, text: string): Promise<boolean> {
    return this.try(async () => {
      const kept = await post<Note>(this.path, { step, text });
      known();
      const others = this.mine.filter((note) => note.step !== step);
      this.mine = (kept.text ? [...others, kept] : others).sort((one, other) => one.step - other.step);
    });
  }

  /** Let whoever has the link read mine, or nobody any more. */
  share(on: boolean): Promise<boolean> {
    return this.try(async () => void ({ code: this.code } = await post<NotesCode>(`${this.path}/share`, { on })));
  }

  private get path(): string {
    return `replays/${this.id}/notes`;
  }

  private async try(work: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    this.refusal = "";
    try {
      await work();
      return true;
    } catch (error) {
      this.refusal = told(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
