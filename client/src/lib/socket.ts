import { Line } from "./line";
import type { ServerMessage, ClientMessage } from "./protocol";

type Wanted = ClientMessage extends infer T ? (T extends { cid: number } ? Omit<T, "cid"> : never) : never;
type Answer = Extract<ServerMessage, { cid: number }>;

/**
 * A table's connection. What was sent and not answered when it was lost is sent again with its number, so that the
 * service takes it once.
 */
export class Connection {
  private waiting = new Map<number, { text: string; answer: (answer: Answer) => void }>();
  private cid = Math.floor(Math.random() * 2 ** 40);
  private line: Line<ServerMessage>;

  constructor(
    id: string,
    private hear: (message: ServerMessage) => void,
    connected: (is: boolean) => void,
    lost: (code: number) => void,
  ) {
    const turned = (is: boolean) => {
      connected(is);
      if (is) for (const { text } of this.waiting.values()) this.line.send(text);
    };
    const path = () => `${id}?language=${document.documentElement.lang}`;
    this.line = new Line(path, (message) => this.take(message), turned, lost);
  }

  /** Send something; the answer comes when the service has done or refused it. */
  send(message: Wanted): Promise<Answer> {
    const cid = ++this.cid;
    const text = JSON.stringify({ ...message, cid });
    return new Promise((answer) => {
      this.waiting.set(cid, { text, answer });
      this.line.send(text);
    });
  }

  close(): void {
    this.line.close();
  }

  private take(message: ServerMessage): void {
    if ("cid" in message) {
      const asked = this.waiting.get(message.cid);
      this.waiting.delete(message.cid);
      asked?.answer(message);
    } else this.hear(message);
  }
}
