// Written by `python -m tools.protocol` from torite.service.shelf_answers: not by hand.

import type { Form } from "./scene";

/** A variant on the shelf: the fewest and the most seats, and how many sit down if nobody says. */
export interface TitledVariant {
  name: string;
  title: string;
  line: string;
  seats: [number, number];
  usual: number;
}

/** A lesson of a game: the variant by whose rules it is played, its name, and its idea in a few words. */
export interface TitledLesson {
  variant: string;
  name: string;
  title: string;
}

/** Something in a game's picture. */
export interface Drawn {
  what: "piece" | "chip" | "arrow";
  /** Of a piece; empty where it lies face down. */
  code: string;
  /** As it is, raised where it counts, or let go. */
  how: "plain" | "raised" | "low";
  /** Written on it; empty for none. */
  number: string;
  /** Code of the piece that it stands for; empty for none. */
  stands: string;
}

/** Why somebody who likes a game that many know may like this one. */
export interface Like {
  /** Of that other game. */
  name: string;
  title: string;
  why: string;
  /** What to begin with. */
  variant: string;
}

/** The variants of a game that share a guide. */
export interface Tile {
  /** The family that it belongs to. */
  game: string;
  guide: string;
  title: string;
  line: string;
  /** What it is about, for the filter. */
  kind: string;
  form: Form;
  seats: [number, number];
  minutes: number;
  /** 1 easy to 3 hard. */
  difficulty: number;
  /** Groups side by side, each of rows of what is drawn. */
  picture: Drawn[][][];
  colour: string;
  variants: TitledVariant[];
  lessons: TitledLesson[];
  /** Whether it has a puzzle of the day. */
  puzzles: boolean;
  /** All that it is called, in every language. */
  found_by: string[];
  likes: Like[];
}

/** A game of several tiles. */
export interface Family {
  game: string;
  title: string;
  line: string;
}
