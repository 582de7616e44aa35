// Torite's pieces: drawn for this project, CC0 1.0 (public domain).
import { back } from "./back";
import { half, type Rank } from "./courts";
import { joker } from "./jokers";
import { WEIGHT, writable, write } from "./glyphs";
import { box, place, placed, type Shape } from "./path";
import { pips, SUITS } from "./suits";
import { die, dieBack, solid, tile, tileBack } from "./tiles";
import { trump } from "./trumps";

/** One drawn side of a piece. */
export type Face = {
  width: number;
  height: number;
  /** The outline, which decides corners and shadow. */
  outline: "card" | "tile" | "die" | "solid";
  shapes: readonly Shape[];
  /** Written in a font: codes that the index cannot write. */
  text?: string;
  /** Chooses the colours: a suit's letter, or the name of another kind of piece. */
  tone: string;
};

const COURTS: Record<string, Rank> = {
  J: "jack",
  V: "jack",
  C: "knight",
  Q: "queen",
  D: "queen",
  K: "king",
  R: "king",
};

const card = (tone: string, shapes: Shape[], text?: string): Face => ({
  width: 100,
  height: 140,
  outline: "card",
  shapes: [["paper", box(0, 0, 100, 140, 6)], ...shapes, ["edge", box(0.4, 0.4, 99.2, 139.2, 5.6), 0.8]],
  tone,
  ...(text === undefined ? {} : { text }),
});

/** Rank over suit in both upper corners, and below them upside down when there is room. */
function index(rank: string, suit: string, compact: boolean): Shape[] {
  const scale = compact ? 1.45 : 0.88;
  const [x, y] = compact ? [19, 7.5] : [12, 7.5];
  const written = write(rank, x, y, scale, compact ? 33 : 19);
  const pip = place(SUITS[suit] as string, x, compact ? 49.5 : 35, compact ? 0.92 : 0.58);
  const across = write(rank, 100 - x, y, scale, compact ? 33 : 19);
  const rows = [written + across, pip + place(pip, 100 - 2 * x, 0)];
  const [stroke, fill] = compact ? rows : rows.map((d) => d + place(d, 100, 140, 1, 180));
  return [
    ["suit", stroke as string, WEIGHT * scale],
    ["suit", fill as string],
  ];
}

function suited(suit: string, rank: string, compact: boolean): Face {
  const shape = SUITS[suit] as string;
  const corners = index(rank, suit, compact);
  const court = COURTS[rank];
  if (court && compact) return card(suit, [...placed(half(court, suit, true), 50, 137, 1.3), ...corners]);
  if (court) {
    const twice = placed(half(court, suit), 50, 70).map(([ink, d, width]): Shape => {
      const whole = d + place(d, 100, 140, 1, 180);
      return width === undefined ? [ink, whole] : [ink, whole, width];
    });
    return card(suit, [...twice, ...corners]);
  }
  const many = compact ? null : pips(suit, rank);
  return card(suit, [["suit", many ?? place(shape, 50, compact ? 98 : 70, compact ? 3 : 2.6)], ...corners]);
}

/**
 * Draw a piece.
 *
 * @param code the piece's code; null for its back
 * @param compact fewer, larger signs: for widths under 64 px, and for those who ask for a large index
 * @param kind what pieces are drawn: a back is that of "card", "domino", "d6" or "d12", and numbers are faces of dice
 */
export function face(code: string | null, compact = false, kind = "card"): Face {
  const key = `${code ?? ""}|${kind}|${compact}`;
  let drawn = drawings.get(key);
  if (!drawn) drawings.set(key, (drawn = draw(code, compact, kind)));
  return drawn;
}

const drawings = new Map<string, Face>();

const other = (outline: Face["outline"], height: number, shapes: Shape[]): Face => ({
  width: 100,
  height,
  outline,
  shapes,
  tone: outline,
});

function draw(code: string | null, compact: boolean, kind: string): Face {
  if (code === null) {
    if (kind === "domino") return other("tile", 196, tileBack());
    if (kind === "d6" || kind === "d12") return other("die", 100, dieBack());
    return card("back", back(compact));
  }
  if (code === "JR" || code === "JB") return card(code, joker(code, compact));
  const [, above, below] = /^([0-9])-([0-9])$/.exec(code) ?? [];
  if (above && below) return other("tile", 196, tile(Number(above), Number(below)));
  const [, sides, thrown] = /^d(6|12):(1[0-2]|[1-9])$/.exec(code.includes(":") ? code : `${kind}:${code}`) ?? [];
  if (sides === "12") return other("solid", 100, solid(Number(thrown)));
  if (sides && Number(thrown) <= 6) return other("die", 100, die(Number(thrown)));
  const number = code === "EX" ? "0" : /^T([1-9]|1[0-9]|2[01])$/.exec(code)?.[1];
  if (number) return card("trump", trump(Number(number), compact));
  const suit = code[0] ?? "";
  const rank = code.slice(1);
  if (suit in SUITS && rank && writable(rank) && rank.length <= 2) return suited(suit, rank, compact);
  return card("plain", [], code);
}

/** Every code with a drawing of its own. */
export function allCodes(): string[] {
  const suits = Object.keys(SUITS);
  const suited = (ranks: string): string[] => suits.flatMap((suit) => ranks.split(" ").map((rank) => suit + rank));
  const tiles = upTo(6, 0).flatMap((high) => upTo(high, 0).map((low) => `${high}-${low}`));
  const dice = [...upTo(6).map((n) => `d6:${n}`), ...upTo(12).map((n) => `d12:${n}`)];
  const trumps = [...upTo(21).map((n) => `T${n}`), "EX"];
  return [...suited("A 2 3 4 5 6 7 8 9 10 J Q K"), "JR", "JB", ...suited("1 V C D R"), ...trumps, ...tiles, ...dice];
}

const upTo = (last: number, first = 1): number[] => Array.from({ length: last - first + 1 }, (_, n) => n + first);
