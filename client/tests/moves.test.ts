import { expect, test } from "vitest";
import { dealsOf, movesOf, parted } from "../src/replay/moves";

const replay = { steps: 9, deals: [2, 6], leads: [3, 5, 7] };
const texts = ["Ann deals.", "Dealt.", "a", "b", "c", "Dealt.", "d", "e"];

test("a match is listed by deals, and what comes before the first", () => {
  expect(dealsOf(replay)).toEqual([
    { deal: 0, first: 1, last: 1 },
    { deal: 1, first: 2, last: 5 },
    { deal: 2, first: 6, last: 8 },
  ]);
  expect(dealsOf({ steps: 3, deals: [1], leads: [] })).toEqual([{ deal: 1, first: 1, last: 2 }]);
  expect(dealsOf({ steps: 1, deals: [], leads: [] })).toEqual([]);
});

test("every step but the first is one move of one deal, and tricks are counted in each", () => {
  const all = dealsOf(replay).flatMap((deal) => movesOf(replay, deal, texts));
  expect(all.map((move) => move.step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(all.map((move) => move.text)).toEqual(texts);
  expect(all.map((move) => move.leads)).toEqual([0, 0, 1, 0, 2, 0, 1, 0]);
});

test("pieces are found by their signs, the longest first", () => {
  const glyphs = { "♠1": "S1", "♠10": "S10", "[6-4]": "6-4", "★": "JR" };
  expect(parted("Ann plays ♠10.", glyphs)).toEqual([{ text: "Ann plays " }, { code: "S10" }, { text: "." }]);
  expect(parted("[6-4] ★", glyphs)).toEqual([{ code: "6-4" }, { text: " " }, { code: "JR" }]);
  expect(parted("<b>6-4</b>", glyphs)).toEqual([{ text: "<b>6-4</b>" }]);
  expect(parted("Ann passes.", {})).toEqual([{ text: "Ann passes." }]);
});
