// Clauses of the rules, drawn.
import { expect, test } from "vitest";
import { marked } from "../src/guide/marked";

test("words that are set apart lose their signs", () => {
  expect(marked("*Void flash*, 10: a **suit** is missing (`C9`).")).toEqual([
    { text: "Void flash", as: "em" },
    { text: ", 10: a ", as: "" },
    { text: "suit", as: "strong" },
    { text: " is missing (", as: "" },
    { text: "C9", as: "code" },
    { text: ").", as: "" },
  ]);
});

test("of a link the words are left", () => {
  const words = marked("See [the rules](https://example.org/a).").map((run) => run.text);
  expect(words.join("")).toBe("See the rules.");
});

test("a sign of multiplication is left alone", () => {
  expect(marked("2 * 3 * 4")).toEqual([{ text: "2 * 3 * 4", as: "" }]);
});
