import { describe, expect, test } from "vitest";
import { edgesOf, freeIn, isRow, placesOf } from "../src/table/surface";
import { piece, scene, seat, seats, zone } from "./scenes";

describe("the others sit along three edges, in the order of play from my left", () => {
  test.each([
    [1, [], [1], []],
    [2, [1], [], [2]],
    [3, [1], [2], [3]],
    [4, [1], [2, 3], [4]],
    [6, [1, 2], [3, 4], [5, 6]],
    [16, [1, 2, 3, 4], [5, 6, 7, 8, 9, 10, 11, 12], [13, 14, 15, 16]],
  ])("%i", (many, left, top, right) => {
    const edges = edgesOf(seats(many + 1).slice(1));
    const numbers = (all: { seat: number }[]) => all.map((one) => one.seat);
    expect([numbers(edges.left), numbers(edges.top), numbers(edges.right)]).toEqual([left, top, right]);
  });
});

test("a figure sits where a seat would, opposite whoever plays alone", () => {
  const [me, other] = placesOf(scene({ seats: seats(1), figures: [seat(1)] }), 0);
  expect(me.y).toBeCloseTo(1);
  expect(other.y).toBeCloseTo(-1);
});

test("free is what belongs to nobody and has no place of its own", () => {
  const zones = [zone("stock", -1, "? ?"), zone("trick", -1, "H2"), zone("won", 1, "H3"), zone("void", -1, "")];
  const staked = zone("prize", -1, "D9", { at_stake: true });
  expect(freeIn(scene({ zones: [...zones, staked] }))).toEqual([zones[0]]);
});

test("what is asked for or has a caption is a row; the card that was turned up is none", () => {
  const never = () => false;
  expect(isRow(zone("stock", -1, "? H2"), never)).toBe(false);
  expect(isRow(zone("stock", -1, "? H2"), (code) => code === "H2")).toBe(true);
  const captioned = { pieces: [piece("H2", { caption: "spy" })] };
  expect(isRow(zone("powers", -1, "H2", captioned), never)).toBe(true);
  expect(isRow(zone("turned", -1, "H2", captioned), never)).toBe(false);
});
