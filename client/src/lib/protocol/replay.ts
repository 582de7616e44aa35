// Written by `python -m tools.protocol` from torite.service.replay_answers: not by hand.

import type { Form } from "./scene";

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
  /** Its deal was arranged and nobody has played it, so that its choices may be weighed. */
  unplayed: boolean;
  outcomes: Outcome[];
}

/** A place that a deal fills. */
export interface ArrangedRoom {
  /** What names it. */
  field: string;
  /** What names it. */
  owner: number;
  /** Whose it is; empty for the table's. */
  name: string;
  /** What it is. */
  text: string;
  /** How many pieces it is dealt. */
  most: number;
}

/** A kind of piece that is dealt, and how often it is in the pack. */
export interface ArrangedPiece {
  code: string;
  name: string;
  copies: number;
}

/**
 * GET /api/arranged/<variant>?seats=&language=: what may be arranged of its first deal. POST /api/arranged/<variant>
 * {seats, dealer, scores: int[], places: {name, owner, pieces}[]} → {id} of a replay that nobody played.
 */
export interface Arranging {
  variant: string;
  title: string;
  form: Form;
  /** How many may play. */
  least: number;
  /** How many may play. */
  most: number;
  /** Of the seats. */
  names: string[];
  /** Whether it may be said who deals. */
  dealer: boolean;
  /** The places that the deal fills; none where nothing is dealt. */
  rooms: ArrangedRoom[];
  /** What is dealt. */
  pieces: ArrangedPiece[];
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

/** A variation: what might have been played from a position. */
export interface Branch {
  /** Counted from 1. */
  number: number;
  /** The position with which it begins. */
  step: number;
  /** The variation in which that is; 0 for the match. */
  of: number;
  /** What happens in it, as a viewer reads it; each leads a step further. */
  moves: string[];
  /** What is said of its positions, that with which it begins among them. */
  notes: Note[];
}

/**
 * POST /api/replays/<id>/study {viewer, code}: the variations; my own, or those to which a link's code leads. POST
 * …/study/play {of, step, seat, act, viewer}, /say {of, step, text, viewer} and /cut {of, step, viewer} change mine,
 * and tell them. POST …/study/scenes {of, first, last, viewer, code} → {steps: Scene[]}. GET …/study/record → the
 * record with them and my notes, as text.
 */
export interface Branches {
  /** All of them; one that begins in another comes after it. */
  branches: Branch[];
  /** The position to which the change leads. */
  of: number;
  /** The position to which the change leads. */
  step: number;
}

/** POST /api/replays/<id>/study/ask {of, step, seat, parts, why}: what may be added to a gesture; or why not. */
export interface Tried {
  parts: string;
  /** The codes that may be added. */
  may: string[];
  /** It may be taken as it is. */
  complete: boolean;
  /** Why an action is not allowed. */
  say: string;
  /** Why an action is not allowed. */
  clause: string;
}

/** A decision of a match that is over, judged from what its seat knew. */
export interface Judged {
  /** The position in which it was taken. */
  step: number;
  /** Which deal, from 1. */
  deal: number;
  seat: number;
  /** The action, or the part of one, in words; the best with those that are equal to it, if another was taken. */
  taken: string;
  /** The action, or the part of one, in words; the best with those that are equal to it, if another was taken. */
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
  /** What made the difference, in sentences, from worlds in which both were tried; of a mistake alone. */
  reasons: string[];
}

/** A choice at a position. */
export interface JudgedChoice {
  /** The action, or the part of one, in words. */
  text: string;
  /** What it is worth less than the best; 0 for that. */
  loss: number;
  /** Half the width of the loss's 95 % interval. */
  error: number;
  /** It is what is played there. */
  taken: boolean;
}

/** What a seat may choose at a position, judged from what it knows there. */
export interface JudgedChoices {
  seat: number;
  /** The best first. */
  choices: JudgedChoice[];
  unit: "points" | "match" | "win" | "success";
  /** It was calculated. */
  exact: boolean;
  /** What speaks for the best, in a sentence; empty where nothing is sure. */
  why: string;
}

/** POST /api/replays/<id>/study/judged {of, step, told, code}: what the choices at a position are worth. */
export interface JudgedPosition {
  /** Of each part of what is played there; at the end of a line, of all who are to act. */
  decisions: JudgedChoices[];
  /** How often they were weighed: more often than those `told` before, but where it is not done yet. */
  times: number;
  /** How often they are weighed at most. */
  all: number;
}

/** What a deal was worth to a seat, and what was made of it; errors are halves of 95 % intervals. */
export interface SeatOfDeal {
  /** What other deals were worth. */
  average: number;
  /** What this one was worth more. */
  luck: number;
  luck_error: number;
  /** What came of it beyond that. */
  played: number;
  played_error: number;
  /** What came of it: the sum of the three. */
  paid: number;
}

/** Luck and skill in a deal of a match that is over. */
export interface JudgedDeal {
  /** The position of its first choice. */
  step: number;
  /** Which deal, from 1. */
  deal: number;
  unit: "points" | "match" | "win" | "success";
  seats: SeatOfDeal[];
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

/**
 * GET /api/replays/<id>/places?at=&seat=&language=: where the pieces may have lain that a seat did not see. GET
 * /api/tables/<id>/places?language=: the same of my own seat now, in practice.
 */
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

/** GET /api/replays/<id>/judged?from=&language=: what decisions cost, those of a few entries at a time. */
export interface JudgedPart {
  /** Those with a choice, in order. */
  decisions: Judged[];
  /** Those with their first choice among these entries. */
  deals: JudgedDeal[];
  /** What is asked for next: -1 after the last part, this one again where it is not judged yet. */
  following: number;
  /** How many entries there are. */
  all: number;
}
