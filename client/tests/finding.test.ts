import { describe, expect, it } from "vitest";
import { folded, found, NOTHING, together, understood } from "../src/home/finding";
import type { Tile } from "../src/lib/protocol";

const tile = (guide: string, more: Partial<Tile>): Tile => ({
  game: guide,
  guide,
  title: guide,
  line: "",
  kind: "avoid",
  form: "card",
  seats: [2, 4],
  minutes: 20,
  difficulty: 1,
  picture: [],
  colour: "moss",
  variants: [],
  lessons: [],
  puzzles: false,
  found_by: [guide],
  likes: [],
  ...more,
});

const TILES = [
  tile("agurk", { game: "cucumber", seats: [2, 7], minutes: 15, found_by: ["Agurk", "アグルク", "Cucumber"] }),
  tile("ogorek", { game: "cucumber", seats: [2, 17], minutes: 30, found_by: ["Ogórek", "Cucumber"] }),
  tile("dice", { kind: "dice", seats: [2, 6], found_by: ["Cribbage Dice", "ダイス"] }),
  tile("emissary", { kind: "alone", seats: [1, 1], found_by: ["The Emissary", "solitaire", "trick-taking, tricks"] }),
];

const names = (tiles: Tile[]) => tiles.map((one) => one.guide);
const by = (text: string, more = {}) => found(TILES, { ...NOTHING, text, ...more });

describe("found", () => {
  it("finds all where nothing is asked", () => expect(names(by("").tiles)).toEqual(names(TILES)));

  it.each([
    ["AGURK", ["agurk"]],
    ["ogorek", ["ogorek"]],
    ["あぐるく", ["agurk"]],
    ["ﾀﾞｲｽ", ["dice"]],
    ["cucumber", ["agurk", "ogorek"]],
    ["solitaire", ["emissary"]],
    ["trick taking", ["emissary"]],
    ["5 players", ["agurk", "ogorek", "dice"]],
    ["6人", ["agurk", "ogorek", "dice"]],
    ["cucumber 15 min", ["agurk"]],
    ["ice", ["dice"]],
  ])("finds by %s", (text, guides) => expect(names(by(text).tiles)).toEqual(guides));

  it("puts first what begins so", () => {
    const rassi = tile("rassi", { found_by: ["ラッシ"] });
    const flash = tile("flashpoint", { found_by: ["フラッシュポイント"] });
    expect(names(found([flash, rassi], { ...NOTHING, text: "ラッシ" }).tiles)).toEqual(["rassi", "flashpoint"]);
  });

  it("finds by number, kind and time together", () => {
    expect(names(by("", { people: 2, kind: "avoid", minutes: 20 }).tiles)).toEqual(["agurk"]);
  });

  it("says what is called nearly so", () => {
    expect(by("agruk")).toEqual({ tiles: [], near: [{ but: "name", tiles: [TILES[0]] }] });
    expect(by("xyzzyplugh")).toEqual({ tiles: [], near: [] });
  });

  it("says what fits all but one thing", () => {
    const told = by("", { people: 12, kind: "dice" });
    expect(told.tiles).toEqual([]);
    expect(told.near).toEqual([
      { but: "people", tiles: [TILES[2]] },
      { but: "kind", tiles: [TILES[1]] },
    ]);
    expect(by("", { people: 10, minutes: 20 }).near.map((one) => one.but)).toEqual(["people", "minutes"]);
    expect(by("whist", { people: 1 }).near).toEqual([{ but: "text", tiles: [TILES[3]] }]);
  });
});

it("takes numbers out of what is written", () => {
  expect(understood({ ...NOTHING, text: "dice 4 players 30 min" })).toEqual({
    text: "dice",
    people: 4,
    kind: "",
    minutes: 30,
  });
});

it("folds case, accents, width and kana", () => expect(folded("Mätäpesä Ｒ カタ")).toBe("matapesa r かた"));

describe("together", () => {
  const family = { game: "cucumber", title: "Cucumber", line: "" };

  it("puts a family where its first game stands", () => {
    const shown = together(TILES, [family]);
    expect(shown.map((one) => [one.family?.title ?? "", names(one.tiles)])).toEqual([
      ["Cucumber", ["agurk", "ogorek"]],
      ["", ["dice"]],
      ["", ["emissary"]],
    ]);
  });

  it("leaves a game that is alone of its family a game", () => {
    expect(together([TILES[1]], [family])).toEqual([{ family: null, tiles: [TILES[1]] }]);
  });
});
