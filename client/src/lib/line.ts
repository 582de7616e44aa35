const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const SILENCE = 25_000;
const ENDED = 4401;
/** Until a new token has come to this browser, in milliseconds. */
const RENEWED = 1000;

/** A connection to the service that comes back by itself when it is lost. */
export class Line<Told extends { type: string }> {
  private socket: WebSocket | null = null;
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
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.path()}`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.connected(true);
      this.listen();
    };
    socket.onmessage = (event) => {
      this.listen();
      const message = JSON.parse(event.data) as Told;
      this.spoken ||= message.type !== "farewell";
      this.hear(message);
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
