import { describe, expect, test } from "vitest";
import { freePlace } from "../src/table/free";

const area = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
const ROOM = area(0, 0, 300, 200);
const SIZE = { width: 60, height: 30 };
const SEAT = area(120, 0, 180, 40);

describe("a free place", () => {
  test("is the nearest that lies on nothing", () => {
    const found = freePlace(SIZE, SEAT, ROOM, [SEAT, area(0, 0, 116, 200)]);
    expect(found).not.toBeNull();
    expect(found!.left).toBeGreaterThanOrEqual(120);
    expect(found!.top < 50 || found!.left < 200).toBe(true);
    const own = area(found!.left, found!.top, found!.left + 60, found!.top + 30);
    expect(own.left >= 180 || own.top >= 40).toBe(true);
  });

  test("is none where all is taken", () => {
    expect(freePlace(SIZE, SEAT, ROOM, [ROOM])).toBeNull();
    expect(freePlace({ width: 400, height: 10 }, SEAT, ROOM, [])).toBeNull();
  });

  test("may be far away where all that is near is taken", () => {
    expect(freePlace(SIZE, SEAT, ROOM, [area(0, 0, 300, 160)])!.top).toBeGreaterThan(160);
  });
});
