/** Where a piece was seen, or some unseen ones: the code ("" for unseen) and the place (`hand:0`, `trick:2`, `stock:-1`). */
interface Sight {
  code: string;
  unseen: number;
  place: string;
  box: DOMRect;
  element: HTMLElement;
}

interface Pace {
  /** Nothing moves: pieces that have come elsewhere only appear. */
  still: boolean;
  /** Milliseconds that a piece travels; 0 for no motion. */
  travel: number;
  /** Milliseconds between cards that are dealt. */
  apart: number;
  /** The seat to which pieces go that are seen no more, -1 for nobody. */
  taker: number;
  /** The seat from which pieces come that were nowhere, -1 for nobody. */
  giver: number;
  /** Pieces are dice: they stay where they are, and tumble. */
  dice: boolean;
}

/** How large a piece is that comes from somebody's hands. */
const FAR = 0.6;
/** How large a played card is where it arrives, and the part of its way that is over then: the rest is settling. */
const LIFTED = "1.07";
const ARRIVED = 0.75;
const EASE = "cubic-bezier(0.25, 0.7, 0.3, 1)";

/** Note where all pieces lie; they carry `data-piece`, unseen ones together `data-unseen`, and `data-place`. */
export function sights(root: HTMLElement): Sight[] {
  return [...root.querySelectorAll<HTMLElement>("[data-piece], [data-unseen]")].map((element) => ({
    code: element.dataset.piece ?? "",
    unseen: Number(element.dataset.unseen ?? 0),
    place: element.dataset.place ?? "",
    box: element.getBoundingClientRect(),
    element,
  }));
}

/** Let the pieces glide from where they were to where they are. */
export function glide(root: HTMLElement, before: Sight[], pace: Pace): void {
  if (!pace.travel) return;
  const after = sights(root);
  const { moves, came, gone } = matched(before, after, pace.dice);
  if (pace.still) {
    const elsewhere = moves.filter(([from, to]) => from.place !== to.place).map(([, to]) => to);
    return [...elsewhere, ...came].forEach((to) => appear(to, pace));
  }
  for (const [from, to] of moves) slide(to, from.box, from.box.width / to.box.width, { duration: pace.travel });
  if (pace.dice) return came.forEach((to, order) => tumble(to, order, pace));
  came.forEach((to, order) => arrive(root, before, after, to, order, pace));
  for (const to of after) if (to.unseen && !count(before, to.place)) deal(root, to, pace);
  for (const from of gone) depart(root, from, pace);
}

/** Pair the sights of the same piece, those that stayed in their place first. */
function matched(before: Sight[], after: Sight[], dice: boolean) {
  const left = before.filter((sight) => sight.code);
  const moves: [Sight, Sight][] = [];
  const pair = (fits: (from: Sight, to: Sight) => boolean) => (to: Sight) => {
    const at = left.findIndex((from) => from.code === to.code && fits(from, to));
    if (at >= 0) moves.push([left.splice(at, 1)[0], to]);
    return at < 0;
  };
  const came = after
    .filter((sight) => sight.code)
    .filter(pair((from, to) => from.place === to.place))
    .filter(pair(() => !dice));
  return { moves, came, gone: left };
}

/** A piece that was not seen before comes from where unseen ones have become fewer: its seat's hand, or the stock. */
function arrive(root: HTMLElement, before: Sight[], after: Sight[], to: Sight, order: number, pace: Pace): void {
  const seat = to.place.split(":")[1];
  const own =
    anchor(root, `[data-seat="${seat}"] [data-place="hand:${seat}"]`) ?? anchor(root, `[data-seat="${seat}"]`);
  const unseen = before.filter((sight) => !sight.code && sight.place !== `hand:${seat}`);
  const fewer = unseen.find((sight) => count(after, sight.place) < count(before, sight.place));
  const dealt = to.place.startsWith("hand:");
  const giver = anchor(root, `[data-seat="${pace.giver}"]`);
  const from = dealt ? (fewer?.box ?? giver) : (own ?? fewer?.box);
  if (from) slide(to, from, FAR, { duration: pace.travel, delay: dealt ? order * pace.apart : 0 });
  else appear(to, pace);
}

/** A die that shows something else was thrown: it turns over and over until it lies. */
function tumble(to: Sight, order: number, pace: Pace): void {
  const way = order % 2 ? 1 : -1;
  const path = [
    { rotate: `${way * 400}deg`, scale: "0.55", translate: `${way * -14}px -34px`, opacity: 0.3 },
    { rotate: `${way * 190}deg`, scale: "1.16", translate: `${way * 5}px -12px`, opacity: 1, offset: 0.45 },
    { rotate: `${way * 24}deg`, scale: "0.97", translate: "0 2px", offset: 0.8 },
    { rotate: "0deg", scale: "1", translate: "0 0" },
  ];
  const timing = { duration: 2.2 * pace.travel, delay: order * 0.8 * pace.apart, easing: "ease-out" };
  to.element.animate(path, { ...timing, fill: "backwards" });
}

function appear(to: Sight, pace: Pace): void {
  to.element.animate({ opacity: [0, 1] }, { duration: pace.travel });
}

/** Unseen pieces where there were none come from whoever dealt them. */
function deal(root: HTMLElement, to: Sight, pace: Pace): void {
  const giver = anchor(root, `[data-seat="${pace.giver}"]`);
  if (giver && to.place.startsWith("hand:")) slide(to, giver, FAR, { duration: 1.5 * pace.travel });
}

/** A piece that is seen no more goes to its taker, as a shadow of itself. */
function depart(root: HTMLElement, from: Sight, pace: Pace): void {
  const to = anchor(root, `[data-seat="${pace.taker}"]`);
  const shade = from.element.cloneNode(true) as HTMLElement;
  shade.removeAttribute("data-piece");
  shade.setAttribute("aria-hidden", "true");
  shade.inert = true;
  const box = root.getBoundingClientRect();
  Object.assign(shade.style, {
    position: "absolute",
    left: `${from.box.left - box.left}px`,
    top: `${from.box.top - box.top}px`,
    width: `${from.box.width}px`,
    margin: "0",
    transform: "none",
    zIndex: "5",
    pointerEvents: "none",
  });
  root.append(shade);
  const [x, y] = to ? between(from.box, to) : [0, 0];
  const motion = shade.animate(
    [
      { translate: "0 0", scale: "1", opacity: 1 },
      { translate: `${x * 0.9}px ${y * 0.9}px`, scale: to ? "0.6" : "1", opacity: to ? 0.9 : 0.3, offset: 0.8 },
      { translate: `${x}px ${y}px`, scale: to ? "0.5" : "1", opacity: 0 },
    ],
    { duration: pace.travel * (to ? 1.6 : 1), easing: EASE },
  );
  motion.onfinish = motion.oncancel = () => shade.remove();
}

function slide(to: Sight, from: DOMRect, size: number, timing: { duration: number; delay?: number }): void {
  const [x, y] = between(to.box, from);
  const scale = Number.isFinite(size) ? Math.min(2, Math.max(0.4, size)) : 1;
  if (Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(scale - 1) < 0.02) return;
  const [there, rest] = [
    { translate: `${x}px ${y}px`, scale: String(scale) },
    { translate: "0 0", scale: "1" },
  ];
  // A card that is played comes down from above, and lies.
  const played = to.place.startsWith("trick:") || to.place.startsWith("line:");
  const path = played ? [there, { translate: "0 0", scale: LIFTED, offset: ARRIVED }, rest] : [there, rest];
  const duration = played ? timing.duration / ARRIVED : timing.duration;
  to.element.animate(path, { ...timing, duration, easing: EASE, fill: "backwards" });
}

function between(from: DOMRect, to: DOMRect): [number, number] {
  return [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
}

const anchor = (root: HTMLElement, selector: string) => root.querySelector(selector)?.getBoundingClientRect();

const count = (all: Sight[], place: string) => all.find((sight) => !sight.code && sight.place === place)?.unseen ?? 0;
