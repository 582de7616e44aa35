import { expect, test } from "vitest";
import { Refusal } from "../src/lib/api";
import type { JudgedPosition } from "../src/lib/protocol";
import { Weighing, type Weighed } from "../src/replay/weighing.svelte";

const at = (step: number): Weighed => ({ of: 1, step, code: "" });
const answer = (times: number): JudgedPosition => ({ decisions: [], times, all: 6 });

/** A service that is asked, and answers when it is told to. */
class Asked {
  asked: { step: number; told: number }[] = [];
  private open: { give: (value: JudgedPosition) => void; refuse: (error: Error) => void }[] = [];

  readonly ask = ({ step, told }: Weighed & { told: number }) => {
    this.asked.push({ step, told });
    return new Promise<JudgedPosition>((give, refuse) => this.open.push({ give, refuse }));
  };

  async answers(value: JudgedPosition | Error): Promise<void> {
    const one = this.open.shift()!;
    if (value instanceof Error) one.refuse(value);
    else one.give(value);
    for (let i = 0; i < 5; i += 1) await Promise.resolve();
  }
}

test("a position is weighed on until it is weighed no further, and told each time", async () => {
  const service = new Asked();
  const weighing = new Weighing(service.ask);
  const going = weighing.go(at(4));
  expect([weighing.going, weighing.found]).toEqual([true, null]);
  for (const times of [2, 4]) {
    await service.answers(answer(times));
    expect([weighing.going, weighing.found?.times]).toEqual([true, times]);
  }
  await service.answers(answer(6));
  await going;
  expect([weighing.going, weighing.found?.times]).toEqual([false, 6]);
  expect(service.asked.map((one) => one.told)).toEqual([0, 2, 4]);
});

test("what is not weighed yet is asked for again, and nothing is told of it", async () => {
  const service = new Asked();
  const weighing = new Weighing(service.ask);
  void weighing.go(at(4));
  await service.answers(answer(0));
  expect([weighing.going, weighing.found]).toEqual([true, null]);
  await service.answers(answer(2));
  await service.answers(answer(2));
  expect([weighing.going, weighing.found?.times]).toEqual([true, 2]);
  expect(service.asked.map((one) => one.told)).toEqual([0, 0, 2, 2]);
});

test("who looks elsewhere is told of that alone, and one thing is asked at a time", async () => {
  const service = new Asked();
  const weighing = new Weighing(service.ask);
  const going = weighing.go(at(4));
  await service.answers(answer(2));
  void weighing.go(at(5));
  void weighing.go(at(6));
  expect([service.asked.length, weighing.found]).toEqual([2, null]);
  await service.answers(answer(4));
  expect(weighing.found).toBeNull();
  expect(service.asked.at(-1)).toEqual({ step: 6, told: 0 });
  await service.answers(new Refusal({ code: "busy", say: "It is full." }));
  await going;
  expect([weighing.going, weighing.found, weighing.refusal]).toEqual([false, null, "It is full."]);
  void weighing.go(at(7));
  expect([weighing.going, weighing.refusal]).toEqual([true, ""]);
  weighing.stop();
  await service.answers(answer(2));
  expect([weighing.going, weighing.found, service.asked.length]).toEqual([false, null, 4]);
});
