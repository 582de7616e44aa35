import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ServerMessage } from "../src/lib/protocol";
import { Connection } from "../src/lib/socket";
import { Line } from "./lines";

const line = () => Line.all.at(-1) as Line;
let heard: ServerMessage[];
let online: boolean[];
let lost: number[];
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(1);
  vi.stubGlobal("WebSocket", Line);
  Line.all = [];
  [heard, online, lost] = [[], [], []];
  connection = new Connection(
    "abc",
    (message) => heard.push(message),
    (is) => online.push(is),
    (code) => lost.push(code),
  );
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

test("it goes to the table, in the reader's language", () => {
  expect(line().address).toBe("ws://torite.test/ws/abc?language=en");
});

test("what is sent before the line is open waits, and goes in order", () => {
  void connection.send({ type: "why", code: "play H2" });
  void connection.send({ type: "ready" });
  expect(line().sent).toEqual([]);
  line().opens();
  expect(line().asked.map((one) => one.type)).toEqual(["why", "ready"]);
  expect(online).toEqual([true]);
});

test("an answer comes to who asked, by its number; all else is heard", async () => {
  line().opens();
  const [first, second] = [connection.send({ type: "ready" }), connection.send({ type: "undo", number: 4 })];
  const [one, other] = line().asked.map((asked) => asked.cid);
  expect(other).not.toBe(one);
  line().says({ type: "done", cid: other });
  line().says({ type: "refused", cid: one, code: "late", say: "", clause: "" });
  expect((await second).type).toBe("done");
  expect((await first).type).toBe("refused");
  line().says({ type: "rest", number: 1, settled: true });
  line().says({ type: "pong", cid: 99 });
  expect(heard.map((message) => message.type)).toEqual(["rest"]);
});

describe("a line that is lost", () => {
  test("comes back, and what was not answered is sent again with its number", async () => {
    line().opens();
    const answered = connection.send({ type: "ready" });
    line().says({ type: "done", cid: line().asked[0].cid });
    await answered;
    void connection.send({ type: "undo", number: 4 });
    const [, again] = line().sent;
    line().close(1006);
    expect(online).toEqual([true, false]);
    vi.advanceTimersByTime(249);
    expect(Line.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(Line.all).toHaveLength(2);
    line().opens();
    expect(line().sent).toEqual([again]);
    expect(lost).toEqual([]);
  });

  test("waits longer each time, but never longer than the longest, and briefly again once it was open", () => {
    const waits = Array.from({ length: 8 }, () => {
      line().close(1006);
      const [before, from] = [Line.all.length, Date.now()];
      while (Line.all.length === before) vi.advanceTimersToNextTimer();
      return Date.now() - from;
    });
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 6000, 6000, 6000]);
    line().opens();
    vi.mocked(Math.random).mockReturnValue(0);
    line().close(1006);
    vi.advanceTimersByTime(125);
    expect(Line.all).toHaveLength(10);
  });

  test.each(["online", "visibilitychange"])("is tried at once on %s", (event) => {
    line().close(1006);
    (event === "online" ? globalThis : document).dispatchEvent(new Event(event));
    expect(Line.all).toHaveLength(2);
    (event === "online" ? globalThis : document).dispatchEvent(new Event(event));
    expect(Line.all).toHaveLength(2);
    vi.advanceTimersByTime(10_000);
    expect(Line.all).toHaveLength(2);
  });

  test("is not tried while nobody looks", () => {
    line().close(1006);
    Object.assign(document, { hidden: true });
    document.dispatchEvent(new Event("visibilitychange"));
    expect(Line.all).toHaveLength(1);
    Object.assign(document, { hidden: false });
  });

  test("of an old line nothing is heard when it closes late", () => {
    const old = line();
    const closed = old.onclose;
    old.close(1006);
    vi.advanceTimersByTime(250);
    line().opens();
    closed({ code: 4404 });
    expect(lost).toEqual([]);
    expect(online.at(-1)).toBe(true);
  });
});

describe("a service that closes the table", () => {
  test("is not asked again", () => {
    line().opens();
    line().close(4404);
    vi.advanceTimersByTime(60_000);
    expect(lost).toEqual([4404]);
    expect(Line.all).toHaveLength(1);
  });

  test("because the token has ended is asked once more, if it knew it before", () => {
    line().opens();
    line().says({ type: "table" });
    line().close(4401);
    vi.advanceTimersByTime(1000);
    expect(Line.all).toHaveLength(2);
    expect(lost).toEqual([]);
    line().opens();
    line().close(4401);
    expect(lost).toEqual([4401]);
    vi.advanceTimersByTime(60_000);
    expect(Line.all).toHaveLength(2);
  });
});

describe("a line that says nothing", () => {
  test("is asked, and goes on if it answers", () => {
    line().opens();
    vi.advanceTimersByTime(24_999);
    expect(line().sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(line().asked[0].type).toBe("ping");
    line().says({ type: "pong" });
    vi.advanceTimersByTime(20_000);
    expect(Line.all).toHaveLength(1);
  });

  test("is given up if it does not", () => {
    line().opens();
    vi.advanceTimersByTime(25_000 + 4999);
    expect(line().readyState).toBe(Line.OPEN);
    vi.advanceTimersByTime(1 + 250);
    expect(Line.all).toHaveLength(2);
  });
});

describe("a service of several processes", () => {
  const moves = () => {
    line().opens();
    line().close(4307, "b");
    vi.advanceTimersByTime(0);
  };

  test("is reached where the table is, with what was not answered", () => {
    void connection.send({ type: "ready" });
    moves();
    expect(line().address).toBe("ws://torite.test/p/b/ws/abc?language=en");
    line().opens();
    expect(online).toEqual([true, false]); // it may be sent on again
    line().says({ type: "table" });
    expect(online).toEqual([true, false, true]);
    expect(line().asked.map((one) => one.type)).toEqual(["ready"]);
    expect(lost).toEqual([]);
  });

  test("is reached straight when that process cannot be", () => {
    moves();
    line().close(1006);
    vi.advanceTimersByTime(250);
    expect(line().address).toBe("ws://torite.test/ws/abc?language=en");
  });

  test("that sends back and forth is asked ever more seldom", () => {
    const waits = Array.from({ length: 7 }, () => {
      const before = Line.all.length;
      const from = Date.now();
      line().opens();
      line().close(4307, "b");
      while (Line.all.length === before) vi.advanceTimersToNextTimer();
      return Date.now() - from;
    });
    expect(waits).toEqual([0, 500, 1000, 2000, 4000, 8000, 8000]);
  });

  test("says that it lives; one that no longer does is left at once", () => {
    line().opens();
    line().says({ type: "beat", within: 4 });
    vi.advanceTimersByTime(3999);
    line().says({ type: "beat", within: 4 });
    vi.advanceTimersByTime(3999);
    expect(online).toEqual([true]);
    const silent = line();
    silent.close = () => {}; // nothing is heard of its end
    vi.advanceTimersByTime(1);
    expect(online).toEqual([true, false]);
    vi.advanceTimersByTime(250);
    expect(Line.all).toHaveLength(2);
    expect(silent.sent).toEqual([]);
    silent.says({ type: "rest", number: 1, settled: true });
    expect(heard).toEqual([]);
  });
});

test("what is closed stays closed", () => {
  line().opens();
  connection.close();
  dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(60_000);
  expect(Line.all).toHaveLength(1);
});
