// Written by `python -m tools.protocol` from torite.service.match_answers: not by hand.

import type { Worded } from "./scene";

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
