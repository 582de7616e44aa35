import { expect, test } from "vitest";
import { soundBetween } from "../src/table/sound";
import { scene, seat, zone } from "./scenes";

const dealt = (held: number) => [seat(0, { held }), seat(1, { held })];

test("a card that is played taps on the table", () => {
  const led = scene({ number: 2, zones: [zone("trick", 0, "H2")] });
  expect(soundBetween(scene(), led)).toBe("play");
  expect(soundBetween(led, scene({ number: 3, zones: [zone("trick", 0, "H2"), zone("trick", 1, "HQ")] }))).toBe("play");
});

test("a trick that goes is swept up, cards that come are dealt", () => {
  const whole = scene({ number: 4, zones: [zone("trick", 0, "H2"), zone("trick", 1, "HQ")] });
  expect(soundBetween(whole, scene({ number: 4 }))).toBe("take");
  expect(soundBetween(scene({ seats: dealt(0) }), scene({ number: 2, seats: dealt(7) }))).toBe("deal");
});

test("nothing is heard where nothing lies elsewhere", () => {
  expect(soundBetween(scene(), scene({ number: 2 }))).toBeNull();
  const led = scene({ zones: [zone("trick", 0, "H2")] });
  expect(soundBetween(led, led)).toBeNull();
});
