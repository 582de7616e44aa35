import { describe, expect, it } from "vitest";
import type { Branch } from "../src/lib/protocol";
import { beyond, endOf, home, instead, leadsTo, nameOf, rootOf, saidAt } from "../src/replay/branches";
import { asked, written } from "../src/replay/address";

const branch = (number: number, step: number, of: number, moves: number, notes: Branch["notes"] = []): Branch => ({
  number,
  step,
  of,
  moves: Array.from({ length: moves }, (_, at) => `move ${step + at + 1}`),
  notes,
});

/** From step 4 of the match; from step 6 of that; from step 5 of the match; from step 8 of the second. */
const ALL = [
  branch(1, 4, 0, 4, [
    { step: 4, text: "Wait\nfor the ace" },
    { step: 6, text: "Good" },
  ]),
  branch(2, 6, 1, 2),
  branch(3, 5, 0, 1),
  branch(4, 8, 2, 1),
];
const LAST = 12;

describe("variations", () => {
  it("belong to a line that goes back through what was before", () => {
    expect(home(ALL, { of: 4, step: 9 })).toEqual({ of: 4, step: 9 });
    expect(home(ALL, { of: 4, step: 8 })).toEqual({ of: 2, step: 8 });
    expect(home(ALL, { of: 4, step: 6 })).toEqual({ of: 1, step: 6 });
    expect(home(ALL, { of: 4, step: 4 })).toEqual({ of: 0, step: 4 });
    expect(home(ALL, { of: 0, step: 9 })).toEqual({ of: 0, step: 9 });
    expect(home(ALL, { of: 9, step: 9 })).toEqual({ of: 0, step: 9 });
  });

  it("end where their moves do, and leave the match where the first of them does", () => {
    expect([0, 1, 2, 3, 4].map((of) => endOf(ALL, of, LAST))).toEqual([12, 8, 8, 6, 9]);
    expect([0, 1, 2, 3, 4].map((of) => rootOf(ALL, of, LAST))).toEqual([12, 4, 4, 5, 4]);
  });

  it("stand behind the move in whose place they are", () => {
    expect(instead(ALL, { of: 0, step: 5 })).toEqual([ALL[0]]);
    expect(instead(ALL, { of: 0, step: 6 })).toEqual([ALL[2]]);
    expect(instead(ALL, { of: 1, step: 7 })).toEqual([ALL[1]]);
    expect(beyond(ALL, 2, 8)).toEqual([ALL[3]]);
    expect(beyond(ALL, 0, LAST)).toEqual([]);
  });

  it("are open where they are walked, or lead there", () => {
    expect([1, 2, 3, 4].map((number) => leadsTo(ALL, number, 4))).toEqual([true, true, false, true]);
    expect(leadsTo(ALL, 1, 0)).toBe(false);
  });

  it("are called what is said first of where they begin", () => {
    expect(nameOf(ALL[0])).toBe("Wait");
    expect(nameOf(ALL[1])).toBe("");
    expect(saidAt(ALL, { of: 1, step: 6 })).toBe("Good");
    expect(saidAt(ALL, { of: 0, step: 6 })).toBe("");
  });

  it("have addresses", () => {
    const replay = { steps: LAST + 1, names: ["Ada", "Bo"], deals: [2] };
    for (const spot of [
      { step: 9, of: 4, viewer: 1, code: "x-y" },
      { step: 9, of: 4, viewer: -2, code: "" },
      { step: 3, of: 0, viewer: -1, code: "" },
    ])
      expect(asked(written(spot), replay)).toEqual({ ...spot, fault: "" });
    expect(written({ step: 9, of: 4, viewer: 1, code: "x" })).toBe("#9v4/1~x");
    expect(asked("#90v4", replay)).toMatchObject({ step: 90, of: 4, fault: "" });
    expect(asked("#90", replay)).toMatchObject({ step: LAST, of: 0, fault: "no_step" });
  });
});
