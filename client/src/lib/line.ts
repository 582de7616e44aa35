import type { Beat } from "./protocol";

const FIRST_WAIT = 250;
/** Whoever comes back waits half of it to all of it: not all come at once. */
const LONGEST_WAIT = 6000;
const SILENCE = 25_000;
const ENDED = 4401;
/** Another process has what this goes to; the reason is its name. */
const MOVED = 4307;
const LOST = 1006;
/** Until a new token has come to this browser, in milliseconds. */
const RENEWED = 1000;

/**
 * A connection to the service that comes back by itself when it is lost: by way of the process that has what it goes
 * to, where there are several, and straight where that cannot be reached.
 */
export class Line<Told extends { type: string }> {
  private socket: WebSocket | null = null;
  private process = "";
  /** How often it was sent on since it last heard anything. */
  private moves = 0;
  /** Of a service that says again and again that it lives: after so many milliseconds without that it does not. */
  private silence = 0;
  private wait = FIRST_WAIT;
  private timer = 0;
  private closed = false;
  /** The service has spoken over this connection: it knew the token. */
  private spoken = false;

  /** `path`: where it goes, asked each time; `lost`: the service closes it for good, with a code. */
  constructor(
    private path: () => string,
    private hear: (message: Told) => void,
    private connected: (is: boolean) => void,
    private lost: (code: number) => void,
  ) {
    this.open();
    addEventListener("online", this.retry);
    document.addEventListener("visibilitychange", this.retry);
  }

  /** Send something if the line is open. */
  send(text: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
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
    const way = this.process && `/p/${this.process}`;
    const socket = new WebSocket(`${scheme}://${location.host}${way}/ws/${this.path()}`);
    this.socket = socket;
    this.silence = 0;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      // Whoever was sent on may be sent on again: only when something is heard has it come to the right place.
      if (!this.moves) this.connected(true);
      this.listen();
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      const message = JSON.parse(event.data) as Told | Beat;
      if (this.moves) this.connected(true);
      this.moves = 0;
      if (message.type === "beat") this.silence = 1000 * (message as Beat).within;
      this.listen();
      if (message.type === "beat") return;
      this.spoken ||= message.type !== "farewell";
      this.hear(message as Told);
    };
    socket.onclose = (event) => this.ended(socket, event.code, event.reason);
  }

  /** A connection has ended; one that was given up before is known already. */
  private ended(socket: WebSocket, code: number, reason = ""): void {
    if (this.socket !== socket) return;
    this.socket = null;
    clearTimeout(this.timer);
    this.connected(false);
    this.process = code === MOVED ? reason : "";
    // A token that has ended may have been replaced by another, in another window of this browser.
    if (code === ENDED && this.spoken && !this.closed) {
      this.spoken = false;
      this.timer = setTimeout(() => this.open(), RENEWED);
    } else if (code === MOVED && !this.closed) {
      const wait = this.moves && FIRST_WAIT * 2 ** Math.min(this.moves, 5);
      this.moves++;
      this.timer = setTimeout(() => this.open(), wait);
    } else if (code >= 4000) this.lost(code);
    else if (!this.closed) {
      this.timer = setTimeout(() => this.open(), this.wait * (0.5 + Math.random() / 2));
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    }
  }

  /** A connection that says nothing for long is asked; one that does not answer is given up. */
  private listen(): void {
    clearTimeout(this.timer);
    if (this.silence) {
      this.timer = setTimeout(() => this.giveUp(), this.silence);
      return;
    }
    this.timer = setTimeout(() => {
      this.socket?.send(JSON.stringify({ type: "ping", cid: 0 }));
      this.timer = setTimeout(() => this.giveUp(), 5000);
    }, SILENCE);
  }

  /** Leave a connection over which nothing comes: it may take long until it is known to have ended. */
  private giveUp(): void {
    const socket = this.socket;
    if (!socket) return;
    socket.close();
    this.ended(socket, LOST);
  }

  private retry = (): void => {
    if (this.closed || document.hidden || this.socket?.readyState === WebSocket.OPEN) return;
    if (this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.open();
  };
}
