import { expect, test } from "vitest";
import { ALL_HANDS, asked, ONLOOKER, written } from "../src/replay/address";

const replay = { steps: 17, names: ["Ann", "Bo"], deals: [2] };

test("every place in a match has an address, and the address leads there", () => {
  for (const viewer of [ALL_HANDS, ONLOOKER, 0, 1])
    for (const step of [0, 2, 16])
      for (const code of ["", "a-B_9"])
        expect(asked(written({ step, of: 0, viewer, code }), replay)).toEqual({ step, of: 0, viewer, code, fault: "" });
  expect(written({ step: 3, of: 0, viewer: ALL_HANDS, code: "" })).toBe("#3");
  expect(asked("#3/all", replay)).toMatchObject({ step: 3, viewer: ALL_HANDS, fault: "" });
});

test("an address without a step leads to the first deal", () => {
  for (const hash of ["", "#"]) expect(asked(hash, replay)).toMatchObject({ step: 2, viewer: ALL_HANDS, fault: "" });
  expect(asked("", { ...replay, deals: [] }).step).toBe(0);
});

test("a step beyond either end is the nearest there is, and that is said", () => {
  expect(asked("#17/1", replay)).toMatchObject({ step: 16, viewer: 1, fault: "no_step" });
  expect(asked("#-1", replay)).toMatchObject({ step: 0, viewer: ALL_HANDS, fault: "no_step" });
  expect(asked(`#${"9".repeat(400)}`, replay)).toMatchObject({ step: 16, viewer: ALL_HANDS, fault: "no_step" });
});

test("nobody sits on a seat that there is not, and then all hands are open", () => {
  for (const eyes of ["2", "-1", "999999999999"])
    expect(asked(`#3/${eyes}`, replay)).toMatchObject({ step: 3, viewer: ALL_HANDS, fault: "no_seat" });
});

test("what is no address of a step leads to the first deal, and that is said", () => {
  for (const hash of [
    "#x",
    "#3/",
    "#3/anna",
    "#3.5",
    "#/1",
    "#1e3",
    "#<b>",
    "#%00",
    "#3~",
    "#3~a b",
    `#3~${"a".repeat(41)}`,
  ])
    expect(asked(hash, replay)).toMatchObject({ step: 2, viewer: ALL_HANDS, fault: "unread" });
});
