import type { RoomMessage, RoomAnswer, Room } from "../lib/protocol";
import { say } from "../lib/words.svelte";
import type { Spot } from "./address";

type Wanted = RoomMessage extends infer T ? (T extends { cid: number } ? Omit<T, "cid"> : never) : never;
type Place = Pick<Spot, "step" | "viewer">;

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const SILENCE = 25_000;
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
  connected = $state(false);
  /** I go where the leader goes. */
  following = $state(true);
  refusal = $state("");
  private socket: WebSocket | null = null;
  private cid = 0;
  private wait = FIRST_WAIT;
  private timer = 0;
  private later = 0;
  private closed = false;
  private led = false;

  constructor(
    private address: string,
    private here: () => Place,
    private move: (place: Place) => void,
    /** I made the room. */
    made: boolean,
  ) {
    this.led = made;
    this.open();
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
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.later);
    this.socket?.close();
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const lead = this.led ? "&lead" : "";
    const language = document.documentElement.lang;
    const socket = new WebSocket(`${scheme}://${location.host}/ws/replays/${this.address}?language=${language}${lead}`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.connected = true;
      this.listen();
    };
    socket.onmessage = (event) => {
      this.listen();
      this.hear(JSON.parse(event.data) as RoomAnswer);
    };
    socket.onclose = ({ code }) => {
      clearTimeout(this.timer);
      this.connected = false;
      this.room = null;
      if (this.closed) return;
      if (code === NO_PLACE || code === FULL)
        this.refusal = say(`replay.together.${code === FULL ? "full" : "nowhere"}`);
      if (code >= 4000) return;
      this.timer = setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
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
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ ...message, cid: ++this.cid }));
  }

  /** A connection that says nothing for long is asked; one that does not answer is given up. */
  private listen(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.socket?.send(JSON.stringify({ type: "ping", cid: 0 }));
      this.timer = setTimeout(() => this.socket?.close(), 5000);
    }, SILENCE);
  }
}
