import { describe, expect, test } from "vitest";
import { framesBetween, takerOf, withBids, withTrick } from "../src/table/frames";
import type { Scene } from "../src/lib/protocol";
import { say } from "../src/lib/words.svelte";
import { mark, piece, scene, seat, zone } from "./scenes";

const TRICK = [
  { seat: 0, pieces: [piece("H2")] },
  { seat: 1, pieces: [piece("HQ")] },
];
const placesOf = (one: { zones: { name: string; seat: number }[] }) =>
  one.zones.map(({ name, seat }) => `${name}:${seat}`);

describe("frames between two scenes", () => {
  test("the first scene is shown as it is", () => {
    const next = scene({ last_trick: TRICK });
    expect(framesBetween(null, next)).toEqual([{ scene: next, rests: false }]);
  });

  test("a scene in which nothing was finished follows at once", () => {
    const next = scene({ number: 2, zones: [zone("trick", 0, "H2")] });
    expect(framesBetween(scene(), next)).toEqual([{ scene: next, rests: false }]);
  });

  test("a finished trick rests whole, then goes", () => {
    const frames = framesBetween(scene(), scene({ number: 2, last_trick: TRICK, last_taker: 1 }));
    expect(frames.map((frame) => frame.rests)).toEqual([true, false]);
    expect(placesOf(frames[0].scene)).toEqual(["trick:0", "trick:1"]);
    expect(frames[1].scene.zones).toEqual([]);
  });

  test("a trick that rests keeps its number and what was led to it", () => {
    const fact = (name: string, value: string) => ({ name, text: name, value, deal: true });
    const before = scene({ facts: [fact("trump", "♠"), fact("led", "♥"), fact("trick", "1 of 7")] });
    const next = scene({ number: 2, last_trick: TRICK, facts: [fact("trump", "♣"), fact("trick", "2 of 7")] });
    const [rests, goes] = framesBetween(before, next).map((frame) => frame.scene.facts.map((one) => one.value));
    expect(rests).toEqual(["♣", "♥", "1 of 7"]);
    expect(goes).toEqual(["♣", "2 of 7"]);
  });

  test("a lead that lies there already comes after the trick has gone", () => {
    const next = scene({ number: 3, last_trick: TRICK, last_taker: 1, zones: [zone("trick", 1, "S9")] });
    const frames = framesBetween(scene(), next);
    expect(frames.map((frame) => placesOf(frame.scene))).toEqual([["trick:0", "trick:1"], [], ["trick:1"]]);
    expect(frames[2].scene).toBe(next);
  });

  test("a trick that was seen already is not shown again", () => {
    const before = scene({ last_trick: TRICK });
    const next = scene({ number: 2, last_trick: TRICK, zones: [zone("trick", 0, "H2"), zone("trick", 1, "HQ")] });
    expect(framesBetween(before, next)).toEqual([{ scene: { ...next, zones: [] }, rests: false }]);
  });

  test("the mark of who led moves to who took the trick once that has gone, and nobody has passed", () => {
    const seats = [seat(0, { marks: [mark("leader")] }), seat(1, { marks: [mark("passed")] })];
    const lying = [zone("trick", 0, "H2"), zone("trick", 1, "HQ")];
    const next = scene({ number: 2, seats, last_trick: TRICK, last_taker: 1, zones: lying });
    const marks = framesBetween(scene(), next).map(({ scene }) =>
      scene.seats.map((one) => one.marks.map((m) => m.name)),
    );
    expect(marks).toEqual([
      [["leader"], ["passed"]],
      [[], ["leader"]],
    ]);
  });

  test("the mark of who leads moves on while the trick still lies there, where that is told", () => {
    const seats = [seat(0, { marks: [mark("leader")] }), seat(1, { marks: [mark("to_lead")] })];
    const lying = [zone("trick", 0, "H2"), zone("trick", 1, "HQ")];
    const next = scene({ number: 2, seats, last_trick: TRICK, last_taker: 1, zones: lying });
    const marks = framesBetween(scene(), next).map(({ scene }) => scene.seats.map((one) => one.marks));
    expect(marks).toEqual([
      [[], [mark("to_lead")]],
      [[], [mark("to_lead")]],
    ]);
  });

  test("who leads the next trick already is marked so as soon as the last one has gone", () => {
    const seats = [seat(0), seat(1, { marks: [mark("leader")] })];
    const next = scene({ number: 2, seats, last_trick: TRICK, last_taker: 1 });
    const [, goes] = framesBetween(scene(), next);
    expect(goes.scene.seats[1].marks).toEqual([mark("leader")]);
  });

  test("what was turned over rests, once", () => {
    const next = scene({ number: 2, revealed: { laid: [], seat: 0, text: "" } });
    expect(framesBetween(scene(), next)).toEqual([{ scene: next, rests: true }]);
    expect(framesBetween(scene({ number: 2 }), next)).toEqual([{ scene: next, rests: false }]);
  });
});

test("nobody but who took a trick is marked while it rests", () => {
  const winning = seat(1, { marks: [mark("best_seat"), mark("dealer")] });
  const whole = withTrick(scene({ seats: [seat(0), winning], last_trick: TRICK, last_taker: 0 }));
  expect(whole.seats[1].marks).toEqual([mark("dealer")]);
  const untold = withTrick(scene({ seats: [seat(0), winning], last_trick: TRICK }));
  expect(untold.seats[1].marks).toEqual(winning.marks);
});

test("the card that took a trick says so while it rests", () => {
  const whole = withTrick(scene({ last_trick: TRICK, last_taker: 1 }));
  expect(whole.zones.map((one) => one.pieces.map((each) => each?.caption))).toEqual([[undefined], [say("table.won")]]);
});

test("bids lie in the middle, face down until they are turned over", () => {
  const closed = withBids(
    scene({ zones: [zone("bid", 1, "?", { at_stake: true }), zone("prize", -1, "D9", { at_stake: true })] }),
  );
  expect(placesOf(closed)).toEqual(["trick:1", "prize:-1"]);
  const open = withBids(
    scene({
      zones: [zone("used", 1, "S4 S5"), zone("won", 0, "")],
      revealed: { laid: [{ seat: 1, pieces: [piece("S5")] }], seat: 1, text: "" },
    }),
  );
  expect(open.zones.map(({ name, count }) => [name, count])).toEqual([
    ["used", 1],
    ["trick", 1],
  ]);
  expect(open.zones[1].pieces).toEqual([piece("S5")]);
});

test("nobody is winning while nothing lies there", () => {
  const all = [seat(0), seat(1, { marks: [mark("best_seat"), mark("dealer")] })];
  const marksAt = (zones: Scene["zones"]) => withBids(scene({ seats: all, zones })).seats[1].marks;
  expect(marksAt([zone("hand", 1, "?")])).toEqual([mark("dealer")]);
  expect(marksAt([zone("trick", 1, "S4")])).toEqual(all[1].marks);
});

test("a trick goes to who took it, else to who is winning, else to who leads", () => {
  const all = [seat(0, { marks: [mark("leader")] }), seat(1, { marks: [mark("best_seat")] }), seat(2)];
  expect(takerOf(scene({ seats: all, last_taker: 2 }))).toBe(2);
  expect(takerOf(scene({ seats: all }))).toBe(1);
  expect(takerOf(scene({ seats: [all[0]] }))).toBe(0);
  expect(takerOf(scene())).toBe(-1);
});
