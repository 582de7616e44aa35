import { expect, test } from "vitest";
import { worded } from "../src/table/worded";

const TILES = { "2-1": "two-one", "0-0": "double blank" };

test("tiles, dice, trumps and jokers are worded", () => {
  expect(worded("You play [2-1]. A pair: [2-1] [0-0].", TILES)).toBe("You play two-one. A pair: two-one double blank.");
  expect(worded("[12] [5]", { "12": "twelve", "5": "five" })).toBe("twelve five");
  expect(worded("T12、★", { T12: "切り札12", EX: "エクスキューズ" })).toBe("切り札12、エクスキューズ");
  expect(worded("★ ☆", { JR: "red joker", JB: "black joker" })).toBe("red joker black joker");
});

test("cards stay drawn, and what is no piece stays as it is", () => {
  expect(worded("Ann plays ♠10: [9-9] T3000", TILES)).toBe("Ann plays ♠10: [9-9] T3000");
});

test("a sentence that begins with a piece begins with a capital", () => {
  expect(worded("[2-1] was led. [0-0] takes it.", TILES)).toBe("Two-one was led. Double blank takes it.");
  expect(worded("★ wins.", { JR: "red joker" })).toBe("Red joker wins.");
  expect(worded("A pair: [2-1] [0-0].", TILES)).toBe("A pair: two-one double blank.");
});

test("a short name in Japanese goes on in no other line", () => {
  const whole = worded("[9] [12]が出ました。", { "9": "9の目", "12": "12の目" });
  expect(whole).toBe("9\u2060の\u2060目 1\u20602\u2060の\u2060目が出ました。");
  expect(worded("[9]", { "9": "nine" })).toBe("nine");
});
