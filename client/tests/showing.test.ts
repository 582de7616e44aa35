import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preferences } from "../src/lib/preferences.svelte";
import { Showing, travel } from "../src/table/showing.svelte";
import { piece, press, scene, zone } from "./scenes";

let showing: Showing;
const shown = () => showing.frame?.scene.number;
const played = (number: number, more = {}) => scene({ number, zones: [zone("trick", 0, "H2")], ...more });
const taken = (number: number) => scene({ number, last_trick: [{ seat: 0, pieces: [piece(`S${number}`)] }] });

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(preferences, { speed: "usual", restMs: 1000 });
  showing = new Showing();
});
afterEach(() => {
  showing.stop();
  vi.useRealTimers();
  Object.assign(document, { hidden: false });
});

test("scenes that come at once are shown one after the other", () => {
  for (const number of [1, 2, 3]) showing.take(played(number), false);
  expect(shown()).toBe(1);
  vi.advanceTimersByTime(2 * travel() - 1);
  expect(shown()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(shown()).toBe(2);
  vi.advanceTimersByTime(2 * travel());
  expect(shown()).toBe(3);
});

test("they hurry when something is asked of me", () => {
  showing.take(played(1, { choices: [press("pass")] }), false);
  showing.take(played(2, { choices: [press("pass")] }), false);
  vi.advanceTimersByTime(1.2 * travel());
  expect(shown()).toBe(2);
});

test("a fresh scene replaces all that waits", () => {
  for (const number of [1, 2, 3]) showing.take(played(number), false);
  showing.take(played(9), true);
  expect(shown()).toBe(9);
  vi.advanceTimersByTime(60_000);
  expect(shown()).toBe(9);
});

test("who acts sees the newest at once", () => {
  for (const number of [1, 2, 3]) showing.take(played(number), false);
  showing.jump();
  expect(shown()).toBe(3);
});

test("a full trick rests as long as I like, or until it is tapped", () => {
  showing.take(played(1), true);
  vi.advanceTimersByTime(5000);
  showing.take(taken(2), false);
  expect(showing.frame?.rests).toBe(true);
  vi.advanceTimersByTime(999);
  expect(showing.frame?.rests).toBe(true);
  vi.advanceTimersByTime(1);
  expect(showing.frame?.rests).toBe(false);
});

test("a trick of more cards rests longer, so that each can be read", () => {
  const four = [0, 1, 2, 3].map((seat) => ({ seat, pieces: [piece(`S${seat + 2}`)] }));
  showing.take(played(1), true);
  vi.advanceTimersByTime(5000);
  showing.take(scene({ number: 2, last_trick: four }), false);
  vi.advanceTimersByTime(1799);
  expect(showing.frame?.rests).toBe(true);
  vi.advanceTimersByTime(1);
  expect(showing.frame?.rests).toBe(false);
});

test("with no time of its own it rests until it is tapped away; a tap does nothing else", () => {
  preferences.restMs = 0;
  showing.take(played(1), true);
  showing.seen();
  expect(shown()).toBe(1);
  vi.advanceTimersByTime(5000);
  showing.take(taken(2), false);
  vi.advanceTimersByTime(3_600_000);
  expect(showing.frame?.rests).toBe(true);
  showing.seen();
  expect(showing.frame?.rests).toBe(false);
});

test("nothing waits where nobody looks, nor behind a long queue", () => {
  Object.assign(document, { hidden: true });
  showing.take(played(1), false);
  showing.take(played(2), false);
  expect(shown()).toBe(2);
  Object.assign(document, { hidden: false });
  for (let number = 3; number < 30; number++) showing.take(played(number), false);
  expect(shown()).toBeGreaterThan(18);
});

test("no piece travels where nothing is to move", () => {
  preferences.speed = "none";
  expect(travel()).toBe(0);
  preferences.speed = "slow";
  expect(travel()).toBeGreaterThan(200);
});

test("what is stopped shows nothing more", () => {
  showing.take(played(1), false);
  showing.take(played(2), false);
  showing.stop();
  vi.advanceTimersByTime(60_000);
  expect(shown()).toBe(1);
});
