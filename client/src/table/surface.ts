// What lies on a table, sorted by where it is drawn: the same few places for every game.
import type { Snippet } from "svelte";
import type { Scene, SceneSeat, TableState, Zone } from "../lib/protocol";
import { directions, type Direction } from "./places";
import { sidesOf } from "./sides";

/** A table to be drawn. */
export interface Surface {
  scene: Scene;
  /** Names of pieces for ears, by code. */
  names: Record<string, string>;
  table: TableState | null;
  /** Seconds left to whoever acts. */
  left: number | null;
  /** My seat, -1 for whoever only looks. */
  me: number;
  /** Who sits at the near edge: I, or who is looked at first. */
  near: SceneSeat;
  /** The others, from my left on. */
  others: SceneSeat[];
  /** Where each side sits, by its number. */
  towards: Direction[];
  /** There are many: each is drawn small. */
  small: boolean;
  /** What lies free, and what is used from where it lies. */
  piles: Zone[];
  rows: Zone[];
  /** What lies before a seat. */
  zonesOf: (seat: number) => Zone[];
  /** In the place of all that lies in the middle. */
  over?: Snippet;
}

/** The others by the edge of the table at which they sit, each list in the order of play from my left. */
export interface Edges {
  left: SceneSeat[];
  top: SceneSeat[];
  right: SceneSeat[];
}

/** Zones of nobody's that lie in the middle. */
const PLACED = ["trick", "line", "starter"];
/** The card that was turned up lies with the piles, whatever is written under it. */
const TURNED = "turned";

/** Seat the others: one opposite, two at the sides, more around; of many a half along the top. */
export function edgesOf(others: SceneSeat[]): Edges {
  const many = others.length;
  const sides = many < 2 ? 0 : many < 6 ? 1 : Math.round(many / 4);
  return { left: others.slice(0, sides), top: others.slice(sides, many - sides), right: others.slice(many - sides) };
}

/** Where each side sits, by its number. */
export function placesOf(scene: Scene, bottom: number): Direction[] {
  const sides = sidesOf(scene);
  const found: Direction[] = [];
  const round = directions(sides.length, bottom);
  for (const [at, side] of sides.entries()) found[side.seat] = round[at];
  return found;
}

/** Places of nobody's that are drawn where there is room. */
export const freeIn = (scene: Scene): Zone[] =>
  scene.zones.filter((zone) => zone.seat < 0 && !PLACED.includes(zone.name) && !zone.at_stake && zone.count);

/** Whether what lies free has a row of its own: it is used, or asked for, where it lies. */
export const isRow = (zone: Zone, asked: (code: string) => boolean): boolean =>
  zone.pieces.some((piece) => piece && ((piece.caption && zone.name !== TURNED) || asked(piece.code)));
