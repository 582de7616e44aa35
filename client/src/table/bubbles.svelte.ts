import { preferences } from "../lib/preferences.svelte";
import type { ChatLine } from "../lib/protocol";

/** A line stands so long, in milliseconds, and so much longer for each letter. */
const LEAST = 2500;
const LETTER = 60;
const MOST = 9000;
const PACE = { slow: 1.5, usual: 1, fast: 0.7, none: 1 };

/** What was just said, for as long as it takes to read: of each seat the latest. */
export class Bubbles {
  lines = $state.raw<ChatLine[]>([]);
  private timers = new Map<number, ReturnType<typeof setTimeout>>();

  hear(line: ChatLine): void {
    this.forget(line.seat);
    this.lines = [...this.lines, line];
    const time = PACE[preferences.speed] * Math.min(MOST, LEAST + LETTER * line.text.length);
    this.timers.set(
      line.seat,
      setTimeout(() => this.forget(line.seat), time),
    );
  }

  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  private forget(seat: number): void {
    clearTimeout(this.timers.get(seat));
    this.lines = this.lines.filter((line) => line.seat !== seat);
  }
}
