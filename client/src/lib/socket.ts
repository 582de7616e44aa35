import type { ServerMessage, ClientMessage } from "./protocol";

type Wanted = ClientMessage extends infer T ? (T extends { cid: number } ? Omit<T, "cid"> : never) : never;
type Answer = Extract<ServerMessage, { cid: number }>;

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const SILENCE = 25_000;
const ENDED = 4401;
/** Until a new token has come to this browser, in milliseconds. */
const RENEWED = 1000;

/**
 * A table's connection. It comes back by itself when it is lost; what was sent and not answered is sent again with its
 * number, so that the service takes it once.
 */
export class Connection {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, { text: string; answer: (answer: Answer) => void }>();
  private cid = Math.floor(Math.random() * 2 ** 40);
  private wait = FIRST_WAIT;
  private timer = 0;
  private closed = false;
  /** The service has spoken over this connection: it knew the token. */
  private spoken = false;

  constructor(
    private id: string,
    private hear: (message: ServerMessage) => void,
    private connected: (is: boolean) => void,
    private lost: (code: number) => void,
  ) {
    this.open();
    addEventListener("online", this.retry);
    document.addEventListener("visibilitychange", this.retry);
  }

  /** Send something; the answer comes when the service has done or refused it. */
  send(message: Wanted): Promise<Answer> {
    const cid = ++this.cid;
    const text = JSON.stringify({ ...message, cid });
    return new Promise((answer) => {
      this.waiting.set(cid, { text, answer });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.retry);
    document.removeEventListener("visibilitychange", this.retry);
    this.socket?.close();
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/ws/${this.id}?language=${document.documentElement.lang}`,
    );
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.connected(true);
      for (const { text } of this.waiting.values()) socket.send(text);
      this.listen();
    };
    socket.onmessage = (event) => {
      this.listen();
      this.take(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      clearTimeout(this.timer);
      this.connected(false);
      // A token that has ended may have been replaced by another, in another window of this browser.
      if (event.code === ENDED && this.spoken && !this.closed) {
        this.spoken = false;
        this.timer = setTimeout(() => this.open(), RENEWED);
      } else if (event.code >= 4000) this.lost(event.code);
      else if (!this.closed) {
        this.timer = setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
        this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
      }
    };
  }

  private take(message: ServerMessage): void {
    this.spoken ||= message.type === "table";
    if ("cid" in message) {
      const asked = this.waiting.get(message.cid);
      this.waiting.delete(message.cid);
      asked?.answer(message);
    } else this.hear(message);
  }

  /** A connection that says nothing for long is asked; one that does not answer is given up. */
  private listen(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.socket?.send(JSON.stringify({ type: "ping", cid: 0 }));
      this.timer = setTimeout(() => this.socket?.close(), 5000);
    }, SILENCE);
  }

  private retry = (): void => {
    if (this.closed || document.hidden || this.socket?.readyState === WebSocket.OPEN) return;
    if (this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.open();
  };
}
