// Written by `python -m tools.protocol` from torite.scenes.choice_schema: not by hand.

import type { Worded } from "./scene";

/** Something that the viewer may do. */
export type Choice = Press | Tap | Pick | NumberChoice | Stand;

/** A word. */
export interface Press {
  kind: "press";
  verb: string;
  text: string;
  /** It may be taken out of turn, and need not. */
  offer: boolean;
  /** Of the actions, one for each piece or number. */
  codes: string[];
  /** Verbs that differ in their last word, and what they are called together. */
  family?: Worded;
  /** A suit's glyph or a rank, by which it differs from others of its family. */
  sign?: string;
  /** What comes of it, in a few words. */
  about?: string;
  /** A question to be answered before it is said: it cannot be taken back. */
  confirm?: string;
}

/** One piece. */
export interface Tap {
  kind: "tap";
  verb: string;
  text: string;
  /** It may be taken out of turn, and need not. */
  offer: boolean;
  /** Of the actions, one for each piece or number. */
  codes: string[];
  /** Verbs that differ in their last word, and what they are called together. */
  family?: Worded;
  /** A suit's glyph or a rank, by which it differs from others of its family. */
  sign?: string;
  pieces: string[];
  /** Those of them that are asked about first, for they cost something. */
  doubtful?: string[];
  /** What comes of those, so short that it is written on them. */
  about?: string;
  /** What is asked then. */
  confirm?: string;
}

/** Several pieces. */
export interface Pick {
  kind: "pick";
  pieces: string[];
  least: number;
  most: number;
  /** The pieces that have been picked. */
  parts: string[];
  /** Those are enough. */
  complete: boolean;
  /** The seat that gets the pieces; null where they are for nobody, or it is not told. */
  to: number | null;
  verb: string;
  text: string;
  /** It may be taken out of turn, and need not. */
  offer: boolean;
  /** Of the actions, one for each piece or number. */
  codes: string[];
  /** Verbs that differ in their last word, and what they are called together. */
  family?: Worded;
  /** A suit's glyph or a rank, by which it differs from others of its family. */
  sign?: string;
}

/** A number. */
export interface NumberChoice {
  kind: "number";
  least: number;
  most: number;
  /** Those that may be taken; not always in a row. */
  numbers: number[];
  /** What each of them stands for, where the game says so. */
  named: string[] | null;
  /** They are stations of the road. */
  stations: boolean;
  /** It begins with this piece. */
  piece: string | null;
  verb: string;
  text: string;
  /** It may be taken out of turn, and need not. */
  offer: boolean;
  /** Of the actions, one for each piece or number. */
  codes: string[];
  /** Verbs that differ in their last word, and what they are called together. */
  family?: Worded;
  /** A suit's glyph or a rank, by which it differs from others of its family. */
  sign?: string;
}

/** What a piece stands for. */
export interface Stand {
  kind: "stand";
  /** The choice beside which it says so: it is done with that choice's pieces. */
  stem: string;
  /** The piece that stands for another. */
  piece: string;
  /** What it may stand for. */
  pieces: string[];
  /** The few worth offering first. */
  sensible: string[];
  /** It is a part of a gesture, as a pick is. */
  gesture: boolean;
  parts: string[];
  verb: string;
  text: string;
  /** It may be taken out of turn, and need not. */
  offer: boolean;
  /** Of the actions, one for each piece or number. */
  codes: string[];
  /** Verbs that differ in their last word, and what they are called together. */
  family?: Worded;
  /** A suit's glyph or a rank, by which it differs from others of its family. */
  sign?: string;
}
