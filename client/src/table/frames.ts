import type { Placed, Scene, SceneSeat, Zone } from "../lib/protocol";
import { say } from "../lib/words.svelte";
import { codesOf, lingers, sidesOf } from "./sides";

/** A scene as it is drawn for a moment; `rests` while a finished trick is to be seen. */
export interface Frame {
  scene: Scene;
  rests: boolean;
}

/**
 * The frames that lead from one scene to the next: a trick that was finished is seen whole before it goes, and only then
 * a lead that lies there already.
 */
export function framesBetween(before: Scene | null, scene: Scene): Frame[] {
  const next = withNextLead(scene);
  if (!before) return [{ scene: next, rests: false }];
  if (next.revealed && before.number !== next.number) return [{ scene: next, rests: true }];
  const finished = next.last_trick && !sameTrick(before.last_trick, next.last_trick);
  const led = !lingers(next) && next.zones.some((zone) => zone.name === "trick" && zone.count);
  if (finished)
    return [
      { scene: { ...withTrick(next), facts: factsOf(before, next) }, rests: true },
      { scene: led ? cleared(next) : awaited(next), rests: false },
      ...(led ? [{ scene: next, rests: false }] : []),
    ];
  return [{ scene: lingers(next) ? awaited(next) : next, rests: false }];
}

/** A scene with its last trick lying in the middle, complete; nobody is marked to be taking it but who took it. */
export function withTrick(scene: Scene): Scene {
  const text = scene.zones.find((zone) => zone.name === "trick")?.text ?? "";
  const trick = (scene.last_trick ?? []).map((entry): Zone => ({
    name: "trick",
    text,
    seat: entry.seat,
    count: entry.pieces.length,
    pieces: entry.seat === scene.last_taker ? captioned(entry.pieces, say("table.won")) : entry.pieces,
  }));
  const told = scene.last_taker >= 0 && !lingers(scene);
  return { ...(told ? unmarked(scene) : scene), zones: [...cleared(scene).zones, ...trick] };
}

/** Pieces with something written on the last of them. */
const captioned = (pieces: Placed[], caption: string) =>
  pieces.map((piece, at) => (at === pieces.length - 1 ? { ...piece, caption } : piece));

/** A scene in which nobody has marks of a trick: it is not the one that they are about. */
function unmarked(scene: Scene, marks = ["best_seat", "passed"]): Scene {
  const plain = (side: SceneSeat) => ({ ...side, marks: side.marks.filter((mark) => !marks.includes(mark.name)) });
  return { ...scene, seats: scene.seats.map(plain), figures: scene.figures.map(plain) };
}

/** Whether something lies there that somebody can be winning. */
export const contested = (scene: Scene) =>
  scene.zones.some((zone) => (zone.name === "trick" || zone.at_stake) && zone.count);

/**
 * A scene with what is bid in the middle, as a trick lies there: face down until it is turned over, then open for as long
 * as that is the latest that has happened.
 */
export function withBids(scene: Scene): Scene {
  const laid = scene.revealed?.laid ?? [];
  const gone = (zone: Zone) => laid.find((bid) => bid.seat === zone.seat)?.pieces.map((piece) => piece.code) ?? [];
  const zones = scene.zones.map((zone): Zone => {
    if (zone.at_stake && zone.seat >= 0) return { ...zone, name: "trick" };
    const pieces = gone(zone).length
      ? zone.pieces.filter((piece) => !gone(zone).includes(piece?.code ?? ""))
      : zone.pieces;
    return pieces.length === zone.pieces.length ? zone : { ...zone, pieces, count: pieces.length };
  });
  const open = laid.map(({ seat, pieces }): Zone => ({ name: "trick", text: "", seat, count: pieces.length, pieces }));
  const laidOut = { ...scene, zones: [...zones.filter((zone) => zone.count || zone.seat < 0), ...open] };
  return contested(laidOut) ? laidOut : unmarked(laidOut);
}

/** Who takes a trick that lies complete: the one who took it, else the one that is marked best, or that leads. */
export function takerOf(scene: Scene): number {
  const marked = (name: string) => sidesOf(scene).find((side) => side.marks.some((mark) => mark.name === name))?.seat;
  if (scene.last_taker >= 0) return scene.last_taker;
  return marked("best_seat") ?? marked("leader") ?? -1;
}

/** What a resting trick was: its number, and what was led to it. */
const OF_TRICK = ["trick", "led"];

function factsOf(before: Scene, next: Scene): Scene["facts"] {
  const kept = before.facts.filter((fact) => OF_TRICK.includes(fact.name));
  return [...next.facts.filter((fact) => !OF_TRICK.includes(fact.name)), ...kept];
}

/** A scene in which nobody is told to have led where it is told who leads next: the mark has moved on to them. */
export function withNextLead(scene: Scene): Scene {
  const told = sidesOf(scene).some((side) => side.marks.some((mark) => mark.name === "to_lead"));
  return told ? unmarked(scene, ["leader"]) : scene;
}

/** A scene before the next lead: the mark of who led the trick that lay there moves to who took it, and nobody has passed. */
function awaited(scene: Scene): Scene {
  if (!lingers(scene)) return cleared(scene);
  const led = sidesOf(scene)
    .flatMap((side) => side.marks.filter((mark) => mark.name === "leader"))
    .slice(0, 1);
  const plain = cleared(unmarked(scene, ["leader", "passed"]));
  const leads = (side: SceneSeat) =>
    side.seat === scene.last_taker ? { ...side, marks: [...led, ...side.marks] } : side;
  return { ...plain, seats: plain.seats.map(leads), figures: plain.figures.map(leads) };
}

function cleared(scene: Scene): Scene {
  return { ...scene, zones: scene.zones.filter((zone) => zone.name !== "trick") };
}

const sameTrick = (one: Scene["last_trick"], other: NonNullable<Scene["last_trick"]>) =>
  !!one && codesOf(one).join() === codesOf(other).join();
