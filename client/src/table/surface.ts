// What lies on a table, sorted by where it is drawn; every layout draws the same, each in its own way.
import type { Snippet } from "svelte";
import type { Scene, SceneSeat, TableState, Zone } from "../lib/protocol";
import type { Saying } from "./gesture";
import { directions, MANY, type Direction } from "./places";
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
  /** The seat at the near edge: mine, or that of the one player whom others look on; -1 for none. */
  near: number;
  /** All sides, from the near edge to the left. */
  around: SceneSeat[];
  /** Where each side sits, by its number. */
  towards: Direction[];
  /** There are many: each is drawn small. */
  small: boolean;
  /** What lies free, and what is used from where it lies. */
  piles: Zone[];
  rows: Zone[];
  /** What lies before a seat. */
  zonesOf: (seat: number) => Zone[];
  /** Sentences on the state of the deal, where there is nothing beside the table to tell them. */
  told: string;
  /** What I may say of what can be bet on. */
  saying?: Saying;
  /** Numbers of the road's stations that may be chosen, the one that is best, and going there. */
  stations?: Set<number>;
  best?: number;
  onvisit?: (number: number) => void;
  /** Over the trick. */
  over?: Snippet;
}

export type Layout = "road" | "strip" | "pegboard" | "solo" | "crowd" | "duel" | "ring";

/** Zones of nobody's that lie in the middle. */
const PLACED = ["trick", "line", "starter"];
/** The card that was turned up lies with the piles, whatever is written under it. */
const TURNED = "turned";

/** How a scene is laid out: by what it has, and by how many there are. All of it stays the same during a match. */
export function layoutOf(scene: Scene): Layout {
  const sides = sidesOf(scene).length;
  if (scene.road) return "road";
  if (scene.elements.length) return "strip";
  if (scene.track) return "pegboard";
  if (scene.seats.length === 1) return "solo";
  if (sides > MANY) return "crowd";
  return sides === 2 && scene.form === "card" ? "duel" : "ring";
}

/** Where each side sits, by its number; beside a road two lie next to one another. */
export function placesOf(scene: Scene, bottom: number, evenly: boolean): Direction[] {
  const sides = sidesOf(scene);
  const found: Direction[] = [];
  const round = directions(sides.length, bottom, evenly);
  const abreast = scene.road && sides.length === 2;
  for (const [at, side] of sides.entries())
    found[side.seat] = abreast ? { x: at === bottom ? 0.52 : -0.52, y: 0 } : round[at];
  return found;
}

/** Places of nobody's that are drawn where there is room. */
export const freeIn = (scene: Scene): Zone[] =>
  scene.zones.filter((zone) => zone.seat < 0 && !PLACED.includes(zone.name) && !zone.at_stake && zone.count);

/** Whether what lies free has a row of its own: it is used, or asked for, where it lies. */
export const isRow = (zone: Zone, asked: (code: string) => boolean): boolean =>
  zone.pieces.some((piece) => piece && ((piece.caption && zone.name !== TURNED) || asked(piece.code)));

/** More than a hand that nobody sees. */
export const isLaid = (zone: Zone): boolean => zone.name !== "hand" || zone.pieces.some(Boolean);

/** Whether anybody has laid down pieces before them, but what I hold. */
export const anyLaid = (scene: Scene, me: number): boolean =>
  scene.zones.some(
    (zone) =>
      zone.seat >= 0 &&
      isLaid(zone) &&
      (zone.seat !== me || zone.name !== "hand") &&
      !zone.named &&
      zone.name !== "trick",
  );
