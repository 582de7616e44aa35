// The small helpers of a table.
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Start } from "../src/lib/protocol";
import { start, together } from "../src/lib/words.svelte";
import { written as inSigns } from "../src/pieces/suits";
import { called } from "../src/table/called";
import { heapsOf } from "../src/table/heaps";
import { keyOf } from "../src/table/keys";
import { initials, leap, pegboard } from "../src/table/pegboard";
import { heldBy, lingers, sideOf, takenBefore, takingIt } from "../src/table/sides";
import { Spoken } from "../src/table/spoken";
import { decimal } from "../src/lib/numbers";
import { written } from "../src/lib/writing";
import { mark, piece, scene, seat, seats, zone } from "./scenes";

beforeEach(() => {
  start.value = { words: { "table.stands": "{name} as {other}" }, me: { language: "en" } } as unknown as Start;
});

describe("what one player has put away", () => {
  const zones = [zone("hand", 0, "H2"), zone("won", 0, "S3 S4"), zone("stock", -1, "? S5"), zone("shown", -1, "D9")];

  test("is a heap if all of it is seen and it has no place of its own", () => {
    const heaps = heapsOf(scene({ seats: seats(1), zones }));
    expect(heaps.map((heap) => heap.name)).toEqual(["won"]);
  });

  test("is none while a piece of it is asked for, unless I hold that piece", () => {
    expect(heapsOf(scene({ seats: seats(1), zones }), new Set(["S4"]))).toEqual([]);
    const held = [zone("hand", 0, "S4"), zones[1]];
    expect(heapsOf(scene({ seats: seats(1), zones: held }), new Set(["S4"]))).toHaveLength(1);
  });

  test("lies before those who play with others, and tiles before everybody", () => {
    expect(heapsOf(scene({ seats: seats(2), zones }))).toEqual([]);
    expect(heapsOf(scene({ seats: seats(1), zones, form: "domino" }))).toEqual([]);
  });
});

describe("a key", () => {
  const target = (typing: boolean) => ({ closest: () => (typing ? {} : null) });
  const pressed = (key: string, more = {}) =>
    keyOf({ key, target: target(false), ...more } as unknown as KeyboardEvent);

  test("is a letter in lower case, or a name", () => {
    expect([pressed("L"), pressed("3"), pressed("Escape")]).toEqual(["l", "3", "Escape"]);
  });

  test.each(["ctrlKey", "metaKey", "altKey", "defaultPrevented"])("is none with %s", (held) =>
    expect(pressed("l", { [held]: true })).toBe(""),
  );

  test("is none while somebody types", () => {
    expect(pressed("l", { target: target(true) })).toBe("");
  });
});

test("a piece is called by its name, or its glyph, with what it stands for", () => {
  const names = { H2: "two of hearts", SA: "ace of spades" };
  expect(called(piece("H2"), names)).toBe("two of hearts");
  expect(called(piece("X"), names)).toBe("X");
  expect(called(piece("H2", { stands: piece("SA") }), names)).toBe("two of hearts as ace of spades");
});

test("sentences for ears have names in place of glyphs, the longest first, and numbers as they are", () => {
  const spoken = new Spoken();
  const one = { ...piece("S1"), glyph: "♠1" };
  const ten = { ...piece("S10"), glyph: "♠10" };
  spoken.learn(
    scene({ zones: [{ ...zone("hand", 0, ""), pieces: [one, ten, { ...piece("N5"), glyph: "5" }, null] }] }),
  );
  const names = { S1: "ace", S10: "ten", N5: "five" };
  expect(spoken.say("♠10, ♠1 and 5", names)).toBe("ten, ace and 5");
  expect(spoken.say("♠10=♠1", names)).toBe("ten as ace");
  expect(new Spoken().say("♠10", names)).toBe("♠10");
});

describe("who and what", () => {
  test("a figure has the number of a side", () => {
    const one = scene({ seats: seats(1), figures: [seat(1, { name: "King" })] });
    expect(sideOf(one, 1)?.name).toBe("King");
    expect(sideOf(one, -1)).toBeUndefined();
  });

  test("what I have to choose from again takes the place of my hand, while there is some of it", () => {
    const hand = zone("hand", 0, "H2");
    const named = (codes: string) => zone("again", 0, codes, { named: true });
    expect(heldBy(scene({ zones: [hand, named("S3")] }), 0)).toMatchObject({ name: "hand", count: 1, named: true });
    expect(heldBy(scene({ zones: [hand, named("")] }), 0)).toBe(hand);
    expect(heldBy(scene({ zones: [hand] }), 1)).toBeUndefined();
  });

  test("a trick lingers while the last one lies there, and is then taken by who took it", () => {
    const last = [{ seat: 1, pieces: [piece("H2")] }];
    const lying = { last_trick: last, last_taker: 1, zones: [zone("trick", 1, "H2")] };
    const best = seat(0, { marks: [mark("best_seat")] });
    expect(lingers(scene(lying))).toBe(true);
    expect(takingIt(scene({ ...lying, seats: [best] }))).toBe(1);
    const next = { ...lying, zones: [zone("trick", 0, "S3")], seats: [best] };
    expect(lingers(scene(next))).toBe(false);
    expect(takingIt(scene(next))).toBe(0);
    expect(takingIt(scene({ ...next, revealed: { laid: [], seat: 3, text: "" } }))).toBe(3);
  });
});

describe("a cribbage board", () => {
  test("is folded after thirty holes, and its rows run to and fro", () => {
    const board = pegboard(121, 2);
    expect(board.streets).toBe(4);
    const [first, last, next] = [1, 30, 31].map((hole) => board.spot(0, hole));
    expect(last.x).toBeGreaterThan(first.x);
    expect(last.y).toBe(first.y);
    expect(next.x).toBe(last.x);
    expect(next.y).toBeGreaterThan(last.y);
  });

  test("a lane keeps its side round the bend, and ends beyond the last hole", () => {
    const board = pegboard(121, 2);
    expect(board.spot(0, 30).y).toBeLessThan(board.spot(1, 30).y);
    expect(board.spot(0, 31).y).toBeGreaterThan(board.spot(1, 31).y);
    expect(board.spot(0, 121).x).toBeLessThan(board.spot(0, 120).x);
    expect(board.spot(0, 500)).toEqual(board.spot(0, 121));
    expect(board.stripe(0)).toMatch(/^M.*C.*C.*C.*L/);
  });

  test("the peg behind leaps over the other, which stays", () => {
    expect(leap([], 5, 0)).toEqual([5, 0]);
    expect(leap([5, 0], 8, 5)).toEqual([5, 8]);
    expect(leap([5, 8], 12, 8)).toEqual([12, 8]);
    expect(leap([12, 8], 12, 8)).toEqual([12, 8]);
  });

  test("names are told apart by their first letters, else their last too", () => {
    expect(initials(["Ann", "Bo"])).toEqual(["A", "B"]);
    expect(initials(["Ann", "Anton", "Bo"])).toEqual(["An", "An", "B"]);
    expect(initials(["Ann", "Ada"])).toEqual(["An", "Aa"]);
  });
});

test("cards, numbers and sentences as they are written", () => {
  expect([inSigns("HQ"), inSigns("X1")]).toEqual(["♥Q", "X1"]);
  expect([written(-12), written("ten-four")]).toEqual(["−12", "ten-four"]);
  vi.stubGlobal("navigator", { languages: ["en"] });
  expect([decimal(-1234.56), decimal(0.004, 2, true), decimal(2.5, 2, true)]).toEqual(["−1,234.6", "0.00", "+2.50"]);
  vi.unstubAllGlobals();
  expect(together(["One.", "Two."], "en")).toBe("One. Two.");
  expect(together(["一。", "二。"], "ja")).toBe("一。二。");
});

describe("who took the last trick", () => {
  const last_trick = [
    { seat: 0, pieces: [piece("H2")] },
    { seat: 1, pieces: [piece("HQ")] },
  ];
  const next = (codes: string) => [zone("trick", 1, "S4"), zone("trick", 0, codes)];
  const trick = (value: string) => [{ name: "trick", text: "Trick", value }];
  const facts = trick("2 of 7");

  test("is told with the card until I have played to the next", () => {
    const told = takenBefore(scene({ last_trick, last_taker: 1, facts, zones: next("") }));
    expect([told?.who.seat, told?.laid.pieces]).toEqual([1, [piece("HQ")]]);
    expect(takenBefore(scene({ last_trick, last_taker: 1, facts, zones: next("S9") }))).toBeNull();
  });

  test("is not told where nobody knows, or nothing was taken", () => {
    expect(takenBefore(scene({ last_trick, last_taker: -1, facts }))).toBeNull();
    expect(takenBefore(scene({ facts }))).toBeNull();
  });

  test("is of this deal", () => {
    expect(takenBefore(scene({ last_trick, last_taker: 1, facts: trick("1 of 7") }))).toBeNull();
    expect(takenBefore(scene({ last_trick, last_taker: 1 }))).toBeNull();
  });
});
