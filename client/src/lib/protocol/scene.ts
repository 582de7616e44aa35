// Written by `python -m tools.protocol` from torite.scenes.schema: not by hand.

import type { Choice } from "./choice";

/** What the pieces of a game are, which says how a code is drawn, and the back of one. */
export type Form = "card" | "domino" | "d6" | "d12";

/** A language that there are words of. */
export type LanguageCode = "en" | "ja";

/** Something with a name for programs and a text for people. */
export interface Worded {
  name: string;
  text: string;
}

/** A piece as it is drawn. */
export interface Piece {
  code: string;
  glyph: string;
  /** The piece for which it stands. */
  stands?: Piece;
}

/** A piece that lies somewhere. */
export interface Placed {
  code: string;
  glyph: string;
  /** The piece for which it stands. */
  stands?: Piece;
  /** Who played it, where several play in a row. */
  seat?: number;
  /** What is written under it. */
  caption?: string;
  /** A sentence on the caption. */
  about?: string;
}

/** Something of which a newcomer may ask what it means. */
export interface Explained {
  name: string;
  text: string;
  /** A sentence that says it. */
  about?: string;
}

/** A number of the table or of a seat, in words where there are some. */
export interface Fact {
  name: string;
  text: string;
  value: string | number;
  /** Of the table: it is of this deal, or of this trick, as what is trump is. */
  deal?: boolean;
  /** Those that it speaks of, the strongest first. */
  pieces?: Piece[];
  /** A sentence that says what its value means. */
  means?: string;
  /** A sentence that says it. */
  about?: string;
}

/** A number that goes towards something: many are drawn as a bar, few as pips. */
export interface Gauge {
  name: string;
  text: string;
  value: number;
  most: number;
  /** The fact of the seat that says how many of them weigh less. */
  half?: string;
  /** A sentence that says it. */
  about?: string;
}

/** A seat, or a figure. */
export interface SceneSeat {
  seat: number;
  name: string;
  /** It is the viewer's. */
  you: boolean;
  /** It must act now. */
  acts: boolean;
  score: number;
  /** How many pieces it holds. */
  held: number;
  out: boolean;
  /**
   * `dealer`, `leader`, `best_seat` (winning the trick), `gains` (gets what the trick is worth), `passed` (in the
   * trick), `won`, `struck` (its name is struck out), and the game's own.
   */
  marks: Explained[];
  facts: Fact[];
  gauges: Gauge[];
  /** The seats of its side, itself among them, where everybody knows that it has partners; else empty. */
  team: number[];
}

/**
 * A place of pieces. `hand`, `trick`, `line` and `starter` are drawn in places of their own; any other where there is
 * room: open pieces called `shown` whole, for they are played from there, those called `used_…` as put aside.
 */
export interface Zone {
  name: string;
  text: string;
  /** -1 when it belongs to nobody. */
  seat: number;
  count: number;
  /** Null for one unseen. A trick's zones come in the order of play; a piece of a `line` tells who played it. */
  pieces: (Placed | null)[];
  /** Played for, or bid: it lies in the middle. */
  at_stake?: boolean;
  /** It names pieces of mine that lie elsewhere, all that I have to choose from now: it takes the place of my hand. */
  named?: boolean;
  /** Codes of the seen ones that go together; one may be in several groups. */
  groups?: string[][];
  /** A sentence that says it. */
  about?: string;
}

/** An entry of the log, in words. */
export interface LogLine {
  number: number;
  /** -1 for chance. */
  seat: number;
  text: string;
}

/** A line by which a deal was scored. */
export interface AccountLine {
  text: string;
  clause: string;
  seat: number;
  amount: number;
  /** A drawn group that scores; empty where there is none. */
  pieces: Piece[];
  /** It sums up those that follow, or that came before. */
  heading: boolean;
}

/** A seat's pegs: the front one at its score, the other where that one was before. */
export interface Peg {
  seat: number;
  front: number;
  back: number;
}

/** A board on which pegs keep the score. */
export interface Track {
  text: string;
  target: number;
  pegs: Peg[];
}

/** A place on the road: what lies there, and how many of something it demands. */
export interface Station {
  /** Counted from 1. */
  number: number;
  piece: Piece | null;
  state: "open" | "here" | "won" | "lost";
  text: string;
  demand: number;
  /** How many of them I have; null where I am not. */
  have: number | null;
}

/** Stations that are visited one by one. */
export interface Road {
  text: string;
  stations: Station[];
}

/** A word that is said of an element, with what it is called there. */
export interface Way {
  verb: string;
  text: string;
}

/** Something that can be bet on by itself. */
export interface Element {
  name: string;
  text: string;
  worth: number;
  /** Its worth if the bet on it that waits for an answer is held; null where none waits. */
  proposed: number | null;
  /** Who asks for an answer. */
  asks: number | null;
  /** Seats that may bet on it, as far as everybody knows. */
  may: number[];
  /** How it stands, in a sentence. */
  told: string | null;
  over: boolean;
  /** The seats of the side that has it. */
  by: number[];
  ways: Way[];
}

/** A deal on the score sheet. */
export interface SheetRow {
  /** Counted from 1; 0 for a deal that was not scored. */
  deal: number;
  /** What it was, where the game says so. */
  text: string | null;
  changes: number[];
  scores: number[];
}

/** What a seat, or a figure, laid down. */
export interface Laid {
  seat: number;
  pieces: Piece[];
}

/** Sealed choices that were just turned over, in the order of choosing; who was told last, and what of them. */
export interface Revealed {
  laid: Laid[];
  seat: number;
  text: string;
}

/** How the match ended: each seat's place, 1 for the winners, and the seats that won. */
export interface Result {
  places: number[];
  winners: number[];
  text: string;
}

/** One look of a viewer at a match. */
export interface Scene {
  game: string;
  variant: string;
  form: Form;
  title: string;
  language: LanguageCode;
  /** My seat; -1 for a spectator, -2 for a replay that shows all hands. */
  viewer: number;
  /** How many entries the match's log has: an action is sent with the number it answers. */
  number: number;
  phase: Worded;
  prompt: string;
  seats: SceneSeat[];
  /** Players whom nobody plays. */
  figures: SceneSeat[];
  zones: Zone[];
  /** Sentences on the state of the deal. */
  status: string[];
  /** Those called `worth`, of the trick as it lies, and `combination`, what it is, are told beside it. */
  facts: Fact[];
  choices: Choice[];
  /** The latest entries in words (on the wire: those since the scene before). */
  log: LogLine[];
  /** The lines of the deal that was scored last. */
  account: AccountLine[];
  /** The lines scored last in the deal that is in progress; empty if there are none. */
  counted: AccountLine[];
  track: Track | null;
  road: Road | null;
  /** What can be bet on; empty where a game has no such. */
  elements: Element[];
  /** The score sheet; told where it has changed, and to whoever comes. */
  sheet: SheetRow[] | null;
  last_trick: Laid[] | null;
  /** The side that took the last trick; -1 where that is not told. */
  last_taker: number;
  revealed: Revealed | null;
  scores: number[];
  /** A deal has ended and the next has not begun. */
  deal_over: boolean;
  over: boolean;
  result: Result | null;
}
