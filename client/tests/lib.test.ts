// Words, days, preferences, tables, and the check of chance.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Refusal } from "../src/lib/api";
import { dayInWords, today } from "../src/lib/days";
import { check, hash } from "../src/lib/fair";
import { hiddenAt, hide, preferences } from "../src/lib/preferences.svelte";
import type { Outcome, PlayedSeat, Start } from "../src/lib/protocol";
import { forOne, placeOf, usualTable } from "../src/lib/tables";
import { joined, known, say, shelved, start, told } from "../src/lib/words.svelte";

const VARIANT = { name: "toy-two", title: "Toy", line: "", seats: [2, 4] as [number, number], usual: 3 };

function load(language = "en"): void {
  const words = {
    greet: "Hello, {name}!",
    cards: "{n} {n:card|cards} of {total}",
    "shell.unreached": "Nobody is there.",
  };
  const games = [{ game: "toy", variants: [VARIANT] }];
  start.value = { me: { name: "", language, known: false, banned: "" }, words, games } as unknown as Start;
}

beforeEach(() => load());

describe("sentences", () => {
  test("are filled in, and chosen by number", () => {
    expect(say("greet", { name: "Ann" })).toBe("Hello, Ann!");
    expect(say("cards", { n: 1, total: 5 })).toBe("1 card of 5");
    expect(say("cards", { n: 2 })).toBe("2 cards of ");
  });

  test("that are none are told by their key, and before any came by nothing", () => {
    expect(say("nothing")).toBe("nothing");
    start.value = null;
    expect(say("greet")).toBe("");
  });

  test("lists are joined as the language does", () => {
    expect(joined(["a", "b"])).toBe("a, b");
    load("ja");
    expect(joined(["a", "b"])).toBe("a、b");
  });

  test("what went wrong is told by the service, if it could", () => {
    expect(told(new Refusal({ code: "closed", say: "It is closed." }))).toBe("It is closed.");
    expect(told(new Refusal({ code: "lost", say: "Bad Gateway" }))).toBe("Nobody is there.");
    expect(told(new TypeError("fetch"))).toBe("Nobody is there.");
  });
});

test("a variant stands on the shelf, and the service knows me by my name", () => {
  expect(shelved("toy-two")?.tile.game).toBe("toy");
  expect(shelved("other")).toBeNull();
  known("Ann");
  expect(start.value?.me).toMatchObject({ name: "Ann", known: true });
});

describe("a game as it is usually played", () => {
  test("begins at once with bots, and waits for people", () => {
    const [bots, people] = [usualTable(VARIANT, "bot", "search"), usualTable(VARIANT, "open", "search")];
    expect(bots.seats).toEqual([{ kind: "me" }, ...Array(2).fill({ kind: "bot", bot: "search" })]);
    expect([bots.start, people.start]).toEqual([true, false]);
    expect(people.seats[2]).toEqual({ kind: "open" });
  });

  test("may be for one", () => {
    expect(forOne(VARIANT)).toBe(false);
    expect(forOne({ ...VARIANT, seats: [1, 1] })).toBe(true);
  });
});

describe("days", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date(2026, 0, 5, 23, 59) });
    vi.stubGlobal("navigator", { languages: ["en-GB"], language: "en-GB" });
  });
  afterEach(() => void vi.useRealTimers());

  test("today is the reader's own", () => {
    expect(today()).toBe("2026-01-05");
  });

  test("are written in the reader's language; what is none stays as it is", () => {
    expect(dayInWords("2026-11-22", "medium")).toBe("22 Nov 2026");
    expect(dayInWords("tomorrow")).toBe("tomorrow");
  });
});

describe("talk that I do not want to hear", () => {
  afterEach(() => (preferences.hidden = []));

  test("is hidden by table and seat, and heard again", () => {
    hide("t", 2);
    hide("other", 3);
    expect(hiddenAt("t")).toEqual(new Set([2]));
    hide("t", 2);
    expect(hiddenAt("t")).toEqual(new Set());
  });

  test("of the latest seats only", () => {
    for (let seat = 0; seat < 201; seat++) hide("t", seat);
    expect(hiddenAt("t").size).toBe(200);
    expect(hiddenAt("t").has(0)).toBe(false);
  });
});

describe("what a browser has kept", () => {
  const after = async (kept: string) => {
    vi.resetModules();
    vi.stubGlobal("localStorage", { getItem: () => kept, setItem: () => {} });
    return (await import("../src/lib/preferences.svelte")).preferences;
  };

  test("is liked again, where it has the form that it should", async () => {
    const kept = { paper: "night", speed: "fast", sound: false, restMs: "long", seen: {}, hidden: ["t:1"], extra: 1 };
    const found = await after(JSON.stringify(kept));
    expect(found).toMatchObject({
      paper: "night",
      speed: "fast",
      sound: false,
      restMs: 1200,
      seen: [],
      hidden: ["t:1"],
    });
    expect(found).not.toHaveProperty("extra");
  });

  test.each(['{"paper":"red","speed":"warp","sound":"loud"}', "null", "[", "7"])("%s is as usual", async (kept) => {
    expect(await after(kept)).toMatchObject({ paper: "system", speed: "usual", sound: null });
  });
});

describe("chance, drawn again", () => {
  const KEY = Uint8Array.from({ length: 64 }, (_, byte) => byte);
  const hexOf = (data: Uint8Array) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const PIECES = ["H2", "H3", "H4", "H5", "H6"];

  async function sign(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
    const own = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-512" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", own, new TextEncoder().encode(text)));
  }

  /** The first words of an outcome, as docs/design.md has them. */
  async function words(key: Uint8Array<ArrayBuffer>, number: number): Promise<number[]> {
    const block = new DataView((await sign(key, `${number}:0`)).buffer);
    return Array.from({ length: 16 }, (_, word) => block.getUint32(4 * word));
  }

  async function shuffled(key: Uint8Array<ArrayBuffer>, number: number): Promise<string[]> {
    const [order, drawn] = [[...PIECES], await words(key, number)];
    for (let i = order.length - 1; i > 0; i--) {
      const j = drawn[order.length - 1 - i] % (i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }

  const shuffle = (outcome: string[], more: Partial<Outcome> = {}): Outcome => ({
    name: "deal",
    what: "shuffle",
    n: 0,
    faces: 0,
    pieces: PIECES,
    outcome,
    agreed: false,
    ...more,
  });
  const match = async (outcomes: Outcome[], more = {}) =>
    check({
      key: hexOf(KEY),
      key_hash: await hash(KEY),
      game: "toy",
      variant: "toy",
      daily: "",
      words: [],
      outcomes,
      ...more,
    });

  test("is found to be so", async () => {
    const faces = (await words(KEY, 1)).slice(0, 3).map((word) => 1 + (word % 6));
    const thrown = shuffle([], { what: "dice", n: 3, faces: 6, pieces: [] });
    const found = await match([shuffle(await shuffled(KEY, 0)), { ...thrown, outcome: faces }]);
    expect(found).toEqual({ key: true, order: true, outcomes: [true, true] });
  });

  test("depends on what players added", async () => {
    const mixed = await sign(KEY, "torite words\n1: b");
    expect((await match([shuffle(await shuffled(mixed, 0))], { words: ["", "b"] })).outcomes).toEqual([true]);
    expect((await match([shuffle(await shuffled(mixed, 0))], { words: ["", "c"] })).outcomes).toEqual([false]);
  });

  test("what was changed is found: a card, the hash, the day, the order before", async () => {
    const [first, ...others] = await shuffled(KEY, 0);
    expect((await match([shuffle([...others, first])])).outcomes).toEqual([false]);
    expect((await match([], { key_hash: "0".repeat(64) })).key).toBe(false);
    expect((await match([], { daily: "2026-11-22" })).key).toBe(false);
    const turned = shuffle([], { agreed: true, pieces: PIECES.toReversed() });
    expect((await match([shuffle(await shuffled(KEY, 0)), turned])).order).toBe(false);
  });

  test("of a day's deal the key is the day's", async () => {
    const day = new TextEncoder().encode("torite daily toy toy 2026-11-22");
    const key = new Uint8Array(await crypto.subtle.digest("SHA-512", day));
    const about = { key: hexOf(key), key_hash: await hash(key), daily: "2026-11-22" };
    expect((await match([], about)).key).toBe(true);
  });
});

describe("places", () => {
  const at = (places: (number | null)[]) => {
    const seats = places.map((place) => ({ place })) as PlayedSeat[];
    return seats.map((seat) => placeOf(seat, { seats }));
  };
  test("are counted by sides where partners share them", () => {
    expect(at([1, 3, 1, 3])).toEqual([1, 2, 1, 2]);
    expect(at([3, 1, 5, 3, 1, 5])).toEqual([2, 1, 3, 2, 1, 3]);
  });
  test("are each person's own otherwise, behind those who tie", () => {
    expect(at([3, 1, 1, 4])).toEqual([3, 1, 1, 4]);
    expect(at([2, 1])).toEqual([2, 1]);
    expect(at([1, 1])).toEqual([1, 1]);
    expect(at([null, null])).toEqual([null, null]);
  });
});
