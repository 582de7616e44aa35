/** Where something lies, by its middle, and how large it is: in widths of a card. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** What lies apart, and the room that all of it takes; `left` and `top` are where that room begins. */
export interface Spread {
  boxes: Box[];
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Between two that lie side by side. */
const GAP = 0.12;
const TURNS = 200;
/** Cards are never wider, in pixels; by how much a row must be larger; and how narrow they are where any more counts. */
const MOST = 168;
const MUCH = 1.15;
const SMALL = 40;

/** Move boxes apart until none lies on another, each as little as that takes. */
export function spread(wanted: Box[]): Spread {
  const boxes = wanted.map((box) => ({ ...box }));
  for (let turn = 0; turn < TURNS && parted(boxes); turn++);
  const left = Math.min(...boxes.map((box) => box.x - box.w / 2), 0);
  const top = Math.min(...boxes.map((box) => box.y - box.h / 2), 0);
  const right = Math.max(...boxes.map((box) => box.x + box.w / 2), 0);
  const bottom = Math.max(...boxes.map((box) => box.y + box.h / 2), 0);
  return { boxes, left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** Lay boxes in rows, the upper ones in the first: in each from the left to the right, the upper one of two first. */
export function rowed(wanted: Box[], rows = 1): Spread {
  const down = [...wanted].sort((one, other) => one.y - other.y || one.x - other.x);
  const long = Math.ceil(down.length / rows);
  const parts = Array.from({ length: rows }, (_, row) => down.slice(row * long, (row + 1) * long).sort(fromLeft));
  const tall = Math.max(...wanted.map((box) => box.h), 0);
  const widths = parts.map((part) => part.reduce((sum, box) => sum + box.w + GAP, -GAP));
  const wide = Math.max(1, ...widths);
  const places = new Map<Box, Box>();
  for (const [row, part] of parts.entries()) {
    let x = (wide - widths[row]) / 2;
    for (const box of part) {
      places.set(box, { ...box, x: x + box.w / 2, y: row * (tall + GAP) + tall / 2 });
      x += box.w + GAP;
    }
  }
  const boxes = wanted.map((box) => places.get(box) ?? box);
  return { boxes, left: 0, top: 0, width: wide, height: Math.max(1, rows * (tall + GAP) - GAP) };
}

const fromLeft = (one: Box, other: Box) => Math.round(4 * (one.x - other.x)) || one.y - other.y;

/** The one in which cards are largest in a room of so many pixels; the first unless another is much better, or they can
 * hardly be read. */
export function larger(all: Spread[], wide: number, high: number): Spread {
  const size = (one: Spread) => sizeOf(one, wide, high);
  const best = all.reduce((found, one) => (size(one) > size(found) ? one : found));
  return size(best) > MUCH * size(all[0]) || size(all[0]) < SMALL ? best : all[0];
}

/** Tell whether cards that lie so can hardly be read in a room of so many pixels. */
export function small(one: Spread, wide: number, high: number): boolean {
  return sizeOf(one, wide, high) < SMALL;
}

function sizeOf(one: Spread, wide: number, high: number): number {
  return Math.min(MOST, wide / one.width, high / one.height);
}

/** Part each pair that meets along the shorter way; tell whether there was one. */
function parted(boxes: Box[]): boolean {
  let any = false;
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1)) {
      const across = (one.w + other.w) / 2 + GAP - Math.abs(one.x - other.x);
      const down = (one.h + other.h) / 2 + GAP - Math.abs(one.y - other.y);
      if (across < 1e-6 || down < 1e-6) continue;
      any = true;
      if (across <= down) push(one, other, "x", across);
      else push(one, other, "y", down);
    }
  return any;
}

/** The earlier one goes to the left, or up, where they lie in the same place. */
function push(one: Box, other: Box, way: "x" | "y", by: number): void {
  const sign = one[way] > other[way] ? 1 : -1;
  one[way] += (sign * by) / 2;
  other[way] -= (sign * by) / 2;
}
