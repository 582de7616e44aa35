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
/** Cards are never wider, in pixels; and by how much a row must be larger. */
const MOST = 120;
const MUCH = 1.15;

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

/** Lay boxes in a row: from the left to the right, and of those in the same place the upper one first. */
export function rowed(wanted: Box[]): Spread {
  const order = [...wanted].sort((one, other) => Math.round(4 * (one.x - other.x)) || one.y - other.y);
  const wide = order.reduce((sum, box) => sum + box.w + GAP, -GAP);
  const high = Math.max(...order.map((box) => box.h), 0);
  const before = (box: Box) => order.slice(0, order.indexOf(box)).reduce((sum, one) => sum + one.w + GAP, 0);
  const boxes = wanted.map((box) => ({ ...box, x: before(box) + box.w / 2, y: high / 2 }));
  return { boxes, left: 0, top: 0, width: Math.max(1, wide), height: Math.max(1, high) };
}

/** The one in which cards are larger in a room of so many pixels; the first unless the other is much larger. */
export function larger(first: Spread, other: Spread, wide: number, high: number): Spread {
  const size = (one: Spread) => Math.min(MOST, wide / one.width, high / one.height);
  return size(other) > MUCH * size(first) ? other : first;
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
