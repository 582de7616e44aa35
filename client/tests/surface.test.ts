import { describe, expect, test } from "vitest";
import { anyLaid, freeIn, isRow, layoutOf, placesOf } from "../src/table/surface";
import { piece, scene, seat, seats, zone } from "./scenes";

const ROAD = { text: "", stations: [] };
const TRACK = { text: "", target: 121, pegs: [] };
const ELEMENT = {
  name: "e",
  text: "",
  worth: 1,
  proposed: null,
  asks: null,
  may: [],
  told: null,
  over: false,
  by: [],
  ways: [],
};

describe("the layout follows from what a scene has", () => {
  test.each([
    ["road", scene({ road: ROAD, seats: seats(1) })],
    ["strip", scene({ elements: [ELEMENT] })],
    ["pegboard", scene({ track: TRACK, seats: seats(2), form: "domino" })],
    ["solo", scene({ seats: seats(1), figures: [seat(1), seat(2)] })],
    ["ring", scene({ seats: seats(8) })],
    ["crowd", scene({ seats: seats(9) })],
    ["duel", scene({ seats: seats(2) })],
    ["ring", scene({ seats: seats(2), form: "domino" })],
    ["ring", scene({ seats: seats(3) })],
  ])("%s", (layout, one) => expect(layoutOf(one)).toBe(layout));
});

test("beside a road two sit next to one another, else opposite", () => {
  const pair = { seats: seats(1), figures: [seat(1)] };
  const beside = placesOf(scene({ ...pair, road: ROAD }), 0, false);
  expect(beside).toEqual([
    { x: 0.52, y: 0 },
    { x: -0.52, y: 0 },
  ]);
  const [me, other] = placesOf(scene(pair), 0, false);
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

test("somebody has laid pieces down: neither hands that nobody sees nor my own count", () => {
  const bare = [zone("hand", 0, "H2"), zone("hand", 1, "? ?"), zone("trick", 1, "H3"), zone("stock", -1, "?")];
  expect(anyLaid(scene({ zones: bare }), 0)).toBe(false);
  expect(anyLaid(scene({ zones: [...bare, zone("choice", 0, "H4", { named: true })] }), 0)).toBe(false);
  expect(anyLaid(scene({ zones: [...bare, zone("meld", 1, "H4")] }), 0)).toBe(true);
  expect(anyLaid(scene({ zones: [zone("hand", 1, "H3")] }), 0)).toBe(true);
});
