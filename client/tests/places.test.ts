import { describe, expect, test } from "vitest";
import { arrowTo, cornered, directions, MANY } from "../src/table/places";

const near = (value: number) => expect.closeTo(value, 5);

describe("where seats sit", () => {
  test("two sit opposite, I at the bottom", () => {
    expect(directions(2, 1, false)).toEqual([
      { x: near(0), y: near(-1) },
      { x: near(0), y: near(1) },
    ]);
  });

  test("the next to play is at the left, the one before me at the right", () => {
    const [, left, across, right] = directions(4, 0, false);
    expect(left.x).toBeLessThan(-0.9);
    expect(across).toEqual({ x: near(0), y: near(-1) });
    expect(right.x).toBeCloseTo(-left.x);
  });

  test("who watches sees them evenly around", () => {
    const around = directions(3, 0, true);
    expect(around[0]).toEqual({ x: near(0), y: near(1) });
    for (const { x, y } of around) expect(Math.hypot(x, y)).toBeCloseTo(1);
    expect(around[1].y).toBeCloseTo(around[2].y);
  });

  test("many lie along the edges: up the left, along the top, down the right", () => {
    const all = directions(MANY + 9, 0, false);
    expect(all[0]).toEqual({ x: 0, y: 1 });
    expect(all[1].x).toBe(-1);
    expect(all[9].y).toBe(-1);
    expect(all.at(-1)?.x).toBe(1);
    expect(all[1].y).toBeCloseTo(all.at(-1)?.y ?? 0);
    for (const { x, y } of all) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(1);
  });
});

test("an arrow points to a seat as it is drawn", () => {
  expect([1, 2, 3].map((seat) => arrowTo(4, 0, seat))).toEqual(["←", "↑", "→"]);
  expect(arrowTo(2, 1, 0)).toBe("↑");
});

test("a direction is pushed towards the corners, and keeps its side", () => {
  expect(cornered({ x: -0.25, y: 1 }, 0.5)).toEqual({ x: -0.5, y: 1 });
  expect(cornered({ x: 0.3, y: -0.6 }, 1)).toEqual({ x: near(0.3), y: near(-0.6) });
});
