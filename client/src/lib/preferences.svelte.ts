import { LEVELS } from "./levels";
import type { Level } from "./protocol";

/** How this browser likes its table: harmless things only, kept in the browser. */
export interface Preferences {
  paper: "system" | "washi" | "night";
  /** Diamonds blue and clubs green. */
  fourColour: boolean;
  largeIndex: boolean;
  /** How fast pieces move; `none` for not at all. */
  speed: "slow" | "usual" | "fast" | "none";
  /** Whether cards are heard, and a knock at my turn; null: not asked for, so silent. */
  sound: boolean | null;
  /** How long a full trick of two pieces rests, in milliseconds; one of more longer; 0 until it is tapped away. */
  restMs: number;
  /** How bots play at tables that I set. */
  level: Level;
  /** Play a card for me when it is the only one. */
  forced: boolean;
  /** The column beside the table is open. */
  column: boolean;
  /** Games whose first, guided deal has been offered. */
  seen: string[];
  /** Lessons that were played, as `variant/name`. */
  learnt: string[];
  /** The last puzzle of a day that was answered, by variant, and how many days in a row were right up to it. */
  solved: Record<string, Solved>;
  /** What I am rated with puzzles, by variant. */
  rated: Record<string, Rated>;
  /** Whose talk I do not want to hear, as `table:seat`; the latest last. */
  hidden: string[];
}

/** A day's puzzle that was answered. */
export interface Solved {
  day: string;
  streak: number;
}

/** What somebody is rated with a variant's puzzles: how sure that is, what the last one changed, and those answered. */
export interface Rated {
  rating: number;
  deviation: number;
  change: number;
  day: string;
  solved: string[];
}

const MOST_HIDDEN = 200;

const USUAL: Preferences = {
  paper: "system",
  fourColour: false,
  largeIndex: false,
  speed: "usual",
  sound: null,
  restMs: 1200,
  level: "simple",
  forced: false,
  column: true,
  seen: [],
  learnt: [],
  solved: {},
  rated: {},
  hidden: [],
};

const KEY = "torite.preferences";

export const preferences: Preferences = $state({ ...USUAL, ...kept() });

/** The seats of a table whose talk I do not want to hear. */
export const hiddenAt = (table: string) =>
  new Set(preferences.hidden.filter((one) => one.startsWith(`${table}:`)).map((one) => Number(one.split(":")[1])));

/** Hear what a seat says no more, or again. */
export function hide(table: string, seat: number): void {
  const one = `${table}:${seat}`;
  const others = preferences.hidden.filter((other) => other !== one);
  preferences.hidden = others.length < preferences.hidden.length ? others : [...others, one].slice(-MOST_HIDDEN);
}

/** Whether cards are heard, and a knock at my turn: only where that was asked for. */
export const soundOn = () => preferences.sound ?? false;

/** Keep them, and put the paper on the page; to be called once, while a component is set up. */
export function keepPreferences(): void {
  $effect(() => {
    const text = JSON.stringify(preferences);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // Storage may be forbidden; they then last as long as the page.
    }
  });
  $effect(() => {
    document.documentElement.dataset.paper = preferences.paper;
  });
}

function kept(): Partial<Preferences> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return fitting(typeof value === "object" && value ? (value as Record<string, unknown>) : {});
  } catch {
    return {};
  }
}

/** Only what has the type that it should: what an older page wrote must not break this one. */
function fitting(value: Record<string, unknown>): Partial<Preferences> {
  const entries = Object.entries(USUAL).filter(([name, usual]) => {
    if (name === "sound") return typeof value[name] === "boolean";
    return typeof value[name] === typeof usual && Array.isArray(value[name]) === Array.isArray(usual);
  });
  const fit = Object.fromEntries(entries.map(([name]) => [name, value[name]])) as Partial<Preferences>;
  if (fit.paper && !["system", "washi", "night"].includes(fit.paper)) delete fit.paper;
  if (fit.level === "random") fit.level = "beginner";
  if (fit.level && !LEVELS.includes(fit.level)) delete fit.level;
  if (fit.speed && !["slow", "usual", "fast", "none"].includes(fit.speed)) delete fit.speed;
  return fit;
}
