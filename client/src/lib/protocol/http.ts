// Written by `python -m tools.protocol` from torite.service.answers: not by hand.

import type { GuideSection } from "./guide";
import type { Form, LanguageCode, Worded } from "./scene";
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

/** What chance settled, as the key must give it. */
export interface Outcome {
  name: string;
  what: "number" | "shuffle" | "dice";
  n: number;
  faces: number;
  /** What was shuffled, in its order before. */
  pieces: string[];
  outcome: (string | number)[];
  /** It was agreed upon beforehand, not drawn. */
  agreed: boolean;
}

/**
 * GET /api/replays/<id>?language=. GET /api/replays/<id>/steps?from=&to=&viewer=&language= → {steps: Scene[]}; viewer
 * -2 shows all hands. GET /api/replays/<id>/record → the record as text. POST /api/replays {record} → {id}. POST
 * /api/replays/<id>/verify → {fair, say}; /play {step, seat, bot} → Made, a table that goes on from a step.
 */
export interface Replay {
  id: string;
  title: string;
  game: string;
  variant: string;
  /** The day whose deal was played; empty for none. */
  daily: string;
  names: string[];
  form: Form;
  pieces: Record<string, string>;
  /** The codes of pieces by the signs with which sentences draw them. */
  glyphs: Record<string, string>;
  over: boolean;
  /** How many positions there are: after each entry that stands, and the start. */
  steps: number;
  /** Steps at which a deal begins, and at which a trick is complete. */
  deals: number[];
  /** Steps at which a deal begins, and at which a trick is complete. */
  tricks: number[];
  /** Steps at which the first piece of a trick lies. */
  leads: number[];
  scores: number[];
  key_hash: string;
  /** Empty when the record does not tell it. */
  key: string;
  words: string[];
  arranged: boolean;
  outcomes: Outcome[];
}

/** GET /api/replays/<id>/moves?viewer=&language=: what happened, as a viewer read it. */
export interface Moves {
  /** Of each step but the first, which nothing led to. */
  moves: string[];
}

/** What somebody has written at a step of a replay. */
export interface Note {
  step: number;
  text: string;
}

/** GET /api/replays/<id>/notes: what I have written; POST {step, text} → Note keeps one, an empty one is none. */
export interface OwnNotes {
  notes: Note[];
  /** Of the link that shows them; empty while I have given none out. */
  code: string;
}

/** POST /api/replays/<id>/notes/share {on}: the code that stands in the link to my notes; empty for none. */
export interface NotesCode {
  code: string;
}

/** POST /api/replays/<id>/notes/shared {code}: what somebody has written who gave out a link to it. */
export interface SharedNotes {
  name: string;
  notes: Note[];
}

/** A decision of a match that is over, judged from what its seat knew. */
export interface Judged {
  /** The position in which it was taken. */
  step: number;
  /** Which deal, from 1. */
  deal: number;
  seat: number;
  /** The action, or the part of one, in words. */
  taken: string;
  /** The action, or the part of one, in words. */
  best: string;
  /** What the best was worth more than what was taken. */
  cost: number;
  /** Half the width of the cost's 95 % interval. */
  error: number;
  unit: "points" | "match" | "win" | "success";
  /** It was calculated. */
  exact: boolean;
  /** A bot took it for the person whose seat it was. */
  bot: boolean;
  /** The interval lies above 0. */
  mistake: boolean;
  /** What speaks for the best, in a sentence; empty where nothing is sure, and where it was no mistake. */
  why: string;
}

/** GET /api/replays/<id>/judged?from=&language=: what decisions cost, those of a few entries at a time. */
export interface JudgedPart {
  /** Those with a choice, in order. */
  decisions: Judged[];
  /** What the next part is asked for with; -1 after the last. */
  following: number;
  /** How many entries there are. */
  all: number;
}

/** A place of which a seat did not know all. */
export interface HiddenPlace {
  /** Whose it is; empty for the table's. */
  name: string;
  /** What it is called. */
  text: string;
  /** How many lie there that the seat did not know. */
  pieces: number;
}

/** Pieces that a seat did not see and that are as likely in each place. */
export interface HiddenPieces {
  /** Their kinds. */
  codes: string[];
  /** Of each kind, how many were not seen. */
  copies: number[];
  /** How likely one of them is in each place. */
  shares: number[];
}

/** GET /api/replays/<id>/places?at=&seat=&language=: where the pieces may have lain that a seat did not see. */
export interface Hidden {
  /** The position. */
  step: number;
  seat: number;
  places: HiddenPlace[];
  pieces: HiddenPieces[];
  /** All worlds that the seat could not tell apart were counted; else so many were drawn. */
  exact: boolean;
  /** How many; of those counted at most one more than a million is told. */
  worlds: number;
  /** Half the width of the widest 95 % interval of a share; 0 where it is exact. */
  error: number;
}

/** A seat of a match that is over. */
export interface PlayedSeat {
  /** As it was when the match ended. */
  name: string;
  kind: "person" | "bot" | "open";
  you: boolean;
  /** Null where they are not known any more. */
  score: number | null;
  /** Null where they are not known any more. */
  place: number | null;
}

/** A match that I played to its end. */
export interface PlayedMatch {
  /** Of its table. */
  id: string;
  title: string;
  variant: string;
  /** The service has this variant. */
  here: boolean;
  /** What whoever set the table called its rules; empty for nothing of its own. */
  rules: string;
  /** The day whose deal was played; empty for none. */
  daily: string;
  seats: PlayedSeat[];
  /** In seconds since 1970. */
  finished_at: number;
  replay: string;
}

/**
 * GET /api/matches?variant=&with=&before=&language=: matches that I played to their ends, the latest first. GET
 * /api/matches/export is a file of all their records; POST /api/tables/<id>/rematch → {id}, the table of the next.
 */
export interface Matches {
  matches: PlayedMatch[];
  /** What asks for those after these; empty where there are none. */
  before: string;
  /** What may be asked for: variants by their titles, others by the names they had. */
  games: Worded[];
  /** What may be asked for: variants by their titles, others by the names they had. */
  people: Worded[];
}

/** A table: what is played there, and the options that differ from the variant's. */
export interface Side {
  variant: string;
  options?: Record<string, string>;
}

/** What is wanted. */
export interface Experiment {
  /** The tables; several are compared with the first. */
  sides: Side[];
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
  option: string;
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
}

/** A table of mine. */
export interface MyTable {
  id: string;
  title: string;
  variant: string;
  /** What whoever set it calls its rules; empty for nothing of its own. */
  rules: string;
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

/** A bot that may sit down. */
export interface LevelChoice {
  name: Level;
  text: string;
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

/** GET /api/guides/<variant>?language=. */
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
