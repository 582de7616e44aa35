import { describe, expect, test } from "vitest";
import { arrowTo, directions, MANY } from "../src/table/places";

const near = (value: number) => expect.closeTo(value, 5);

describe("where seats sit", () => {
  test("two sit opposite, I at the bottom", () => {
    expect(directions(2, 1)).toEqual([
      { x: near(0), y: near(-1) },
      { x: near(0), y: near(1) },
    ]);
  });

  test("the next to play is at the left, the one before me at the right", () => {
    const [, left, across, right] = directions(4, 0);
    expect(left.x).toBeLessThan(-0.9);
    expect(across).toEqual({ x: near(0), y: near(-1) });
    expect(right.x).toBeCloseTo(-left.x);
  });

  test("three sit so that the other two are at the upper left and right", () => {
    const [me, left, right] = directions(3, 0);
    expect(me).toEqual({ x: near(0), y: near(1) });
    expect(left).toEqual({ x: near(-right.x), y: near(right.y) });
    expect(left.y).toBeLessThan(0);
    for (const { x, y } of [me, left, right]) expect(Math.hypot(x, y)).toBeCloseTo(1);
  });

  test("many lie along the edges: up the left, along the top, down the right", () => {
    const all = directions(MANY + 9, 0);
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
