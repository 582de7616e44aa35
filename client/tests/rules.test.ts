import { describe, expect, it } from "vitest";
import type { ExperimentTable } from "../src/lib/protocol";
import { labPath, rulesIn, setupPath, sidesIn, stepped } from "../src/lab/rules";

const hashOf = (path: string) => path.slice(path.indexOf("#"));

describe("a link to rules", () => {
  const rules = { variant: "agurk", options: { out_at: "15", a: "b&c=d#é 水" }, name: "Kitchen & garden #1" };

  it("brings what stands in it, whatever that is", () => {
    const { options, name } = rulesIn(hashOf(setupPath(rules)));
    expect({ variant: "agurk", options, name }).toEqual(rules);
  });

  it("has nothing behind the # where nothing is otherwise", () => {
    expect(setupPath({ variant: "agurk", options: {}, name: "" })).toBe("/new/agurk");
    expect(rulesIn("")).toEqual({ options: {}, name: "" });
  });
});

describe("a link to the lab", () => {
  it("brings the tables", () => {
    const sides: ExperimentTable[] = [
      { variant: "agurk", options: {} },
      { variant: "agurk-trad", options: { out_at: "15", x: "é#&" } },
    ];
    expect(sidesIn(hashOf(labPath(sides)))).toEqual(sides);
  });

  it("brings no more than are told beside one another", () => {
    expect(sidesIn(hashOf(labPath(Array(20).fill({ variant: "agurk", options: {} }))))).toHaveLength(8);
  });

  it.each(["", "#", "#%", "#{}", "#[1]", '#[{"variant":3}]', '#[{"variant":"a","options":{"b":1}}]', "#%5B%5D"])(
    "brings none where it is %s",
    (hash) => expect(sidesIn(hash)).toEqual([]),
  );
});

describe("values in steps", () => {
  it("end at the last that fits", () => {
    expect(stepped(15, 60, 15)).toEqual(["15", "30", "45", "60"]);
    expect(stepped(1, 6, 2)).toEqual(["1", "3", "5"]);
    expect(stepped(-1, 1, 1)).toEqual(["-1", "0", "1"]);
  });

  it.each([
    [1, 9, 1],
    [2, 2, 1],
    [3, 1, 1],
    [1, 3, 0],
    [1, 3, -1],
    [1, 2.5, 1],
    [NaN, 3, 1],
  ])("are none from %s to %s in steps of %s", (from, to, step) => expect(stepped(from, to, step)).toEqual([]));
});
