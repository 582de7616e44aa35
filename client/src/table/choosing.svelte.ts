import type { Choice, Scene } from "../lib/protocol";
import type { Session } from "./session.svelte";

export type Pick = Extract<Choice, { kind: "pick" }>;

/** One thing that touching a piece may mean. */
export interface Way {
  text: string;
  take: () => void;
}

/** A piece of my hand: its code and which of its copies. */
export interface Held {
  code: string;
  copy: number;
}

/** What I am choosing: pieces of a gesture that is not complete, or one of several ways to play a piece. */
export class Choosing {
  chosen = $state.raw<Held[]>([]);
  pick = $state.raw<Pick | null>(null);
  /** What else may be added to what is chosen; null before the service has said. */
  private may = $state.raw<string[] | null>(null);
  private complete = $state(false);
  ways = $state.raw<Way[]>([]);
  private verb = "play";

  constructor(private session: Session) {}

  private get choices(): Choice[] {
    return this.session.scene?.choices ?? [];
  }

  /** The codes of pieces that may be touched; null when no piece is asked for. */
  legal(): Set<string> | null {
    if (this.pick) {
      const more = this.may ?? this.pick.pieces.map((piece) => `${this.pick?.verb} ${piece}`);
      return new Set([...more.map(lastWord), ...this.chosen.map((held) => held.code)]);
    }
    const pieces = this.choices.flatMap((choice) => ("pieces" in choice ? choice.pieces : []));
    return pieces.length ? new Set(pieces) : null;
  }

  /** Pieces that may be named and are not in my hand. */
  elsewhere(hand: string[]): string[] {
    return [...(this.legal() ?? [])].filter((code) => !hand.includes(code));
  }

  ready(): boolean {
    const count = this.chosen.length;
    if (!this.pick || !count) return false;
    return this.may ? this.complete : count >= this.pick.least && count <= this.pick.most;
  }

  /** How many pieces the gesture needs, while there are fewer. */
  get needed(): number {
    const least = this.pick?.least ?? 0;
    return this.chosen.length < least ? least : 0;
  }

  isChosen = (held: Held) => this.chosen.some((other) => same(other, held));

  /** A piece was touched: act, add it, ask which way is meant, or have the service say why not. */
  touch(held: Held): void {
    if (this.session.pending) return;
    const ways = this.pick ? this.onwards(held) : this.waysOf(held);
    if (ways.length === 1) ways[0].take();
    else this.ways = ways;
    if (!ways.length) this.askWhy(held);
  }

  confirm(): void {
    if (!this.pick || !this.ready()) return;
    const code = [this.pick.verb, ...this.chosen.map((held) => held.code)].join(" ");
    this.forget();
    void this.session.act(code);
  }

  /** Put the chosen pieces back. */
  forget(): void {
    this.chosen = [];
    this.ways = [];
    this.pick = null;
    this.may = null;
  }

  /** Another scene: keep of a gesture what may still be chosen, forget the rest. */
  renew(scene: Scene): void {
    const verb = scene.choices.find((choice) => "pieces" in choice)?.verb;
    if (verb) this.verb = verb;
    const again = scene.choices.find(
      (choice): choice is Pick => choice.kind === "pick" && choice.verb === this.pick?.verb,
    );
    if (again && this.chosen.every((held) => again.pieces.includes(held.code))) this.pick = again;
    else this.forget();
  }

  private waysOf(held: Held): Way[] {
    return this.choices.flatMap((choice) => {
      if (!("pieces" in choice) || !choice.pieces.includes(held.code)) return [];
      const code = choice.codes[choice.pieces.indexOf(held.code)];
      if (choice.kind === "tap") return [{ text: choice.text, take: () => void this.take(code) }];
      return [{ text: choice.text, take: () => this.toggle(choice, held) }];
    });
  }

  private onwards(held: Held): Way[] {
    const pick = this.pick;
    if (!pick || !this.legal()?.has(held.code)) return [];
    return [{ text: pick.text, take: () => this.toggle(pick, held) }];
  }

  private async take(code: string): Promise<void> {
    this.forget();
    await this.session.act(code);
  }

  private toggle(pick: Pick, held: Held): void {
    this.ways = [];
    this.chosen = this.isChosen(held) ? this.chosen.filter((other) => !same(other, held)) : [...this.chosen, held];
    this.pick = this.chosen.length ? pick : null;
    this.may = null;
    if (this.pick) void this.askDraft(pick);
  }

  private async askDraft(pick: Pick): Promise<void> {
    const asked = this.chosen;
    const answer = await this.session.draft(asked.map((held) => `${pick.verb} ${held.code}`));
    if (this.chosen !== asked) return;
    if (!answer) this.forget();
    else {
      this.may = answer.may.filter((code) => code.startsWith(`${pick.verb} `));
      this.complete = answer.complete;
    }
  }

  private askWhy(held: Held): void {
    if (!this.session.mayAct) return;
    void this.session.why(`${this.pick?.verb ?? this.verb} ${held.code}`);
  }
}

const lastWord = (code: string) => code.split(" ").at(-1) ?? "";
const same = (one: Held, other: Held) => one.code === other.code && one.copy === other.copy;
