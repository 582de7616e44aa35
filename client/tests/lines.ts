/** A line to a service that does what a test says. */
export class Line {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: Line[] = [];
  readyState = Line.CONNECTING;
  sent: string[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = (_: { code: number; reason?: string }) => {};

  constructor(readonly address: string) {
    Line.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(code = 1000, reason = ""): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose({ code, reason });
  }

  opens(): void {
    this.readyState = Line.OPEN;
    this.onopen();
  }

  says(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  get asked(): { type: string; cid: number }[] {
    return this.sent.map((text) => JSON.parse(text));
  }
}
