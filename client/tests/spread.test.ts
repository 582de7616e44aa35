import { describe, expect, test } from "vitest";
import { larger, rowed, spread, type Box } from "../src/table/spread";

const box = (x: number, y: number, w = 1, h = 1.4): Box => ({ x, y, w, h });
const meet = (one: Box, other: Box) =>
  Math.abs(one.x - other.x) < (one.w + other.w) / 2 && Math.abs(one.y - other.y) < (one.h + other.h) / 2;
const pairs = (boxes: Box[]) => boxes.flatMap((one, at) => boxes.slice(at + 1).map((other) => [one, other]));

const round = (many: number, wide = 1) =>
  Array.from({ length: many }, (_, at) =>
    box(1.5 * Math.sin((2 * Math.PI * at) / many), Math.cos((2 * Math.PI * at) / many), wide),
  );

describe("cards that lie apart", () => {
  test.each([2, 3, 4, 5, 8, 12, 17])("%i of them do not lie on one another", (many) => {
    for (const wanted of [round(many), round(many, 2.1)])
      for (const [one, other] of pairs(spread(wanted).boxes)) expect(meet(one, other)).toBe(false);
  });

  test("what lies apart already stays", () => {
    const apart = [box(-2, 0), box(2, 0)];
    expect(spread(apart).boxes).toEqual(apart);
  });

  test("all of it lies within the room that it says", () => {
    const { boxes, left, top, width, height } = spread(round(7, 1.7));
    for (const { x, y, w, h } of boxes) {
      expect(x - w / 2).toBeGreaterThanOrEqual(left);
      expect(x + w / 2).toBeLessThanOrEqual(left + width + 1e-9);
      expect(y - h / 2).toBeGreaterThanOrEqual(top);
      expect(y + h / 2).toBeLessThanOrEqual(top + height + 1e-9);
    }
  });

  test("two in the same place part, and none at all take the room of one", () => {
    const [one, other] = spread([box(0, 0), box(0, 0)]).boxes;
    expect(meet(one, other)).toBe(false);
    expect(spread([])).toMatchObject({ boxes: [], width: 1, height: 1 });
  });
});

describe("in a row", () => {
  const cross = [box(0, 0.8), box(-1.1, 0), box(0, -0.8), box(1.1, 0)];

  test("they lie from the left to the right as they lay around, the upper one of two first", () => {
    const [me, left, top, right] = rowed(cross).boxes.map((one) => one.x);
    expect([left, top, me, right]).toEqual([left, top, me, right].toSorted((one, other) => one - other));
    for (const [one, other] of pairs(rowed(cross).boxes)) expect(meet(one, other)).toBe(false);
  });

  test.each([2, 3])("or in %i, the upper ones above", (rows) => {
    const wanted = round(17);
    const { boxes, width, height } = rowed(wanted, rows);
    for (const [one, other] of pairs(boxes)) expect(meet(one, other)).toBe(false);
    const highest = wanted.findIndex((one) => one.y === Math.min(...wanted.map(({ y }) => y)));
    expect(boxes[highest].y).toBe(Math.min(...boxes.map(({ y }) => y)));
    expect(width).toBeLessThan(rowed(wanted).width);
    expect(height).toBeGreaterThan(rowed(wanted).height);
  });

  test("that is taken where the room is low, so that cards are larger", () => {
    const [around, row] = [spread(cross), rowed(cross)];
    expect(larger([around, row], 400, 90)).toBe(row);
    expect(larger([around, row], 300, 300)).toBe(around);
  });

  test("that is taken for any more where cards can hardly be read", () => {
    const [around, row] = [spread(cross), rowed(cross)];
    const high = 0.9 * (174 / row.width) * around.height;
    expect(larger([around, row], 174, high)).toBe(row);
    expect(larger([around, row], 2 * 174, 2 * high)).toBe(around);
  });
});
