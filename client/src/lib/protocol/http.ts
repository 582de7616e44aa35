// Written by `python -m tools.protocol` from torite.service.answers: not by hand.

import type { GuideSection } from "./guide";
import type { Form, LanguageCode, Worded } from "./scene";
import type { Family, Tile } from "./shelf";
import type { ChosenOption, Level, Settings, TableSeat } from "./table";

/** A seat of a table that is to be set. */
export interface Seat {
  kind: "me" | "open" | "bot";
  bot?: Level | null;
}

/** A table that is to be set. */
export interface NewTable {
  variant: string;
  seats: Seat[];
  options?: Record<string, string>;
  settings?: Settings;
  start?: boolean;
}

/** A lesson that is to be played. */
export interface NewLesson {
  variant: string;
  name: string;
  /** From its beginning, also where it was begun. */
  again?: boolean;
}

/** A variant's puzzle that is to be solved: that of a day, or one for somebody of a rating. */
export interface NewPuzzle {
  variant: string;
  /** The day; empty for one by rating. */
  date: string;
  /** Theirs. */
  rating?: number;
  /** The names of those that they have solved, or tried, the latest last. */
  solved?: string[];
}

/** Something that came many times in a row. */
export interface Streak {
  /** How often up to now. */
  now: number;
  /** How often at most. */
  longest: number;
}

/** A part of the scores. */
export interface ScoreBar {
  /** The scores that it counts. */
  least: number;
  /** The scores that it counts. */
  most: number;
  /** How many games ended with them. */
  games: number;
  /** How many of those were daily deals. */
  daily: number;
}

/** What any of them answers when it refuses. */
export interface Fault {
  code: string;
  say: string;
}

/** Who this browser is. */
export interface Known {
  name: string;
  language: LanguageCode;
  known: boolean;
  /** Until when I may not take part, as a sentence; empty for whoever may. */
  banned: string;
  /** Whether it comes with a key that is nobody's any more: logged out elsewhere, copied, or deleted. */
  ended: boolean;
}

/** A table of mine. */
export interface MyTable {
  id: string;
  title: string;
  variant: string;
  /** What whoever set it calls its rules; empty for nothing of its own. */
  rules: string;
  /** What the lesson or the puzzle that is played there is called; empty for none. */
  lesson: string;
  /** The day whose deal is played; empty for none. */
  daily: string;
  /** `aside`: it cannot be opened by this version; the table's page says why. */
  state: "open" | "playing" | "over" | "aside";
  seats: string[];
  yours: boolean;
  turn: boolean;
  replay: string;
  /** Seconds since something happened. */
  age: number;
}

/** A bot that may sit down, and how it plays. */
export interface LevelChoice {
  name: Level;
  text: string;
  about: string;
}

/** GET /api/start?language=: everything that the first page shows. */
export interface Start {
  me: Known;
  languages: LanguageCode[];
  /** The page's own sentences. */
  words: Record<string, string>;
  games: Tile[];
  /** The games that have several tiles. */
  families: Family[];
  /** Of the bots. */
  levels: LevelChoice[];
  tables: MyTable[];
  phrases: Worded[];
}

/** A value that an option may have. */
export interface OptionValue {
  value: string;
  text: string;
}

/** An option, and what may be chosen. */
export interface OptionSetup {
  name: string;
  text: string;
  clause: string;
  kind: "yes" | "one" | "number" | "text";
  value: string;
  values: OptionValue[];
  least: number;
  most: number;
  optional: boolean;
}

/** GET /api/games/<variant>?seats=&language=: what may be agreed before a match. */
export interface Setup {
  variant: string;
  title: string;
  line: string;
  seats: [number, number];
  usual: number;
  options: OptionSetup[];
  /** Of each seat those that play with it, as far as that is known before the first deal. */
  partners: number[][];
  /** The game has phrases of its own, which bots say too. */
  talks: boolean;
  levels: LevelChoice[];
  /** Whether my game of it is scored if I do not say: not my first. */
  scored: boolean;
}

/** POST /api/tables. `secret` stands in the link after `#`: /t/<id>#<secret>. */
export interface Made {
  id: string;
  secret: string;
}

/** GET /api/tables/<id>/invite. */
export interface Invitation {
  secret: string;
  /** The service's address for those in the same network; empty where it does not listen there. */
  network: string;
  /** The line that starts it so that it does; empty where that is nobody's here to do. */
  command: string;
}

/** POST /api/tables/<id>/peek {secret}: what somebody with the link sees before sitting down. */
export interface Peeked {
  title: string;
  line: string;
  variant: string;
  guide: string;
  seats: TableSeat[];
  state: "open" | "playing" | "over";
  spectators: boolean;
  /** What whoever set the table calls its rules; empty for nothing of its own. */
  rules: string;
  /** Those that differ from the variant's own. */
  options: ChosenOption[];
}

/** POST /api/tables/<id>/join {secret, name, watch}. */
export interface Joined {
  seat: number;
}

/**
 * GET /api/account. POST /api/account/logout {others}: this browser is nobody, or all others are; /rotate {nonce}
 * gives this one a new token; /delete {sure: true}. GET /api/account/data is a file of all that is kept of me.
 */
export interface Account {
  known: boolean;
  name: string;
  /** How many browsers are the same person. */
  devices: number;
}

/** POST /api/account/code; POST /api/account/device {code, replace} → {name}. */
export interface DeviceCode {
  code: string;
  /** How long it lasts. */
  seconds: number;
}

/** GET /api/guides/<variant>?language=; GET /api/matches/habits?variant=&language= tells my habits as one section. */
export interface Guide {
  variant: string;
  title: string;
  form: Form;
  /** Their names for ears, by code. */
  pieces: Record<string, string>;
  sections: GuideSection[];
}

/** GET /api/clauses/<variant>/<clause>. */
export interface Clause {
  clause: string;
  text: string;
}

/** A variant's deal of a day, and how mine stands. */
export interface DailyDeal {
  /** As in `2026-11-22`. */
  date: string;
  state: "new" | "playing" | "over";
  table: string;
  replay: string;
  score: number | null;
  /** Null while it is not over, and where the game has no win. */
  won: boolean | null;
}

/** The day's deal, with the line that tells others how mine ended. */
export interface SharedDeal {
  /** As in `2026-11-22`. */
  date: string;
  state: "new" | "playing" | "over";
  table: string;
  replay: string;
  score: number | null;
  /** Null while it is not over, and where the game has no win. */
  won: boolean | null;
  share: string;
}

/** GET /api/daily/<variant>?date=&today=&language=; POST /api/daily {variant, date} → {id}. */
export interface DailyPage {
  title: string;
  line: string;
  variant: string;
  today: string;
  day: SharedDeal;
  /** Today's and those before it, the latest first. */
  days: DailyDeal[];
}

/** What my results in one variant come to. */
export interface VariantFigures {
  /** Their names. */
  game: string;
  /** Their names. */
  variant: string;
  /** Whether they were played by the variant's own options; games by others are counted apart. */
  usual: boolean;
  /** How many were finished. */
  games: number;
  /** Of the scores. */
  best: number;
  /** Of the scores. */
  mean: number;
  /** How many were won; None where the game has no win. */
  wins: number | null;
  /** Games won in a row, in the order in which they were finished; None where the game has no win. */
  won: Streak | null;
  /** How many were daily deals. */
  daily: number;
  /** Days in a row whose deal was finished, also later; None without daily deals. */
  days: Streak | null;
  /** The scores, from the lowest to the highest. */
  bars: ScoreBar[];
  title: string;
  /** The service has this variant. */
  here: boolean;
}

/** A game of mine that is over. */
export interface FinishedGame {
  /** Names it; no other has the same. */
  id: string;
  /** Their names in the catalogue. */
  game: string;
  /** Their names in the catalogue. */
  variant: string;
  /** As the table writes it. */
  score: number;
  /** When, in seconds since 1970. */
  finished_at: number;
  /** Whether the variant's own options were in force. */
  usual: boolean;
  /** The day of a daily deal; empty for any other. */
  daily: string;
  /** Whether it was won; None where the game has no win. */
  won: boolean | null;
  title: string;
  /** The service has this variant. */
  here: boolean;
  /** Where it can be watched; empty for nowhere. */
  replay: string;
}

/** GET /api/results?today=&language=; /export is a file, POST /import takes one in → {new, known}. */
export interface Results {
  variants: VariantFigures[];
  /** The games that ended last. */
  latest: FinishedGame[];
  /** How many there are of them all. */
  total: number;
}
