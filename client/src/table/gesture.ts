// The words of choosing: pieces, the choices that they begin, and the codes that say them.
import type { Choice, Scene, Zone } from "../lib/protocol";

export type Pick = Extract<Choice, { kind: "pick" }>;
export type Numbers = Extract<Choice, { kind: "number" }>;
export type Press = Extract<Choice, { kind: "press" }>;
export type Tap = Extract<Choice, { kind: "tap" }>;
/** What is asked about before it is done: a word, or a piece that costs something. */
export type Doubt = { verb: string; text: string; confirm?: string; codes: string[]; piece?: string };
export type Stand = Extract<Choice, { kind: "stand" }>;
/** A choice with a piece of a gesture. */
export type Gesture = Pick | Stand;

/** Whether a choice is made of pieces that are chosen one by one. */
export const isGesture = (choice: Choice): choice is Gesture =>
  choice.kind === "pick" || (choice.kind === "stand" && choice.gesture);

/** One thing that touching a piece may mean. */
export interface Way {
  text: string;
  take: () => void;
}

/** A piece of which it is asked what it stands for. */
export interface Standing {
  held: Held;
  /** What is done with it, in words and as a code's beginning. */
  text: string;
  verb: string;
  /** Whether it may be itself. */
  itself: boolean;
  /** All that it may stand for, and the few to be offered first. */
  may: Set<string>;
  first: string[];
}

/** A piece of my hand, or one that lies on the table: its code and which of its copies. */
export interface Held {
  code: string;
  copy: number;
}

/** A piece of a gesture, what it stands for, and the choice by which it was chosen: that says what for, or for whom. */
export interface Part {
  held: Held;
  as: string;
  pick: Gesture;
}

/** Words that are said where they are told of: which of them I may say now, and saying them. */
export interface Saying {
  of: (verb: string) => Press | undefined;
  say: (verb: string) => void;
  /** What was sent and is not answered yet. */
  going: string;
}

/** What is asked of the pieces that lie in a place. */
export function verbAt(scene: Scene, zone: Zone): string | undefined {
  const codes = zone.pieces.map((piece) => piece?.code ?? "");
  const asked = scene.choices.find(
    (choice) => choice.kind !== "number" && piecesOf(choice).some((code) => codes.includes(code)),
  );
  return asked?.kind === "stand" ? asked.stem : asked?.verb;
}

/** Whether a place is my hand, or stands for it. */
export const isMine = (scene: Scene, zone: Zone) =>
  (zone.name === "hand" || !!zone.named) && zone.seat === scene.viewer;
/** Whether a piece of this code lies in a place. */
export const lies = (held: Held, zone: Zone) => zone.pieces.some((piece) => piece?.code === held.code);

/** Pieces with which a choice is made, or begun. */
export function piecesOf(choice: Choice): string[] {
  if (choice.kind === "number") return choice.piece ? [choice.piece] : [];
  if (choice.kind === "stand") return [choice.piece];
  return "pieces" in choice ? choice.pieces : [];
}

/** The verb of a gesture's plain pieces. */
export const stemOf = (pick: Gesture) => (pick.kind === "stand" ? pick.stem : pick.verb);

/** Whether the pieces of two choices make up one gesture. */
export const goTogether = (one: Gesture, other: Gesture) =>
  stemOf(one) === stemOf(other) || (!!other.family && one.family?.name === other.family.name);

/** A part of a gesture as the choices of another scene have it; null where they do not. */
export function renewed(part: Part, choices: Choice[]): Part | null {
  const pick = choices.find((choice) => choice.kind === part.pick.kind && choice.verb === part.pick.verb);
  const still = (pick?.kind === "pick" || pick?.kind === "stand") && pick.pieces.includes(part.as);
  return still ? { ...part, pick } : null;
}

export const leastOf = (pick: Gesture) => (pick.kind === "pick" ? pick.least : 0);
export const codeOf = (part: Part) => `${part.pick.verb} ${part.as}`;
/** The pieces that are touched for a code: `play D7 as HA` is of D7 alone. */
export const piecesIn = (code: string) =>
  code
    .replaceAll(/ as \S+/g, "")
    .split(" ")
    .slice(1);
export const pieceIn = (code: string) => piecesIn(code).at(-1) ?? "";
export const lastWord = (code: string) => code.split(" ").at(-1) ?? "";
/** A code without the mark of a part that may be the last. */
export const bare = (code: string) => code.replace(/ ?\+$/, "");
/** Whether two are one piece, not only alike. */
export const same = (one: Held, other: Held) => one.code === other.code && one.copy === other.copy;

/** So many ways to stand for another are shown at once. */
const FEW = 5;

/** The few of many codes that are offered first: the sensible ones, or simply the first where all are few. */
export function offeredFirst(codes: string[], sensible: string[]): string[] {
  const best = sensible.filter((code) => codes.includes(code));
  const all = [...best, ...codes.filter((code) => !best.includes(code))];
  return codes.length > FEW && best.length ? best.slice(0, FEW) : all.slice(0, FEW);
}

/** The choice of what a piece stands for, beside the one of a verb. */
export function standOf(choices: Choice[], held: Held, verb: string): Stand | undefined {
  return choices
    .filter((choice) => choice.kind === "stand")
    .find((choice) => choice.stem === verb && choice.piece === held.code);
}

/** Whether the piece that stands for others may not be itself. */
export function standsAlone(choices: Choice[], stand: Stand): boolean {
  return !choices.some((other) => other.verb === stand.stem && piecesOf(other).includes(stand.piece));
}

/** The pieces that cost something, and what is written on each. */
export function costly(choices: Choice[]): Map<string, string> {
  const taps = choices.filter((choice) => choice.kind === "tap");
  return new Map(taps.flatMap((tap) => (tap.doubtful ?? []).map((code) => [code, tap.about ?? ""] as const)));
}

/** The code of a whole gesture: each of its verbs once, with what was chosen for it. */
export function wholeOf(picks: Gesture[], chosen: Part[]): string {
  const said = picks.map((pick) => {
    const parts = chosen.filter((part) => part.pick.verb === pick.verb);
    return parts.length ? [pick.verb, ...parts.map((part) => part.as)].join(" ") : "";
  });
  return said.filter(Boolean).join(" ");
}
