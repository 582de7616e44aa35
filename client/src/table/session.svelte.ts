import { preferences } from "../lib/preferences.svelte";
import { Connection } from "../lib/socket";
import { say } from "../lib/words.svelte";
import type {
  DraftState,
  Farewell,
  ServerMessage,
  Hint,
  Lesson,
  Level,
  LanguageCode,
  LogLine,
  ChatLine,
  Scene,
  SheetRow,
  TableState,
} from "../lib/protocol";
import { Bubbles } from "./bubbles.svelte";
import { Showing } from "./showing.svelte";
import { Spoken } from "./spoken";

/** A sentence of the table to me, with the clause that it comes from. */
export interface Notice {
  say: string;
  clause: string;
  /** Somebody was first: that stands until it is read, whatever happens meanwhile. */
  late?: boolean;
}

/** Which of the lines that were told are told no more. */
function goneFrom(log: LogLine[], scene: Scene): LogLine[] {
  const first = scene.log[0]?.number ?? 0;
  return log.filter((line) => line.number >= first && !scene.log.some((other) => other.number === line.number));
}

/** What is played on a seat, whatever there is around it: a table with others, or a position of a match that is over. */
export interface Seated {
  readonly scene: Scene | null;
  /** Names of pieces for ears, by code. */
  readonly pieces: Record<string, string>;
  readonly hint: Hint | null;
  readonly notice: Notice | null;
  /** What was sent and is not answered yet. */
  readonly pending: string;
  readonly mayAct: boolean;
  readonly myTurn: boolean;
  act(code: string): Promise<void>;
  why(code: string): Promise<void>;
  draft(parts: string[]): Promise<Pick<DraftState, "may" | "complete"> | null>;
}

/** What a page knows of one table, and what it may ask of it. */
export class Session implements Seated {
  table = $state.raw<TableState | null>(null);
  /** The newest scene; what is drawn comes after it, in `showing`. */
  scene = $state.raw<Scene | null>(null);
  log = $state.raw<LogLine[]>([]);
  said = $state.raw<ChatLine[]>([]);
  /** The talk stands before whoever sits here. */
  reading = $state(false);
  sheet = $state.raw<SheetRow[]>([]);
  notice = $state.raw<Notice | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** What was told and was taken back just now; it stands until something happens. */
  takenBack = $state.raw<LogLine[]>([]);
  lesson = $state.raw<Lesson | null>(null);
  /** The rest of the deal does not matter. */
  settled = $state(false);
  /** What was sent and is not answered yet. */
  pending = $state("");
  online = $state(false);
  /** Why the service closed the table to me, for good; 0 if it did not. */
  closed = $state(0);
  /** What the service said before it closed the table to me. */
  farewell = $state.raw<Farewell | null>(null);
  /** When whoever must act has no time left; 0 without a limit. */
  deadline = $state(0);
  readonly showing = new Showing();
  readonly spoken = new Spoken();
  readonly bubbles = new Bubbles();
  private connection: Connection;

  constructor(id: string) {
    this.connection = new Connection(
      id,
      (message) => this.hear(message),
      (is) => (this.online = is),
      (code) => (this.closed = code),
    );
  }

  close(): void {
    this.connection.close();
    this.showing.stop();
    this.bubbles.stop();
  }

  get pieces(): Record<string, string> {
    return this.table?.pieces ?? {};
  }

  /** Whether something is asked of me, or offered to me. */
  get mayAct(): boolean {
    return !!this.scene?.choices.length;
  }

  get myTurn(): boolean {
    const acts = this.scene?.seats.some((seat) => seat.you && seat.acts) ?? false;
    return acts && this.table?.state !== "over"; // one that became too long is not played on
  }

  /** What was taken back, in words: the first of it, and whether more went with it. */
  get undone(): string {
    const [first, ...more] = this.takenBack;
    return first ? say(more.length ? "table.taken_back_all" : "table.taken_back", { text: first.text }) : "";
  }

  /** Take an action: one gesture, one code. */
  async act(code: string): Promise<void> {
    if (!this.scene || this.pending) return;
    this.pending = code;
    this.notice = this.hint = null;
    this.showing.jump();
    const answer = await this.connection.send({ type: "act", number: this.scene.number, code });
    if (this.pending === code) this.pending = "";
    if (answer.type === "refused" && (answer.late || answer.code !== "stale")) this.notice = answer;
  }

  /** Ask why something is not allowed. */
  async why(code: string): Promise<void> {
    const answer = await this.connection.send({ type: "why", code });
    if (answer.type === "why" || answer.type === "refused") this.notice = answer.say ? answer : null;
  }

  /** Ask what may be added to parts of a gesture; null where they are none, and then it is told why not. */
  async draft(parts: string[]) {
    const answer = await this.connection.send({ type: "draft", parts });
    if (answer.type === "refused") void this.why(`${parts.join(" ")} +`);
    return answer.type === "draft" ? answer : null;
  }

  async askHint(): Promise<void> {
    if (!this.mayAct) return;
    this.showing.jump();
    const number = this.scene?.number;
    const answer = await this.connection.send({ type: "hint" });
    if (answer.type === "refused") this.notice = answer;
    if (answer.type === "hint" && number === this.scene?.number) this.hint = answer;
  }

  /** Ask what there is to decide; at a first decision what the game is about is there before somebody has thought. */
  async askLesson(knows = false): Promise<void> {
    const answer = await this.connection.send({ type: "lesson", knows });
    if (answer.type !== "lesson" || answer.number !== this.scene?.number) return;
    this.lesson = answer;
    if (!knows && !answer.whole) await this.askLesson(true);
  }

  undo = () => this.ask({ type: "undo", number: this.scene?.number ?? 0 });
  ready = () => this.ask({ type: "ready" });
  say = (text: string) => this.ask({ type: "say", text });
  phrase = (phrase: string) => this.ask({ type: "phrase", phrase });
  rest = () => this.ask({ type: "rest", number: this.scene?.number ?? 0 });
  standIn = (on: boolean) => this.ask({ type: "stand_in", on });
  watch = (at: NonNullable<TableState["watched"]>) => this.ask({ type: "watch", at });
  forced = (on: boolean) => this.ask({ type: "forced", on });
  sit = (seat: number, kind: "open" | "bot", bot: Level | null) => this.ask({ type: "sit", seat, kind, bot });
  words = (text: string) => this.ask({ type: "words", text });
  start = () => this.ask({ type: "start" });
  leave = () => this.ask({ type: "leave" });
  rematch = () => this.ask({ type: "rematch" });
  speak = (wanted: LanguageCode) => this.ask({ type: "language", language: wanted });

  private async ask(message: Parameters<Connection["send"]>[0]): Promise<void> {
    const answer = await this.connection.send(message);
    if (answer.type === "refused" && answer.code !== "stale") this.notice = answer;
  }

  private hear(message: ServerMessage): void {
    if (message.type === "table") this.seat(message);
    else if (message.type === "farewell") this.farewell = message;
    else if (message.type === "scene") this.see(message.scene, message.fresh);
    else if (message.type === "rest") this.settled = message.settled && message.number === this.scene?.number;
    else if (message.type === "said") this.listen(message);
  }

  /** What was said before I came is told before the first scene. */
  private listen(line: ChatLine): void {
    if (this.said.some((said) => said.number === line.number)) return;
    this.said = [...this.said, line];
    if (this.scene && line.name && line.seat !== this.table?.you) this.bubbles.hear(line);
  }

  private seat(table: TableState): void {
    const first = !this.table;
    this.table = table;
    this.farewell = null;
    this.deadline = table.left === null ? 0 : Date.now() + 1000 * table.left;
    if (first && table.you >= 0 && table.forced !== preferences.forced) void this.forced(preferences.forced);
  }

  private see(scene: Scene, fresh: boolean): void {
    if (scene.number !== this.scene?.number || fresh) {
      this.notice = this.notice?.late ? this.notice : null;
      this.hint = this.lesson = null;
      this.settled = false;
      // The answer may come after the scene in which I may act again.
      this.pending = "";
    }
    const known = new Set(scene.log.map((line) => line.number));
    if (scene.number !== this.scene?.number) this.takenBack = fresh ? goneFrom(this.log, scene) : [];
    this.log = fresh ? scene.log : [...this.log.filter((line) => !known.has(line.number)), ...scene.log];
    this.sheet = scene.sheet ?? this.sheet;
    this.scene = scene;
    this.spoken.learn(scene);
    this.showing.take(scene, fresh);
  }
}
