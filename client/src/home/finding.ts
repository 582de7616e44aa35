import type { Family, Tile } from "../lib/protocol";

/** What somebody looks for on the shelf; 0 and "" ask for nothing. */
export interface Wish {
  text: string;
  people: number;
  kind: string;
  minutes: number;
}

export const NOTHING: Wish = { text: "", people: 0, kind: "", minutes: 0 };

type Part = keyof Wish;
/** What else comes near: games that fit but for one part of the wish, or that are called nearly so. */
export type Near = { but: Part | "name"; tiles: Tile[] };

/** What stands on the shelf in one place: a game, or a family of several. */
export type Shown = { family: Family | null; tiles: Tile[] };

const MOST_NEAR = 4;
const PEOPLE = /(\d+)\s*(?:players?|people|persons?|人)/i;
const MINUTES = /(\d+)\s*(?:min\w*|分)/i;

/** The same letters, whoever types them: no case, no accents, no width, and hiragana for katakana. */
export const folded = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/ł/g, "l")
    .replace(/ø/g, "o")
    .replace(/[^\p{L}\p{N}ー]+/gu, " ")
    .trim();

/** Take numbers of players and minutes out of what was written: `dice 4 players` asks for both. */
export function understood(wish: Wish): Wish {
  const people = wish.text.match(PEOPLE);
  const minutes = wish.text.match(MINUTES);
  return {
    text: wish.text.replace(PEOPLE, " ").replace(MINUTES, " ").trim(),
    people: people ? Number(people[1]) : wish.people,
    kind: wish.kind,
    minutes: minutes ? Number(minutes[1]) : wish.minutes,
  };
}

export const asks = (wish: Wish) => !!(wish.text.trim() || wish.people || wish.kind || wish.minutes);

const names = (tile: Tile) => folded(tile.found_by.join(" · "));

/** Whether every word begins a word of a game's names, and is not only somewhere within one. */
const begins = (tile: Tile, wish: Wish) =>
  folded(wish.text)
    .split(" ")
    .every((word) => ` ${names(tile)}`.includes(` ${word}`));

/** The parts of a wish that a game does not fit. */
function lacks(tile: Tile, wish: Wish): Part[] {
  const called = names(tile);
  const parts: [Part, boolean][] = [
    [
      "text",
      folded(wish.text)
        .split(" ")
        .every((word) => called.includes(word)),
    ],
    ["people", !wish.people || (tile.seats[0] <= wish.people && wish.people <= tile.seats[1])],
    ["kind", !wish.kind || tile.kind === wish.kind],
    ["minutes", !wish.minutes || tile.minutes <= wish.minutes],
  ];
  return parts.filter(([, fits]) => !fits).map(([part]) => part);
}

/** How many letters must be changed, added, left out or exchanged with the next to make one word of the other. */
function apart(one: string, other: string): number {
  let [before, row] = [[] as number[], Array.from({ length: other.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[other.length];
}

function calledNearly(tile: Tile, text: string): boolean {
  const words = names(tile).split(" ");
  return folded(text)
    .split(" ")
    .every((wanted) => words.some((word) => apart(word, wanted) <= (wanted.length > 4 ? 2 : 1)));
}

/** Find what fits a wish; where nothing does, what comes near. */
export function found(tiles: Tile[], written: Wish): { tiles: Tile[]; near: Near[] } {
  const wish = understood(written);
  const lacking = tiles.map((tile) => ({ tile, lacks: lacks(tile, wish) }));
  const fit = lacking.filter((one) => !one.lacks.length).map((one) => one.tile);
  if (fit.length) {
    const first = fit.filter((tile) => begins(tile, wish));
    return { tiles: [...first, ...fit.filter((tile) => !first.includes(tile))], near: [] };
  }
  const but = (part: Part) => lacking.filter((one) => one.lacks.join() === part).map((one) => one.tile);
  const called = but("text").filter((tile) => calledNearly(tile, wish.text));
  const near: Near[] = [
    { but: "name", tiles: called },
    { but: "people", tiles: but("people") },
    { but: "kind", tiles: but("kind") },
    { but: "minutes", tiles: but("minutes") },
  ];
  if (asks({ ...wish, text: "" }) && !called.length) near.push({ but: "text", tiles: but("text") });
  return {
    tiles: [],
    near: near.filter((one) => one.tiles.length).map((one) => ({ ...one, tiles: one.tiles.slice(0, MOST_NEAR) })),
  };
}

/** Put the games of a family in one place, where the first of them stands. */
export function together(tiles: Tile[], families: Family[]): Shown[] {
  const shown: Shown[] = [];
  for (const tile of tiles) {
    const family = families.find((one) => one.game === tile.game) ?? null;
    const there = family && shown.find((one) => one.family === family);
    if (there) there.tiles.push(tile);
    else shown.push({ family, tiles: [tile] });
  }
  return shown.map((one) => (one.tiles.length > 1 ? one : { ...one, family: null }));
}
