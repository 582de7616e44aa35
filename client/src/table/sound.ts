// The sounds of a table, made here: nothing is fetched. Silent where the browser does not let a page sound unasked.
import type { Scene } from "../lib/protocol";
import { codesOf } from "./sides";

/** What is heard of cards. */
export type Sound = "deal" | "play" | "take";

/** Cards are dealt so fast, in seconds, and so many are heard. */
const APART = 0.075;
const HEARD = 4;
let context: AudioContext | null = null;
let rustle: AudioBuffer | null = null;

/** What is to be heard between one scene that was shown and the next. */
export function soundBetween(before: Scene, next: Scene): Sound | null {
  if (next.number === before.number || next.variant !== before.variant)
    return lying(next) < lying(before) ? "take" : null;
  if (held(next) > held(before) + 1) return "deal";
  if (newest(next) !== newest(before) && lying(next)) return "play";
  return lying(next) < lying(before) ? "take" : null;
}

const inTrick = (scene: Scene) => scene.zones.filter((zone) => zone.name === "trick" || zone.name === "line");
const lying = (scene: Scene) => inTrick(scene).reduce((sum, zone) => sum + zone.count, 0);
const newest = (scene: Scene) =>
  codesOf(inTrick(scene).map((zone) => ({ seat: zone.seat, pieces: zone.pieces.flatMap((one) => one ?? []) }))).join();
const held = (scene: Scene) => scene.seats.reduce((sum, seat) => sum + seat.held, 0);

/** Let cards be heard: a tap on the table, cards that are dealt, a trick that is swept up. */
export function sound(what: Sound): void {
  if (what === "play") return brush({ pitch: 1700, length: 0.07, loud: 0.22 });
  if (what === "take") return brush({ pitch: 900, length: 0.24, loud: 0.16, rise: 2.2 });
  for (let card = 0; card < HEARD; card++) brush({ pitch: 2600, length: 0.05, loud: 0.1, after: card * APART });
}

/** Knock on wood, shortly: it is my turn. */
export function knock(): void {
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(210, now);
  tone.frequency.exponentialRampToValueAtTime(90, now + 0.07);
  gain.gain.setValueAtTime(0.35, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(gain).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}

type Brush = { pitch: number; length: number; loud: number; rise?: number; after?: number };

/** Paper on cloth: a breath of noise around a pitch, in hertz, that dies away in so many seconds. */
function brush({ pitch, length, loud, rise = 0.7, after = 0 }: Brush): void {
  context ??= new AudioContext();
  rustle ??= noise(context);
  const start = context.currentTime + after;
  const source = context.createBufferSource();
  const band = context.createBiquadFilter();
  const gain = context.createGain();
  source.buffer = rustle;
  band.type = "bandpass";
  band.Q.value = 0.8;
  band.frequency.setValueAtTime(pitch, start);
  band.frequency.exponentialRampToValueAtTime(pitch * rise, start + length);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  source.connect(band).connect(gain).connect(context.destination);
  source.start(start, Math.random() * 0.5);
  source.stop(start + length);
}

function noise(at: AudioContext): AudioBuffer {
  const made = at.createBuffer(1, at.sampleRate, at.sampleRate);
  const samples = made.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
  return made;
}
