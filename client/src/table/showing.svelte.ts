import type { Scene } from "../lib/protocol";
import { preferences } from "../lib/preferences.svelte";
import { framesBetween, type Frame } from "./frames";

const LONGEST_QUEUE = 16;
const UNTIL_TAPPED = 1e9;
/** As many pieces are read in the time that is wished for; each more takes so much of it besides. */
const READ = 2;
const MORE = 0.4;

/** How long a piece travels, in milliseconds. */
export const travel = () => ({ slow: 420, usual: 220, fast: 120, none: 0 })[preferences.speed];

/** How long a full trick rests, in milliseconds: the longer, the more lies there to be read; 0 until it is tapped. */
function restOf(scene: Scene): number {
  const lying = scene.zones.filter((zone) => zone.name === "trick").reduce((sum, zone) => sum + zone.count, 0);
  return preferences.restMs * (1 + MORE * Math.max(0, lying - READ));
}

/** Shows scenes one after the other, at the pace of the eye; whoever acts jumps to the newest. */
export class Showing {
  frame = $state.raw<Frame | null>(null);
  private queue: Frame[] = [];
  private newest: Scene | null = null;
  private timer = 0;

  /** Take the newest scene; one that is fresh replaces all that was shown. */
  take(scene: Scene, fresh: boolean): void {
    const frames = framesBetween(fresh ? null : this.newest, scene);
    this.newest = scene;
    if (fresh) this.queue = [];
    this.queue.push(...frames);
    if (fresh || document.hidden || this.queue.length > LONGEST_QUEUE) this.jump();
    else if (!this.timer) this.step();
  }

  /** Show the newest at once. */
  jump(): void {
    const last = this.queue.at(-1);
    this.queue = [];
    if (last) this.show(last);
  }

  /** A tap: a trick that rests has been seen. */
  seen(): void {
    if (this.frame?.rests) this.step();
  }

  /** Whether the newest scene asks something of me: then the pieces hurry a little. */
  private get awaited(): boolean {
    return !!this.newest?.choices.length;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private step(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    const frame = this.queue.shift();
    if (frame) this.show(frame);
  }

  private show(frame: Frame): void {
    clearTimeout(this.timer);
    this.frame = frame;
    const wait = frame.rests ? restOf(frame.scene) || UNTIL_TAPPED : (this.awaited ? 1.2 : 2) * travel();
    this.timer = setTimeout(() => this.step(), wait);
  }
}
