// What the page and the service say to one another. The same shapes stand, checked, in src/torite/service/wire.py.

// ---- scenes: what a viewer sees and may do; the page draws nothing else ----

/** What the pieces of a game are, which says how a code is drawn, and the back of one unseen. */
export type Form = "card" | "domino" | "d6" | "d12";

export interface Piece {
  code: string;
  glyph: string;
  /** The piece for which it stands. */
  stands?: Piece;
}

export interface Worded {
  name: string;
  text: string;
}

export interface Fact extends Worded {
  value: string | number;
}

/** A number that goes towards something: many are drawn as a bar, few as pips. */
export interface Gauge extends Worded {
  value: number;
  most: number;
}

export interface SceneSeat {
  seat: number;
  name: string;
  you: boolean;
  /** Must act now. */
  acts: boolean;
  score: number;
  held: number;
  out: boolean;
  /**
   * `dealer`, `leader`, `best_seat` (winning the trick), `gains` (gets what the trick is worth), `passed` (in the trick),
   * `won`, `struck` (its name is struck out), and the game's own.
   */
  marks: Worded[];
  facts: Fact[];
  gauges: Gauge[];
}

export interface Placed extends Piece {
  seat?: number;
  /** What is written under it, and a sentence on it. */
  caption?: string;
  about?: string;
}

/**
 * A place of pieces. `hand`, `trick`, `line` and `starter` are drawn in places of their own; any other where there is
 * room: open pieces called `shown` whole, for they are played from there, those called `used_…` as put aside.
 */
export interface Zone extends Worded {
  /** -1 when it belongs to nobody; a figure's has the number of its side. */
  seat: number;
  count: number;
  /** null for one unseen. A trick's zones come in the order of play; a piece of a `line` tells who played it. */
  pieces: (Placed | null)[];
  /** Played for, or bid: it lies in the middle. */
  at_stake?: boolean;
  /** It names pieces of mine that lie elsewhere, all that I have to choose from now: it takes the place of my hand. */
  named?: boolean;
}

export type Choice = {
  verb: string;
  text: string;
  /** May be taken out of turn, and need not. */
  offer: boolean;
  codes: string[];
  /** Verbs that differ in their last word, and what they are called together. */
  family?: Worded;
} & (
  | {
      kind: "press";
      /** A suit's glyph or a rank, by which it differs from others of its family. */
      sign?: string;
      /** What comes of it, in a few words. */
      about?: string;
      /** A question to be answered before it is said: it cannot be taken back. */
      confirm?: string;
    }
  | { kind: "tap"; pieces: string[] }
  | {
      kind: "pick";
      pieces: string[];
      least: number;
      most: number;
      parts: string[];
      complete: boolean;
      /** The seat that gets the pieces; null where they are for nobody, or it is not told. */
      to: number | null;
    }
  | {
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
    }
  | {
      kind: "stand";
      /** The choice beside which it says what a piece stands for: it is done with that choice's pieces. */
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
    }
);

export interface LogLine {
  number: number;
  /** -1 for chance. */
  seat: number;
  text: string;
}

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

/** A board on which pegs keep the score: each seat's front peg is at its score, the other where that one was before. */
export interface Track {
  text: string;
  target: number;
  pegs: { seat: number; front: number; back: number }[];
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

/** Something that can be bet on by itself. */
export interface Element extends Worded {
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
  /** The words that are said of it, each with what it is called here. */
  ways: { verb: string; text: string }[];
}

export interface SheetRow {
  /** Counted from 1; 0 for a deal that was not scored. */
  deal: number;
  /** What it was, where the game says so. */
  text: string | null;
  changes: number[];
  scores: number[];
}

export interface Scene {
  game: string;
  variant: string;
  title: string;
  language: string;
  /** My seat; -1 for a spectator, -2 for a replay that shows all hands. */
  viewer: number;
  form: Form;
  /** How many entries the match's log has: an action is sent with the number it answers. */
  number: number;
  phase: Worded;
  prompt: string;
  /** Sentences on the state of the deal. */
  status: string[];
  seats: SceneSeat[];
  /** Players whom nobody plays; their numbers are those of sides, which go on after the seats. */
  figures: SceneSeat[];
  zones: Zone[];
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
  last_trick: { seat: number; pieces: Piece[] }[] | null;
  /** The side that took it; -1 where that is not told. */
  last_taker: number;
  /** Sealed choices that were just turned over, in the order of choosing; who was told last, and what of them. */
  revealed: { laid: { seat: number; pieces: Piece[] }[]; seat: number; text: string } | null;
  scores: number[];
  /** Whether a deal has ended and the next has not begun. */
  deal_over: boolean;
  over: boolean;
  result: { places: number[]; winners: number[]; text: string } | null;
}

// ---- tables ----

export type Level = "random" | "simple" | "search";

export interface TableSeat {
  seat: number;
  /** `open`: whoever has the link may sit down. */
  kind: "person" | "bot" | "open";
  name: string;
  bot: Level | null;
  /** A person is connected. */
  here: boolean;
  /** A bot sits in: the person is `away` too long, or asked it to `rest` of the deal. */
  standin: "" | "away" | "rest";
  /** Ready for the next deal. */
  ready: boolean;
}

export interface Settings {
  spectators: boolean;
  /** Seconds for a move; 0 for as long as one likes. */
  move_time: number;
  undo: boolean;
  /** Seconds after which a bot sits in for somebody who has gone. */
  grace: number;
  /** Of a game for one: it counts, and nothing is taken back; null as is usual for me. */
  scored: boolean | null;
  /** What bots say of their hands may be false. */
  bots_bluff: boolean;
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
  /** I set the table: I may change seats, start, and see the invitation. */
  host: boolean;
  seats: TableSeat[];
  settings: Settings;
  /** The options that differ from the variant's own. */
  options: { name: string; text: string; value: string; clause: string }[];
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
  /** The line that tells others how a scored game for one ended; empty before. */
  share: string;
  /** Who hears what I say: everybody, my team, or nobody talks. */
  talk: "all" | "team" | "none";
  /** The game's own phrases, which stand in groups: ask, tell, advise. */
  phrases: Phrase[];
}

export interface Phrase extends Worded {
  group: string;
}

// ---- from the service ----

export interface Said {
  type: "said";
  number: number;
  /** -1 for the table itself. */
  seat: number;
  name: string;
  text: string;
  /** My team alone hears it. */
  team: boolean;
}

/** Everything missed or asked for at once: after a connection, or when the page asks for it. */
export interface SceneMessage {
  type: "scene";
  scene: Scene;
  /** Anything before it is to be forgotten: nothing is animated from the scene before. */
  fresh: boolean;
}

export interface Done {
  type: "done";
  cid: number;
}

export interface Refused {
  type: "refused";
  cid: number;
  /** A stable name: not-your-turn, illegal-move, stale, … */
  code: string;
  say: string;
  clause: string;
  /** Somebody else was first. */
  late?: boolean;
}

export interface Why {
  type: "why";
  cid: number;
  say: string;
  clause: string;
}

export interface DraftState {
  type: "draft";
  cid: number;
  parts: string;
  /** The codes (`exchange H5`) that may be added. */
  may: string[];
  complete: boolean;
}

export interface Hint {
  type: "hint";
  cid: number;
  /** Best first; `less` is how much less than the best it is worth, 0 for the best; `worth` is its own worth, in words. */
  choices: { code: string; text: string; less: number; worth?: string | null }[];
  say: string;
}

/** The guided first deal: what there is to decide, and why. */
export interface Lesson {
  type: "lesson";
  cid: number;
  number: number;
  sentences: string[];
  /** The section of the guide that matters; empty for none. */
  section: string;
}

/** Whether the rest of the deal matters, as far as my seat can know. */
export interface Rest {
  type: "rest";
  number: number;
  settled: boolean;
}

export interface Pong {
  type: "pong";
}

export type FromService =
  TableState | SceneMessage | Said | Done | Refused | Why | DraftState | Hint | Lesson | Rest | Pong;

// ---- to the service; each with a number of its own, `cid`, that the answer carries ----

export type ToService = { cid: number } & (
  | { type: "act"; number: number; code: string }
  | { type: "why"; code: string }
  | { type: "draft"; parts: string[] }
  | { type: "hint" }
  | { type: "lesson" }
  | { type: "undo"; number: number }
  | { type: "ready" }
  | { type: "say"; text: string }
  | { type: "phrase"; phrase: string }
  | { type: "rest"; number: number }
  | { type: "stand_in"; on: boolean }
  | { type: "forced"; on: boolean }
  | { type: "sit"; seat: number; kind: "open" | "bot"; bot: Level | null }
  | { type: "words"; text: string }
  | { type: "start" }
  | { type: "leave" }
  | { type: "rematch" }
  | { type: "language"; language: string }
  | { type: "again" }
  | { type: "ping" }
);

// ---- HTTP, all JSON, all under /api ----

/** GET /api/start?language=: everything that the first page shows. */
export interface Start {
  me: { name: string; language: string; known: boolean };
  languages: string[];
  /** The page's own sentences. */
  words: Record<string, string>;
  games: Tile[];
  tables: MyTable[];
  phrases: Worded[];
}

/** A family of variants that share a guide. */
export interface Tile {
  game: string;
  guide: string;
  title: string;
  line: string;
  /** What it is about, for the filter: `avoid` (tricks), `take`, `partners`, `tiles`, `dice`, `alone`. */
  kind: string;
  seats: [number, number];
  minutes: number;
  /** 1 easy to 3 hard. */
  difficulty: number;
  /** Pieces of its picture. */
  pieces: string[];
  form?: Form;
  colour: string;
  variants: { name: string; title: string; line: string; seats: [number, number]; usual: number }[];
}

export interface MyTable {
  id: string;
  title: string;
  variant: string;
  /** The day whose deal is played; empty for none. */
  daily: string;
  state: "open" | "playing" | "over";
  seats: string[];
  yours: boolean;
  turn: boolean;
  replay: string;
  /** Seconds since something happened. */
  age: number;
}

/** GET /api/games/<variant>?seats=&language= */
export interface Setup {
  variant: string;
  title: string;
  line: string;
  seats: [number, number];
  usual: number;
  options: OptionSetup[];
  /** The game has phrases of its own, which bots say too. */
  talks: boolean;
  levels: { name: Level; text: string }[];
  /** Whether my game of it is scored if I do not say: not my first. */
  scored: boolean;
}

export interface OptionSetup {
  name: string;
  text: string;
  clause: string;
  kind: "yes" | "one" | "number" | "text";
  value: string;
  values: { value: string; text: string }[];
  least: number;
  most: number;
  optional: boolean;
}

/** POST /api/tables → Made */
export interface NewTable {
  variant: string;
  seats: ({ kind: "me" } | { kind: "open" } | { kind: "bot"; bot: Level })[];
  options: Record<string, string>;
  settings: Settings;
  /** Begin at once, when no seat is open. */
  start: boolean;
}

/** `secret` stands in the link after `#`: /t/<id>#<secret>. */
export interface Made {
  id: string;
  secret: string;
}

/** POST /api/tables/<id>/join {secret, name, watch} → {seat}; GET /api/tables/<id>/invite → {secret} for whoever sits there. */
export interface Joined {
  seat: number;
}

/** GET /api/guides/<variant>?language= */
export interface Guide {
  variant: string;
  title: string;
  form?: Form;
  pieces: Record<string, string>;
  sections: GuideSection[];
}

export interface GuideSection {
  level: number;
  title: string;
  anchor: string;
  clauses: string[];
  blocks: Block[];
}

export type Inline = { text: string; strong?: boolean; link?: string } | { piece: string };

export type Block =
  | { kind: "text"; inlines: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

/** A variant's deal of a day, and how mine stands. */
export interface DailyDeal {
  /** As in `2026-11-22`. */
  date: string;
  state: "new" | "playing" | "over";
  table: string;
  replay: string;
  score: number | null;
  /** null while it is not over, and where the game has no win. */
  won: boolean | null;
}

/** GET /api/daily/<variant>?date=&today=&language=; POST /api/daily {variant, date} → {id} */
export interface DailyPage {
  title: string;
  line: string;
  variant: string;
  today: string;
  day: DailyDeal & { share: string };
  /** Today's and those before it, the latest first. */
  days: DailyDeal[];
}

/** How many games ended with a score from `least` to `most`, and how many of those were deals of the day. */
export interface ScoreBar {
  least: number;
  most: number;
  games: number;
  daily: number;
}

/** What came in a row: now, and at most. */
export interface Streak {
  now: number;
  longest: number;
}

/** What my results in one variant come to; those by other rules than its own stand apart. */
export interface Figures {
  variant: string;
  title: string;
  /** The service has this variant. */
  here: boolean;
  usual: boolean;
  games: number;
  best: number;
  mean: number;
  wins: number | null;
  won: Streak | null;
  daily: number;
  days: Streak | null;
  bars: ScoreBar[];
}

/** A game of mine that is over. */
export interface Told {
  id: string;
  variant: string;
  title: string;
  here: boolean;
  usual: boolean;
  daily: string;
  score: number;
  won: boolean | null;
  /** In seconds since 1970. */
  finished_at: number;
  replay: string;
}

/** GET /api/results?today=&language=; /export is a file, POST /import takes one in → {new, known}. */
export interface Results {
  variants: Figures[];
  latest: Told[];
  total: number;
}

/** GET /api/clauses/<variant>/<clause> */
export interface Clause {
  clause: string;
  text: string;
}

/** GET /api/replays/<id>?language= */
export interface Replay {
  id: string;
  title: string;
  game: string;
  variant: string;
  /** The day whose deal was played; empty for none. */
  daily: string;
  names: string[];
  form?: Form;
  pieces: Record<string, string>;
  over: boolean;
  /** How many positions there are: after each entry that stands, and the start. */
  steps: number;
  /** Steps at which a deal begins, and at which a trick is complete. */
  deals: number[];
  tricks: number[];
  scores: number[];
  key_hash: string;
  /** Empty when the record does not tell it. */
  key: string;
  words: string[];
  arranged: boolean;
  /** Chance, as the key must give it. */
  outcomes: Outcome[];
}

export interface Outcome {
  name: string;
  what: "number" | "shuffle" | "dice";
  n: number;
  faces: number;
  /** What was shuffled, in its order before. */
  pieces: string[];
  outcome: (string | number)[];
  /** Agreed upon beforehand, not drawn. */
  agreed: boolean;
}

/** GET /api/replays/<id>/steps?from=&to=&viewer=&language= → {steps: Scene[]}; viewer -2 shows all hands. */
/** GET /api/replays/<id>/record → the record as text. POST /api/replays {record} → {id}. */
/** POST /api/replays/<id>/verify → {fair, say}. */

/** What any of them answers when it refuses. */
export interface Fault {
  code: string;
  say: string;
}
