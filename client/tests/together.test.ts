import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Replay } from "../src/lib/protocol";
import { Together } from "../src/replay/together.svelte";
import { Watching } from "../src/replay/watching.svelte";
import { Line } from "./lines";

/** Let me in, as the first of two. */
function enters(leader: number): void {
  line().opens();
  const people = [
    { number: 1, name: "Ada" },
    { number: 2, name: "Bo" },
  ];
  line().says({ type: "room", you: 1, leader, people, step: 3, eyes: 0 });
}

const line = () => Line.all.at(-1) as Line;
let together: Together;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  Line.all = [];
  const here = () => ({ step: 1, viewer: 0 });
  together = new Together("abc/room", here, () => undefined, true);
});
afterEach(() => {
  together.close();
  vi.useRealTimers();
});

test("who made the room comes to lead, also when the line was lost", () => {
  expect(line().address).toBe("ws://torite.test/ws/replays/abc/room?language=en&lead");
  enters(1);
  line().close(1006);
  expect(together.room).toBe(null);
  vi.advanceTimersByTime(1000);
  expect(line().address).toContain("&lead");
  enters(2);
  line().close(1006);
  vi.advanceTimersByTime(1000);
  expect(line().address).not.toContain("lead");
});

test("whose token was replaced comes back once", () => {
  enters(1);
  line().close(4401);
  vi.advanceTimersByTime(1000);
  expect(Line.all).toHaveLength(2);
  line().close(4401);
  vi.advanceTimersByTime(60_000);
  expect(Line.all).toHaveLength(2);
});

test("a room that is full is not asked again", () => {
  line().close(4429);
  vi.advanceTimersByTime(60_000);
  expect(Line.all).toHaveLength(1);
});

test("who is led to look through the eyes of a seat that there is not sees all hands", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("not asked here")));
  const watching = new Watching("abc");
  watching.replay = { steps: 9, names: ["Ada", "Bo"] } as Replay;
  watching.join("room");
  enters(2);
  line().says({ type: "led", step: 3, eyes: 1 });
  expect([watching.step, watching.viewer]).toEqual([3, 1]);
  line().says({ type: "led", step: 30, eyes: 2 });
  expect([watching.step, watching.viewer]).toEqual([8, -2]);
  watching.together?.close();
  await vi.runAllTimersAsync();
});
