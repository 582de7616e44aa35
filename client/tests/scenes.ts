// Scenes, and what stands in them, that read aloud: what a test does not name is as on an empty table.
import type { Choice, Placed, Scene, SceneSeat, TableState, Zone } from "../src/lib/protocol";

export const piece = (code: string, more: Partial<Placed> = {}): Placed => ({ code, glyph: code, ...more });

/** A place of pieces: `zone("hand", 0, "HQ S2")`; `?` is one unseen. */
export function zone(name: string, seat: number, codes: string, more: Partial<Zone> = {}): Zone {
  const pieces = codes
    .split(" ")
    .filter(Boolean)
    .map((code) => (code === "?" ? null : piece(code)));
  return { name, text: name, seat, count: pieces.length, pieces, ...more };
}

export const seat = (number: number, more: Partial<SceneSeat> = {}): SceneSeat => ({
  seat: number,
  name: `Seat ${number}`,
  you: number === 0,
  acts: false,
  score: 0,
  held: 0,
  out: false,
  marks: [],
  facts: [],
  gauges: [],
  team: [],
  ...more,
});

export const seats = (count: number): SceneSeat[] => Array.from({ length: count }, (_, number) => seat(number));
export const mark = (name: string) => ({ name, text: name });

export const scene = (more: Partial<Scene> = {}): Scene => ({
  game: "toy",
  variant: "toy",
  title: "Toy",
  language: "en",
  viewer: 0,
  form: "card",
  number: 1,
  phase: { name: "play", text: "play" },
  prompt: "",
  status: [],
  seats: seats(4),
  figures: [],
  zones: [],
  facts: [],
  choices: [],
  log: [],
  account: [],
  counted: [],
  track: null,
  road: null,
  elements: [],
  sheet: null,
  last_trick: null,
  last_taker: -1,
  revealed: null,
  scores: [],
  deal_over: false,
  over: false,
  result: null,
  ...more,
});

type Of<Kind extends Choice["kind"]> = Extract<Choice, { kind: Kind }>;
const told = (verb: string, codes: string[]) => ({ verb, text: verb, offer: false, codes });
const codesOf = (verb: string, pieces: string[]) => pieces.map((code) => `${verb} ${code}`);

export function tap(verb: string, codes: string): Of<"tap"> {
  const pieces = codes.split(" ");
  return { ...told(verb, codesOf(verb, pieces)), kind: "tap", pieces };
}

export function pick(verb: string, codes: string, more: Partial<Of<"pick">> = {}): Of<"pick"> {
  const pieces = codes.split(" ");
  const open = { least: 1, most: pieces.length, parts: [], complete: false, to: null };
  return { ...told(verb, codesOf(verb, pieces)), kind: "pick", pieces, ...open, ...more };
}

export const press = (verb: string, more: Partial<Of<"press">> = {}): Of<"press"> => ({
  ...told(verb, [verb]),
  kind: "press",
  ...more,
});

export function number(verb: string, numbers: number[], more: Partial<Of<"number">> = {}): Of<"number"> {
  const open = { least: numbers[0], most: numbers.at(-1) ?? 0, named: null, stations: false, piece: null };
  const codes = numbers.map((n) => [verb, more.piece, n].filter((word) => word != null).join(" "));
  return { ...told(verb, codes), kind: "number", numbers, ...open, ...more };
}

export function stand(stem: string, code: string, may: string, more: Partial<Of<"stand">> = {}): Of<"stand"> {
  const pieces = may.split(" ");
  const verb = `${stem} ${code} as`;
  const open = { stem, piece: code, pieces, sensible: [], gesture: false, parts: [] };
  return { ...told(verb, codesOf(verb, pieces)), kind: "stand", ...open, ...more };
}

export const table = (more: Partial<TableState> = {}): TableState => ({
  type: "table",
  id: "t",
  game: "toy",
  variant: "toy",
  title: "Toy",
  state: "playing",
  you: 0,
  host: true,
  people: [],
  seats: [],
  settings: {
    spectators: true,
    move_time: 0,
    undo: true,
    grace: 60,
    scored: null,
    bots_bluff: false,
    lesson: "",
    rules: "",
  },
  options: [],
  key_hash: "",
  words: {},
  spectators: 0,
  replay: "",
  rematch: "",
  left: null,
  pieces: {},
  forced: false,
  forced_after: 0,
  daily: "",
  share: "",
  watched: null,
  lesson: null,
  practice: false,
  talk: "all",
  phrases: [],
  ...more,
});
