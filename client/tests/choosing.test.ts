import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Choice, DraftState, Scene } from "../src/lib/protocol";
import { Choosing } from "../src/table/choosing.svelte";
import type { Session } from "../src/table/session.svelte";
import { number, pick, press, scene, stand, tap, zone } from "./scenes";

/** A table at which it is written down what is sent, and whose service answers as a test says. */
class Desk {
  scene: Scene | null = null;
  pending = "";
  mayAct = true;
  acted: string[] = [];
  asked: string[] = [];
  drafts: string[][] = [];
  answer: Partial<DraftState> | null | Promise<never> = new Promise<never>(() => {});

  act = async (code: string) => void this.acted.push(code);
  why = async (code: string) => void this.asked.push(code);
  draft = async (parts: string[]) => {
    this.drafts.push(parts);
    return this.answer;
  };
}

let desk: Desk;
let choosing: Choosing;
const HAND = "H2 H2 S3 C4";
const held = (code: string, copy = 0) => ({ code, copy });
const touch = (code: string, copy = 0) => choosing.touch(held(code, copy));
const chosen = () => choosing.chosen.map((part) => part.held.code);

/** Another scene with these choices, of which the page hears. */
function offer(...choices: Choice[]): void {
  desk.scene = scene({ choices, zones: [zone("hand", 0, HAND), zone("shown", -1, "D9")] });
  choosing.renew(desk.scene);
}

/** What the service says of the next draft. */
async function open(may: string[], complete = false): Promise<void> {
  desk.answer = { may, complete };
  offer(...(desk.scene?.choices ?? []));
  await vi.waitFor(() => expect(choosing.unsure).toBe(false));
}

beforeEach(() => {
  desk = new Desk();
  choosing = new Choosing(desk as unknown as Session);
});

describe("a piece that is played at once", () => {
  test("may be touched if it is offered, and acts", () => {
    offer(tap("play", "H2 S3"));
    expect(choosing.legal()).toEqual(new Set(["H2", "S3"]));
    touch("S3");
    expect(desk.acted).toEqual(["play S3"]);
  });

  test("is asked about first where it costs something, and acts when it is meant", () => {
    const choice = { ...tap("play", "H2 S3"), doubtful: ["S3"], about: "−15", confirm: "It costs." };
    offer(choice);
    expect(choosing.costly()).toEqual(new Map([["S3", "−15"]]));
    touch("S3");
    expect([desk.acted, choosing.doubt?.confirm]).toEqual([[], "It costs."]);
    offer(choice);
    expect(choosing.isChosen(held("S3"))).toBe(true);
    choosing.press(choosing.doubt!);
    expect(desk.acted).toEqual(["play S3"]);
  });

  test("is no longer asked about when it cannot be played any more, or another is played", () => {
    offer({ ...tap("play", "H2 S3"), doubtful: ["S3"], confirm: "It costs." });
    touch("S3");
    touch("H2");
    expect([desk.acted, choosing.doubt]).toEqual([["play H2"], null]);
    touch("S3");
    offer(tap("play", "H2"));
    expect(choosing.doubt).toBe(null);
  });

  test("is not touched while an answer is awaited", () => {
    offer(tap("play", "H2"));
    desk.pending = "play H2";
    touch("H2");
    expect(desk.acted).toEqual([]);
  });

  test("which cannot be played: the service says why", () => {
    offer(tap("play", "H2"));
    touch("C4");
    expect(desk.asked).toEqual(["play C4"]);
    expect(desk.acted).toEqual([]);
  });

  test("is asked about with what was asked of my hand last, and could be done last elsewhere", () => {
    offer(tap("discard", "H2"), tap("draw", "D9"));
    offer(press("pass"));
    touch("C4");
    touch("D9");
    expect(desk.asked).toEqual(["discard C4", "draw D9"]);
  });

  test("nothing is asked where I may do nothing", () => {
    offer(tap("play", "H2"));
    desk.mayAct = false;
    touch("C4");
    expect(desk.asked).toEqual([]);
  });

  test("nothing can be touched where no piece is asked for", () => {
    offer(press("pass"));
    expect(choosing.legal()).toBeNull();
  });

  test("some lie neither in my hand nor on the table", () => {
    offer(tap("name", "H2 DA"));
    expect(choosing.elsewhere(["H2", "S3"])).toEqual(["DA"]);
  });
});

test("where touching means several things it is asked which", () => {
  offer(tap("play", "H2"), tap("discard", "H2"));
  touch("H2");
  expect(choosing.ways.map((way) => way.text)).toEqual(["play", "discard"]);
  expect([choosing.isChosen(held("H2")), choosing.isChosen(held("H2", 1))]).toEqual([true, false]);
  touch("H2");
  expect(choosing.ways).toEqual([]);
  touch("H2");
  choosing.ways[1].take();
  expect(desk.acted).toEqual(["discard H2"]);
});

describe("a gesture", () => {
  beforeEach(() => offer(pick("pass", "H2 H2 S3 C4", { least: 2, most: 2 })));

  test("takes pieces one by one, each copy by itself, until it is confirmed", async () => {
    touch("H2", 1);
    expect([choosing.isChosen(held("H2", 1)), choosing.isChosen(held("H2"))]).toEqual([true, false]);
    expect(choosing.needed).toBe(2);
    choosing.confirm();
    expect(desk.acted).toEqual([]);
    await open(["pass H2", "pass S3 +", "pass C4"]);
    touch("S3");
    expect(choosing.unsure).toBe(true);
    expect(desk.drafts.at(-1)).toEqual(["pass H2", "pass S3"]);
    await open([], true);
    expect([choosing.ready(), choosing.needed]).toEqual([true, 0]);
    choosing.confirm();
    expect(desk.acted).toEqual(["pass H2 S3"]);
    expect(chosen()).toEqual([]);
  });

  test("is ready by its numbers until the service has said", () => {
    touch("H2");
    expect(choosing.ready()).toBe(false);
    touch("S3");
    expect(choosing.ready()).toBe(true);
  });

  test("is not ready if the service says so, whatever the numbers", async () => {
    touch("H2");
    touch("S3");
    await open(["pass C4"], false);
    expect(choosing.ready()).toBe(false);
  });

  test("a piece that is touched again is put back", () => {
    touch("H2");
    touch("S3");
    touch("H2");
    expect(chosen()).toEqual(["S3"]);
    choosing.putBack();
    expect(choosing.pick).toBeNull();
  });

  test("what may not be added stays where it is, and the service says why", async () => {
    touch("H2");
    await open(["pass S3"]);
    expect(choosing.legal()).toEqual(new Set(["S3", "H2"]));
    touch("C4");
    expect(chosen()).toEqual(["H2"]);
    expect(desk.asked).toEqual(["pass H2 pass C4 +"]);
  });

  test("what was added before the service said that it may not be is put back", async () => {
    touch("H2");
    desk.answer = null;
    touch("S3");
    await vi.waitFor(() => expect(chosen()).toEqual([]));
  });

  test("an answer to another draft is forgotten", async () => {
    desk.answer = { may: ["pass S3"], complete: true };
    touch("H2");
    desk.answer = new Promise<never>(() => {});
    touch("C4");
    await Promise.resolve();
    await Promise.resolve();
    expect(choosing.unsure).toBe(true);
  });

  test("goes on in another scene that still offers it, and is forgotten in one that does not", () => {
    touch("H2");
    offer(pick("pass", "H2 S3"));
    expect(chosen()).toEqual(["H2"]);
    offer(pick("pass", "S3 C4"));
    expect(chosen()).toEqual([]);
  });
});

describe("pieces for several", () => {
  const family = { name: "give", text: "Give both" };

  beforeEach(() =>
    offer(
      pick("give-1", "H2 S3", { most: 1, to: 1, family }),
      pick("give-2", "H2 S3", { most: 1, to: 2, family, text: "Give" }),
    ),
  );

  test("it is asked for whom, and each has its own", () => {
    expect(choosing.receiver).toBeNull();
    touch("H2");
    expect(choosing.ways).toHaveLength(2);
    choosing.ways[1].take();
    expect(choosing.receiverOf(held("H2"))).toBe(2);
    expect([choosing.called, choosing.needed]).toEqual(["Give both", 2]);
    expect(choosing.ready()).toBe(false);
  });

  test("who has all theirs gets no more, and both are sent as one", () => {
    touch("H2");
    choosing.ways[1].take();
    touch("S3");
    expect(choosing.receiverOf(held("S3"))).toBe(1);
    desk.answer = { may: [], complete: true };
    offer(...(desk.scene as Scene).choices);
    return vi.waitFor(() => {
      expect(choosing.ready()).toBe(true);
      choosing.confirm();
      expect(desk.acted).toEqual(["give-1 S3 give-2 H2"]);
    });
  });

  test("where all go to one seat it is told above, not at each piece", () => {
    offer(pick("give-1", "H2 S3", { to: 1 }));
    touch("H2");
    expect(choosing.receiver).toBe(1);
    expect(choosing.receiverOf(held("H2"))).toBeNull();
  });
});

describe("a piece that stands for another", () => {
  const MAY = "S5 S6 S7 S8 S9 SQ SK";

  test("is asked what for: the sensible ones first, or itself", () => {
    offer(tap("play", "H2"), stand("play", "H2", MAY, { sensible: ["SK", "HA"] }));
    touch("H2");
    expect(choosing.standing).toMatchObject({ itself: true, first: ["SK"], verb: "play" });
    choosing.standAs("SQ");
    expect(desk.acted).toEqual(["play H2 as SQ"]);
    touch("H2");
    touch("H2");
    expect(desk.acted.at(-1)).toBe("play H2");
  });

  test("that may not be itself is put back when it is touched again", () => {
    offer(stand("play", "H2", MAY));
    touch("H2");
    expect(choosing.standing).toMatchObject({ itself: false, first: ["S5", "S6", "S7", "S8", "S9"] });
    touch("H2");
    expect(choosing.standing).toBeNull();
    expect(desk.acted).toEqual([]);
  });

  test("for what it may not: the service says why", async () => {
    offer(tap("play", "H2"), stand("play", "H2", MAY));
    touch("H2");
    await choosing.whyNot("DA");
    expect(desk.asked).toEqual(["play H2 as DA"]);
  });

  test("in a gesture tells what it is, and is sent as what it stands for", async () => {
    const choices = [pick("meld", "S3 C4"), stand("meld", "H2", "S4 S5", { gesture: true })];
    offer(...choices);
    touch("S3");
    await open(["meld C4", "meld H2 as S4", "meld H2 as S5"]);
    touch("H2");
    expect(choosing.standing?.may).toEqual(new Set(["S4", "S5"]));
    choosing.standAs("S4");
    expect(choosing.meantBy(held("H2"))).toBe("S4");
    expect(choosing.claimed).toEqual([
      { code: "S3", as: "S3" },
      { code: "H2", as: "S4" },
    ]);
    expect(desk.drafts.at(-1)).toEqual(["meld S3", "meld H2 as S4"]);
    await open([], true);
    choosing.confirm();
    expect(desk.acted).toEqual(["meld S3 meld H2 as S4"]);
  });

  test("in a gesture in which it can be but one is not asked about", async () => {
    offer(pick("meld", "S3"), stand("meld", "H2", "S4 S5", { gesture: true }));
    touch("S3");
    await open(["meld H2 as S4"]);
    touch("H2");
    expect(choosing.standing).toBeNull();
    expect(choosing.meantBy(held("H2"))).toBe("S4");
  });
});

describe("a number", () => {
  test("that begins with a piece is aimed at once the piece is touched, and forgotten with it", () => {
    offer(number("send", [1, 3], { piece: "H2", stations: true }));
    expect(choosing.stations()).toEqual(new Set());
    touch("H2");
    expect([...choosing.stations()]).toEqual([1, 3]);
    expect(choosing.isChosen(held("H2"))).toBe(true);
    touch("H2");
    expect(choosing.aim).toBeNull();
  });

  test("of a station is visited; where nobody may go the service says why", () => {
    offer(number("visit", [2, 5], { stations: true }));
    choosing.visit(5);
    choosing.visit(4);
    expect(desk.acted).toEqual(["visit 5"]);
    expect(desk.asked).toEqual(["visit 4"]);
  });

  test("stays aimed at in another scene that has it", () => {
    offer(number("send", [1, 3], { piece: "H2", stations: true }));
    touch("H2");
    offer(number("send", [3], { piece: "H2", stations: true }));
    expect([...choosing.stations()]).toEqual([3]);
    offer(press("pass"));
    expect(choosing.aim).toBeNull();
  });
});

describe("a word", () => {
  test("is said at once", () => {
    offer(press("pass"));
    choosing.press(press("pass"));
    expect(desk.acted).toEqual(["pass"]);
  });

  test("that cannot be taken back is asked about first", () => {
    const fold = press("fold", { confirm: "Really?" });
    offer(fold);
    choosing.press(fold);
    expect([choosing.doubt?.verb, desk.acted]).toEqual(["fold", []]);
    offer(fold, press("pass"));
    expect(choosing.doubt?.verb).toBe("fold");
    choosing.press(fold);
    expect(desk.acted).toEqual(["fold"]);
  });

  test("that may not be said any more is not asked about either", () => {
    const fold = press("fold", { confirm: "Really?" });
    offer(fold);
    choosing.press(fold);
    offer(press("pass"));
    expect(choosing.doubt).toBeNull();
    expect(choosing.pressOf("fold")).toBeUndefined();
  });
});
