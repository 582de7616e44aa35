import { expect, test } from "vitest";
import { bare, goTogether, isMine, offeredFirst, piecesIn, piecesOf, renewed, verbAt } from "../src/table/gesture";
import { number, pick, press, scene, stand, tap, zone } from "./scenes";

test("the pieces of a code are those that are touched for it", () => {
  expect(piecesIn("meld H2 S3")).toEqual(["H2", "S3"]);
  expect(piecesIn("play D7 as HA")).toEqual(["D7"]);
  expect(bare("pass H2 +")).toBe("pass H2");
});

test("the pieces with which a choice is made or begun", () => {
  expect(piecesOf(tap("play", "H2 S3"))).toEqual(["H2", "S3"]);
  expect(piecesOf(stand("play", "H2", "S4 S5"))).toEqual(["H2"]);
  expect(piecesOf(number("send", [1], { piece: "H2" }))).toEqual(["H2"]);
  expect(piecesOf(number("bid", [1]))).toEqual([]);
  expect(piecesOf(press("pass"))).toEqual([]);
});

test("five are offered first: the sensible ones, or simply the first of few", () => {
  const many = ["1", "2", "3", "4", "5", "6"];
  expect(offeredFirst(many, ["6", "2", "9"])).toEqual(["6", "2"]);
  expect(offeredFirst(many, [])).toEqual(["1", "2", "3", "4", "5"]);
  expect(offeredFirst(["1", "2"], ["2"])).toEqual(["2", "1"]);
});

test("choices make up one gesture by their verb or their family", () => {
  const family = { name: "give", text: "" };
  expect(goTogether(pick("meld", "H2"), stand("meld", "H2", "S4", { gesture: true }))).toBe(true);
  expect(goTogether(pick("a", "H2", { family }), pick("b", "H2", { family }))).toBe(true);
  expect(goTogether(pick("a", "H2"), pick("b", "H2"))).toBe(false);
});

test("a part goes on in another scene with the choice that the scene has", () => {
  const part = { held: { code: "H2", copy: 0 }, as: "H2", pick: pick("pass", "H2") };
  const later = pick("pass", "H2 S3");
  expect(renewed(part, [later])?.pick).toBe(later);
  expect(renewed(part, [pick("pass", "S3")])).toBeNull();
  expect(renewed(part, [pick("meld", "H2")])).toBeNull();
});

test("what is asked of a place, and which is mine", () => {
  const choices = [number("bid", [1]), tap("play", "H2"), stand("take", "S3", "S4")];
  const one = scene({ choices });
  expect(verbAt(one, zone("hand", 0, "? H2"))).toBe("play");
  expect(verbAt(one, zone("shown", -1, "S3"))).toBe("take");
  expect(verbAt(one, zone("hand", 0, "C4"))).toBeUndefined();
  expect(isMine(one, zone("hand", 0, ""))).toBe(true);
  expect(isMine(one, zone("hand", 1, ""))).toBe(false);
  expect(isMine(one, zone("choice", 0, "", { named: true }))).toBe(true);
});
