// Clauses of the rules, drawn.
import { expect, test } from "vitest";
import { marked } from "../src/guide/marked";

test("words that are set apart lose their signs", () => {
  expect(marked("*Void flash*, 10: a suit is missing.")).toEqual([
    { text: "Void flash", em: true },
    { text: ", 10: a suit is missing.", em: false },
  ]);
});

test("a sign of multiplication is left alone", () => {
  expect(marked("2 * 3 * 4")).toEqual([{ text: "2 * 3 * 4", em: false }]);
});
