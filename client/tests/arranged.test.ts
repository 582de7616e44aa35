import { describe, expect, it } from "vitest";
import { carried, lay, leftOf, nextRoom, nothing, placesOf, scored, takeBack } from "../src/lib/arranged";
import type { Arranging } from "../src/lib/protocol";

/** Two hands of two, and a stock of one; one piece there is twice. */
const DEAL: Arranging = {
  variant: "x",
  title: "X",
  form: "card",
  least: 2,
  most: 3,
  names: ["Ada", "Bo"],
  dealer: true,
  rooms: [
    { field: "hand", owner: 0, name: "Ada", text: "Hand", most: 2 },
    { field: "hand", owner: 1, name: "Bo", text: "Hand", most: 2 },
    { field: "stock", owner: 0, name: "", text: "Stock", most: 1 },
  ],
  pieces: [
    { code: "HQ", name: "queen", copies: 2 },
    { code: "S2", name: "two", copies: 1 },
    { code: "S3", name: "three", copies: 1 },
    { code: "S4", name: "four", copies: 1 },
  ],
};

describe("a deal that is arranged", () => {
  it("has each piece as often as the pack, and in each place as many as are dealt there", () => {
    let laid = lay(DEAL, nothing(DEAL), 0, "S2");
    expect(lay(DEAL, laid, 1, "S2")).toBe(laid);
    expect(lay(DEAL, laid, 1, "H9")).toBe(laid);
    expect(lay(DEAL, laid, 9, "S3")).toBe(laid);
    laid = lay(DEAL, lay(DEAL, laid, 0, "HQ"), 1, "HQ");
    expect(laid).toEqual([["S2", "HQ"], ["HQ"], []]);
    expect(lay(DEAL, laid, 0, "S3")).toBe(laid);
    expect(Object.fromEntries(leftOf(DEAL, laid))).toEqual({ HQ: 0, S2: 0, S3: 1, S4: 1 });
  });

  it("gives back the very piece that was touched", () => {
    expect(takeBack([["HQ", "S2", "HQ"], ["S3"]], 0, 2)).toEqual([["HQ", "S2"], ["S3"]]);
  });

  it("goes on to the next place that is not full, and stays where all are", () => {
    expect(nextRoom(DEAL.rooms, [["S2"], [], []], 0)).toBe(0);
    expect(nextRoom(DEAL.rooms, [["S2", "S3"], [], []], 0)).toBe(1);
    expect(nextRoom(DEAL.rooms, [[], ["HQ", "S2"], ["S3"]], 1)).toBe(0);
    expect(nextRoom(DEAL.rooms, [["HQ", "HQ"], ["S2", "S3"], ["S4"]], 2)).toBe(2);
  });

  it("tells the service only of places where something lies, in order", () => {
    expect(placesOf(DEAL.rooms, [[], ["S3", "HQ"], []])).toEqual([{ name: "hand", owner: 1, pieces: ["S3", "HQ"] }]);
  });

  it("keeps what fits another number of seats", () => {
    const three = { ...DEAL, rooms: [{ ...DEAL.rooms[2] }, { ...DEAL.rooms[1], most: 1 }] };
    expect(carried(DEAL, [["S2"], ["HQ", "S3"], ["S4"]], three)).toEqual([["S4"], ["HQ"]]);
  });

  it("tells the scores of all seats, or none where all stand at 0", () => {
    expect(scored([], 3)).toEqual([]);
    expect(scored([null, 0, undefined, 7], 3)).toEqual([]);
    expect(scored([null, -5], 3)).toEqual([0, -5, 0]);
  });
});
