// Where there is room on a table for something that is shown for a moment, so that it lies on nothing.

/** An area of the window, in pixels. */
export type Area = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

/** So fine places are tried, and so far it keeps from all that lies there, in pixels. */
const STEP = 6;
const APART = 3;
/** What is drawn: texts apart, which have no element of their own; without what lies over all of something. */
const DRAWN = "svg, i, button:not([data-upon]), a, input, select, summary, [data-piece], [data-unseen]";

/** The free place nearest to something, for what is so large; null where there is none. */
export function freePlace(
  size: { width: number; height: number },
  near: Area,
  room: Area,
  taken: Area[],
): { left: number; top: number } | null {
  const solid = taken.filter((area) => meet(area, room));
  const middle = { x: (near.left + near.right) / 2, y: (near.top + near.bottom) / 2 };
  let [best, found] = [Infinity, null as { left: number; top: number } | null];
  for (let top = room.top; top + size.height <= room.bottom; top += STEP)
    for (let left = room.left; left + size.width <= room.right; left += STEP) {
      const area = { left, top, right: left + size.width, bottom: top + size.height };
      const far =
        gap(area, near) + 0.2 * Math.hypot(left + size.width / 2 - middle.x, top + size.height / 2 - middle.y);
      if (far >= best || solid.some((other) => meet(area, other, APART))) continue;
      [best, found] = [far, { left, top }];
    }
  return found;
}

/** All that is drawn within an element and can be seen, but for what is left out. */
export function drawnIn(root: Element, leftOut: Element): Area[] {
  const windows = new Map<Element, Area>();
  const areas: Area[] = [];
  const add = (element: Element, area: Area) => {
    const seen = cut(area, windowOf(element, root, windows));
    if (seen.right - seen.left > 1 && seen.bottom - seen.top > 1) areas.push(seen);
  };
  for (const element of root.querySelectorAll(DRAWN))
    if (!leftOut.contains(element) && !element.parentElement?.closest("svg"))
      add(element, element.getBoundingClientRect());
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const parent = text.parentElement;
    if (!parent || !text.data.trim() || leftOut.contains(parent) || parent.closest("svg, .spoken")) continue;
    range.selectNodeContents(text);
    for (const area of range.getClientRects()) add(parent, area);
  }
  return areas;
}

/** Through what an element is seen: the rooms around it that scroll or cut. */
function windowOf(element: Element, root: Element, known: Map<Element, Area>): Area {
  const parent = element.parentElement;
  if (element === root || !parent) return root.getBoundingClientRect();
  const found = known.get(element);
  if (found) return found;
  const outer = windowOf(parent, root, known);
  const { display, overflowY } = getComputedStyle(parent);
  const cuts = overflowY !== "visible" && display !== "contents";
  const own = cuts ? cut(parent.getBoundingClientRect(), outer) : outer;
  known.set(element, own);
  return own;
}

const meet = (one: Area, other: Area, apart = 0) =>
  one.left < other.right + apart &&
  other.left < one.right + apart &&
  one.top < other.bottom + apart &&
  other.top < one.bottom + apart;

const gap = (one: Area, other: Area) =>
  Math.hypot(
    Math.max(0, other.left - one.right, one.left - other.right),
    Math.max(0, other.top - one.bottom, one.top - other.bottom),
  );

const cut = (one: Area, other: Area): Area => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});
