import { Line } from "../lib/line";
import type { RoomMessage, RoomAnswer, Room } from "../lib/protocol";
import { say } from "../lib/words.svelte";
import type { Spot } from "./address";

type Wanted = RoomMessage extends infer T ? (T extends { cid: number } ? Omit<T, "cid"> : never) : never;
type Place = Pick<Spot, "step" | "viewer">;

/** Milliseconds between two steps that are told: who drags the slider passes many. */
const PAUSE = 150;
const NO_PLACE = 4404;
const FULL = 4429;

/** A name of a room that nobody guesses. */
export const newRoom = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Looking at a replay together with others: the leader's steps move everybody who has not gone off by themselves. */
export class Together {
  room = $state.raw<Room | null>(null);
  /** I go where the leader goes. */
  following = $state(true);
  refusal = $state("");
  private line: Line<RoomAnswer>;
  private cid = 0;
  private later = 0;
  private led = false;

  constructor(
    address: string,
    private here: () => Place,
    private move: (place: Place) => void,
    /** I made the room. */
    made: boolean,
  ) {
    this.led = made;
    const path = () => `replays/${address}?language=${document.documentElement.lang}${this.led ? "&lead" : ""}`;
    this.line = new Line(
      path,
      (message) => this.hear(message),
      (is) => this.turned(is),
      (code) => this.lost(code),
    );
  }

  readonly leads = $derived(!!this.room && this.room.leader === this.room.you);
  readonly leader = $derived(this.room?.people.find((one) => one.number === this.room?.leader));
  readonly others = $derived(this.room?.people.filter((one) => one.number !== this.room?.you) ?? []);

  /** I have gone to a step by myself: the others come along if I lead, else I look about alone. */
  went(): void {
    if (!this.room) return;
    if (this.leads) this.tellSoon();
    else this.following = !this.room.leader && this.following;
  }

  /** Go back to where the leader is. */
  follow(): void {
    this.following = true;
    if (this.room?.step != null) this.move({ step: this.room.step, viewer: this.room.eyes });
  }

  lead(): void {
    this.send({ type: "lead" });
  }

  hand(to: number): void {
    this.send({ type: "hand", to });
  }

  close(): void {
    clearTimeout(this.later);
    this.line.close();
  }

  private turned(is: boolean): void {
    if (is) this.refusal = "";
    else this.room = null;
  }

  private lost(code: number): void {
    if (code === NO_PLACE || code === FULL) this.refusal = say(`replay.together.${code === FULL ? "full" : "nowhere"}`);
  }

  private hear(message: RoomAnswer): void {
    if (message.type === "refused" || message.type === "farewell") this.refusal = message.say;
    if (message.type === "led" && this.room) {
      this.room = { ...this.room, ...message, type: "room" };
      if (this.following) this.follow();
    }
    if (message.type !== "room") return;
    const first = !this.room;
    const leads = message.leader === message.you;
    const taken = leads && !this.leads;
    this.room = message;
    this.led = leads;
    if (taken) {
      this.following = true;
      this.refusal = "";
      this.tellSoon();
    } else if (first && this.following) this.follow();
  }

  private tellSoon(): void {
    if (this.later) return;
    this.later = setTimeout(() => {
      this.later = 0;
      const { step, viewer } = this.here();
      if (this.leads) this.send({ type: "go", step, eyes: viewer });
    }, PAUSE);
  }

  private send(message: Wanted): void {
    this.refusal = "";
    this.line.send(JSON.stringify({ ...message, cid: ++this.cid }));
  }
}
