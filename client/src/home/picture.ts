import type { Drawn, Form } from "../lib/protocol";
import { TALL } from "../pieces/form";

/** Something of a picture in its place: of its upper left corner, in widths of a piece, and how it is turned. */
export interface Placed {
  drawn: Drawn;
  x: number;
  y: number;
  turn: number;
}

const CHIP = 0.7;
const ARROW = 0.62;
const BETWEEN = 0.12;
const GROUPS = 0.45;
/** How much of a card is seen that another one covers: face up, face down, and with a number on it. */
const SEEN = { up: 0.46, down: 0.24, numbered: 0.86 };
const RAISED = 0.2;
const LOW = 0.16;
/** How far a number, and the piece that another stands for, come out below and above. */
const BELOW = 0.2;
const BEHIND = 0.42;
/** How much of a card is seen above the next row. */
const ROWS = 0.64;

const width = (one: Drawn) => ({ piece: 1, chip: CHIP, arrow: ARROW })[one.what];

/** How far right of one thing the next begins. */
function step(one: Drawn, next: Drawn, form: Form): number {
  if (one.what !== "piece" || next.what !== "piece" || form !== "card") return width(one) + BETWEEN;
  if (one.number || next.number || one.stands) return SEEN.numbered;
  return one.code ? SEEN.up : SEEN.down;
}

/** Lay out a picture: groups beside one another, rows below one another, each in the middle. */
export function laidOut(picture: Drawn[][][], form: Form): { placed: Placed[]; width: number; height: number } {
  const tall = TALL[form];
  const placed: Placed[] = [];
  let left = 0;
  for (const group of picture) {
    const rows = group.map((row) => {
      const at = [0];
      row.slice(1).forEach((next, i) => at.push(at[i] + step(row[i], next, form)));
      return { row, at, width: at[at.length - 1] + width(row[row.length - 1]) };
    });
    const widest = Math.max(...rows.map((row) => row.width));
    const high = rows.some(({ row }) => row.some((one) => one.number)) || form !== "card" ? 1.06 : ROWS;
    rows.forEach(({ row, at, width: wide }, r) => {
      const cards = row.every((one) => one.what === "piece" && !one.number && !one.stands) && form === "card";
      const bend = cards && rows.length === 1 ? Math.min(9, 44 / row.length) : 0;
      row.forEach((drawn, i) => {
        const off = i - (row.length - 1) / 2;
        const moved = drawn.how === "raised" ? -RAISED * tall : drawn.how === "low" ? LOW * tall : 0;
        const middle = drawn.what === "piece" ? 0 : (tall - width(drawn)) / 2;
        const sag = bend ? 0.012 * bend * off * off * (row.length > 6 ? 0.3 : 1) : 0;
        placed.push({
          drawn,
          x: left + (widest - wide) / 2 + at[i],
          y: r * tall * high + moved + middle + sag,
          turn: bend * off,
        });
      });
    });
    left += widest + GROUPS;
  }
  const top = Math.min(...placed.map(({ y, drawn }) => y - (drawn.stands ? BEHIND : 0)));
  const low = Math.max(
    ...placed.map(
      ({ y, drawn }) =>
        y + (drawn.what === "piece" ? tall : width(drawn)) + (drawn.number && drawn.what === "piece" ? BELOW : 0),
    ),
  );
  return { placed: placed.map((one) => ({ ...one, y: one.y - top })), width: left - GROUPS, height: low - top };
}
