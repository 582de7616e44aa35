// Written by `python -m tools.protocol` from torite.service.lab_answers: not by hand.

import type { ChosenOption, Level } from "./table";

/** A table: what is played there, and the options that differ from the variant's. */
export interface ExperimentTable {
  variant: string;
  options?: Record<string, string>;
}

/** What is wanted. */
export interface Experiment {
  /** The tables; several are compared with the first. */
  sides: ExperimentTable[];
  /** How many at each, the same at all. */
  matches: number;
  /** The level at each seat, repeated from the first where there are fewer. */
  bots: Level[];
  /** How many, at each table; 0 for as many as is usual at the first. */
  seats?: number;
  /** "match" for whole matches, "deal" for first deals only. */
  unit?: "match" | "deal";
  /** The one by which the tables differ, where they differ by one; empty for none. */
  option?: string;
  /** That chance is drawn from. */
  seed?: number;
}

/** A table of an experiment. */
export interface SideTold {
  variant: string;
  /** What is played there. */
  title: string;
  options: Record<string, string>;
  /** The options that differ from the variant's, in words. */
  changed: ChosenOption[];
}

/** An experiment: POST /api/lab {experiment, name} → {id}. */
export interface ExperimentTold {
  id: string;
  name: string;
  /** I may stop and delete it. */
  yours: boolean;
  sides: SideTold[];
  /** How many sit at each table. */
  seats: number;
  /** The level at each seat, repeated from the first. */
  bots: string[];
  /** "match" or "deal". */
  unit: "match" | "deal";
  /** The one by which the tables differ; empty where they do not differ by one. */
  option: string;
  /** It, and what it is at each table, in words. */
  option_title: string;
  /** It, and what it is at each table, in words. */
  values: string[];
  matches: number;
  /** How many matches are done, of those that are wanted. */
  done: number;
  state: "waiting" | "playing" | "done" | "stopped" | "failed";
  /** Of the processor that it took. */
  seconds: number;
  /** How many experiments of others are played in turn with it. */
  ahead: number;
  /** Why it failed; else empty. */
  fault: string;
  /** In seconds since 1970. */
  made_at: number;
  /** Whether these can be written here. */
  report: boolean;
  /** Whether these can be written here. */
  parquet: boolean;
}

/** An experiment of mine, in brief. */
export interface ExperimentListed {
  id: string;
  name: string;
  /** What is played at its tables, each once. */
  titles: string[];
  /** How many tables there are. */
  tables: number;
  /** See `ExperimentTold`. */
  option_title: string;
  matches: number;
  done: number;
  state: "waiting" | "playing" | "done" | "stopped" | "failed";
  made_at: number;
}

/** GET /api/lab: my experiments, the latest first; GET /api/lab/<id> is one, anybody's who has the link. */
export interface Lab {
  /** Experiments are played here. */
  here: boolean;
  /** Matches that one may have. */
  most: number;
  experiments: ExperimentListed[];
}

/** A measure of a seat at a table; see `torite.lab.rows.Row`. */
export interface Cell {
  table: number;
  seat: number;
  measure: string;
  unit: "points" | "places" | "share";
  mean: number;
  half_width: number;
  difference: number | null;
  difference_half_width: number | null;
  real: boolean | null;
}

/** A measure that is shown. */
export interface Measure {
  /** As cells have it. */
  name: string;
  /** Its name, in words. */
  title: string;
  /** What it is, in a sentence. */
  about: string;
  /** What it is where all seats are alike; null where that is not known. */
  even: number | null;
}

/** What kind of game it is, in words, of a hundred matches that were looked at choice by choice. */
export interface Profile {
  /** What was looked at. */
  heading: string;
  /** A table of names and values; of several tables its first line are heads. */
  measured: string[][];
  /** What of the rules came up, as a table; its first line are heads. */
  rules: string[][];
  /** What came up at one table alone, and what never did. */
  never: string[];
}

/**
 * GET /api/lab/<id>/found: what came of it, so far. GET /api/lab/<id>/report → a page; /rows.csv, /rows.parquet →
 * files. POST /api/lab/<id>/stop, /delete {}.
 */
export interface Found {
  /** Of the tables, as briefly as tells them apart. */
  titles: string[];
  /** What is more than chance, in sentences. */
  findings: string[];
  /** What is shown, in this order. */
  measures: Measure[];
  cells: Cell[];
  /** Null before any match was looked at. */
  profile: Profile | null;
}

/** Rules of my own: a variant with options otherwise, by a name that I gave. POST /api/rules keeps some. */
export interface HouseRules {
  id: string;
  name: string;
  variant: string;
  title: string;
  options: Record<string, string>;
  /** The variant is here, and can be played so. */
  here: boolean;
}

/** GET /api/rules: mine, by name. POST /api/rules/<id>/delete. */
export interface OwnRules {
  rules: HouseRules[];
}
