// Written by `python -m tools.protocol` from torite.service.messages: not by hand.

import type { LanguageCode, Scene } from "./scene";

/** How a bot plays. */
export type Level = "random" | "beginner" | "simple" | "keen" | "skilled" | "search";

/** What a table says. */
export type ServerMessage =
  | TableState
  | SceneMessage
  | ChatLine
  | Done
  | Refusal
  | Reason
  | DraftState
  | Hint
  | Lesson
  | Rest
  | Pong
  | Farewell
  | Beat;

/** What is said to those who look at a replay together. */
export type RoomAnswer = Room | Led | Done | Refusal | Pong | Farewell;

/** What is agreed of a table beside the rules. */
export interface Settings {
  /** Whether whoever has the link may watch. */
  spectators: boolean;
  /** Seconds for a move; 0 for as long as one likes. */
  move_time: number;
  /** Whether actions may be taken back. */
  undo: boolean;
  /** Seconds after which a bot sits in for somebody who has gone; never where one plays alone. */
  grace: number;
  /**
   * Of a game for one: what is done is done, and how it ends is kept; else undo is free. None as is usual: the first
   * game of a variant is for practice.
   */
  scored: boolean | null;
  /** Of a game with phrases of its own: whether what bots say of their hands may be false. */
  bots_bluff: boolean;
  /** The lesson or the puzzle that is played; empty for none. Only `NewLesson` and `NewPuzzle` set one. */
  lesson: string;
  /** What whoever set the table calls its rules; empty for nothing of its own. */
  rules: string;
}

/** A ready phrase that may be said. */
export interface Phrase {
  name: string;
  text: string;
  /** The game's own stand in groups: ask, tell, advise. */
  group: string;
}

/** A seat of a table. */
export interface TableSeat {
  seat: number;
  /** `open`: whoever has the link may sit down. */
  kind: "person" | "bot" | "open";
  name: string;
  bot: Level | null;
  /** A person is connected. */
  here: boolean;
  /**
   * Why a bot sits in: the person is `away` too long, asked it to play the `rest` of the deal, or was `removed` by the
   * host; empty where none does.
   */
  standin: "away" | "rest" | "removed" | "";
  /** For the next deal. */
  ready: boolean;
}

/** Somebody else at a table, as its host is told. */
export interface Attendant {
  /** Names them at this table. */
  who: string;
  name: string;
  /** -1 for whoever watches. */
  seat: number;
  removed: boolean;
  muted: boolean;
}

/** An option that differs from the variant's own. */
export interface ChosenOption {
  name: string;
  text: string;
  value: string;
  clause: string;
}

/** The lesson of a table, or its puzzle. */
export interface Teaching {
  /** Its name, and its idea in a few words. */
  name: string;
  /** Its name, and its idea in a few words. */
  title: string;
  /** The name of the puzzle; empty for a lesson. */
  puzzle: string;
  /** The day whose puzzle it is; empty for none. */
  day: string;
  /** What the puzzle is rated; 0 for a lesson. */
  rating: number;
  /** The how-manieth it is, of how many. */
  number: number;
  /** The how-manieth it is, of how many. */
  of: number;
  /** What is told before the deal. */
  before: string;
  /** What is told of what I did; empty before that. */
  told: string;
  /** Whether the idea was seen. */
  good: boolean;
  /** Whether the choice that matters has been made. */
  done: boolean;
  /** The name of the next lesson; empty after the last. */
  next: string;
}

/** A table; sent whole whenever anything of it changes. */
export interface TableState {
  type: "table";
  id: string;
  game: string;
  variant: string;
  title: string;
  state: "open" | "playing" | "over";
  /** My seat, -1 for a spectator. */
  you: number;
  /** I set the table, or was left it: I may change seats, start, remove people, and close it. */
  host: boolean;
  seats: TableSeat[];
  settings: Settings;
  /** Those that differ from the variant's own. */
  options: ChosenOption[];
  /** Commits to all chance of the match before the first outcome. */
  key_hash: string;
  /** What players added to the key, by seat; fixed when the match starts. */
  words: Record<number, string>;
  spectators: number;
  /** The replay of a match that is over. */
  replay: string;
  /** The next table, when a rematch has been asked for. */
  rematch: string;
  /** Seconds left to whoever must act, when this was sent; null without a limit. */
  left: number | null;
  /** The names of pieces for ears, by code: `ten of hearts`. */
  pieces: Record<string, string>;
  /** Forced cards are played for me. */
  forced: boolean;
  /** How many of my choices must still be known before that can begin; others could tell a forced card else. */
  forced_after: number;
  /** The day whose deal is played; empty for none. */
  daily: string;
  /** Who hears what I say: everybody, my team, or nobody talks. */
  talk: "all" | "team" | "none";
  phrases: Phrase[];
  /** Everybody else who is here or sits here, or may not any more; told to the host alone. */
  people: Attendant[];
  /** The line that tells others how a scored game for one ended; empty before. */
  share: string;
  /** How I, who am out of the match, am shown the rest; null where I am not, or somebody else plays. */
  watched: "usual" | "fast" | "end" | null;
  /** The lesson that is played here, told to its learner; null where none is. */
  lesson: Teaching | null;
  /** I play alone and nothing is counted: I may ask where hidden pieces may lie. */
  practice: boolean;
}

/** How it looks now; the whole log after a connection, or when the page asks for it. */
export interface SceneMessage {
  type: "scene";
  scene: Scene;
  /** Anything before it is to be forgotten: nothing is animated from the scene before. */
  fresh: boolean;
}

/** What somebody said. */
export interface ChatLine {
  type: "said";
  number: number;
  /** -1 for the table itself. */
  seat: number;
  name: string;
  text: string;
  /** My team alone hears it. */
  team: boolean;
}

/** It has been done. */
export interface Done {
  type: "done";
  cid: number;
}

/** It has not been done. */
export interface Refusal {
  type: "refused";
  cid: number;
  /** A stable name: not-your-turn, illegal-move, stale, … */
  code: string;
  say: string;
  clause: string;
  /** Somebody else was first. */
  late?: boolean;
}

/** Why an action is not open, as a sentence that teaches; empty where it is. */
export interface Reason {
  type: "why";
  cid: number;
  say: string;
  clause: string;
}

/** A gesture that has been begun. */
export interface DraftState {
  type: "draft";
  cid: number;
  parts: string;
  /** The codes (`exchange H5`) that may be added. */
  may: string[];
  complete: boolean;
}

/** A choice, with what it is worth. */
export interface Weighed {
  code: string;
  text: string;
  /** How much less than the best it is worth, 0 for the best. */
  less: number;
  /** Its own worth, in words; how much less it is, where that is no points. */
  worth: string | null;
}

/** What to do; the best choice first. */
export interface Hint {
  type: "hint";
  cid: number;
  choices: Weighed[];
  say: string;
}

/** The guided first deal: what there is to decide, and why. */
export interface Lesson {
  type: "lesson";
  cid: number;
  number: number;
  /** What the game is about, when the match is over and who wins it; empty but at my first decision. */
  goal: string;
  /** The first says what is advised, or what may be done; none where nothing can be chosen. */
  sentences: string[];
  /** The section of the guide that matters; empty for none. */
  section: string;
  /** That is all; else only the goal is told, and the rest is there to be asked for. */
  whole: boolean;
}

/** Whether the rest of the deal matters, as far as my seat can know. */
export interface Rest {
  type: "rest";
  number: number;
  settled: boolean;
}

/** I am here. */
export interface Pong {
  type: "pong";
  cid: number;
}

/** I am still here: said again before so many seconds have gone by, and when that is not so I am not. */
export interface Beat {
  type: "beat";
  within: number;
}

/** Said before the connection is closed for good. */
export interface Farewell {
  type: "farewell";
  why: "closed" | "removed" | "banned" | "logged_out" | "deleted" | "aside" | "no_seat";
  say: string;
}

/** Somebody who looks at a replay together with others; without a name who gave none. */
export interface InRoom {
  number: number;
  name: string;
}

/** Who looks at a replay together, and where their leader is. */
export interface Room {
  type: "room";
  /** My number. */
  you: number;
  /** Who leads; 0 for nobody. */
  leader: number;
  people: InRoom[];
  /** Where the leader is; null before anybody has led. */
  step: number | null;
  /** Whose they are: a seat, -1 an onlooker, -2 with all hands open. */
  eyes: number;
}

/** Where the leader has gone; as in `Room`. */
export interface Led {
  type: "led";
  step: number;
  eyes: number;
}

/** What a page says to a table; the answer has its `cid`. */
export type ClientMessage =
  | { type: "act"; cid: number; number: number; code: string }
  | { type: "why"; cid: number; code: string }
  | { type: "draft"; cid: number; parts: string[] }
  | { type: "hint"; cid: number }
  | { type: "lesson"; cid: number; knows?: boolean }
  | { type: "undo"; cid: number; number: number }
  | { type: "ready"; cid: number }
  | { type: "say"; cid: number; text: string }
  | { type: "phrase"; cid: number; phrase: string }
  | { type: "rest"; cid: number; number: number }
  | { type: "stand_in"; cid: number; on: boolean }
  | { type: "forced"; cid: number; on: boolean }
  | { type: "watch"; cid: number; at: "usual" | "fast" | "end" }
  | { type: "sit"; cid: number; seat: number; kind: "open" | "bot"; bot?: Level | null }
  | { type: "words"; cid: number; text: string }
  | { type: "start"; cid: number }
  | { type: "leave"; cid: number }
  | { type: "rematch"; cid: number }
  | { type: "language"; cid: number; language: LanguageCode }
  | { type: "again"; cid: number }
  | { type: "ping"; cid: number };

/** What is said by those who look at a replay together. */
export type RoomMessage =
  | { type: "go"; cid: number; step: number; eyes: number }
  | { type: "lead"; cid: number }
  | { type: "hand"; cid: number; to: number }
  | { type: "ping"; cid: number };
