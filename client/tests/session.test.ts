import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ServerMessage, ClientMessage } from "../src/lib/protocol";
import { preferences } from "../src/lib/preferences.svelte";
import { Session } from "../src/table/session.svelte";
import { press, scene, seat, seats, table } from "./scenes";

/** The service at the other end: what it was asked, and what it says. */
const service = {
  asked: [] as ClientMessage[],
  tell: (_: ServerMessage) => {},
  answers: new Map<string, (answer: object) => void>(),
  closed: false,
};

vi.mock("../src/lib/socket", () => ({
  Connection: class {
    constructor(_: string, hear: (message: ServerMessage) => void) {
      service.tell = hear;
    }
    send(message: ClientMessage): Promise<object> {
      service.asked.push(message);
      return new Promise((answer) => service.answers.set(message.type, answer));
    }
    close(): void {
      service.closed = true;
    }
  },
}));

const turn = (more = {}) => scene({ choices: [press("pass")], seats: [seat(0, { acts: true })], ...more });
const see = (one = turn(), fresh = false) => service.tell({ type: "scene", scene: one, fresh });
const answer = async (to: string, with_: object) => {
  service.answers.get(to)?.(with_);
  await Promise.resolve();
  await Promise.resolve();
};
const line = (number: number) => ({ number, seat: 0, text: `line ${number}` });
let session: Session;

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(service, { asked: [], closed: false });
  service.answers.clear();
  preferences.forced = false;
  session = new Session("t");
});
afterEach(() => {
  session.close();
  vi.useRealTimers();
});

describe("acting", () => {
  test("says the number of the scene it answers, and waits for the answer", async () => {
    see(turn({ number: 7 }));
    void session.act("pass");
    expect(service.asked).toEqual([{ type: "act", number: 7, code: "pass" }]);
    expect(session.pending).toBe("pass");
    void session.act("pass");
    expect(service.asked).toHaveLength(1);
    await answer("act", { type: "done" });
    expect(session.pending).toBe("");
    expect(session.notice).toBeNull();
  });

  test("what the service refuses is told, but that something else came first only if somebody was quicker", async () => {
    see();
    void session.act("pass");
    await answer("act", { type: "refused", code: "stale", say: "stale", clause: "" });
    expect(session.notice).toBeNull();
    void session.act("pass");
    await answer("act", { type: "refused", code: "stale", say: "late", clause: "", late: true });
    expect(session.notice?.say).toBe("late");
    void session.act("pass");
    expect(session.notice).toBeNull();
    await answer("act", { type: "refused", code: "illegal-move", say: "no", clause: "X-1" });
    expect(session.notice).toMatchObject({ say: "no", clause: "X-1" });
  });

  test("the next scene lets me act again, before the answer has come", () => {
    see();
    void session.act("pass");
    see(turn({ number: 2 }));
    expect(session.pending).toBe("");
  });

  test("nothing is sent before there is a scene", () => {
    void session.act("pass");
    expect(service.asked).toEqual([]);
  });
});

test("whose turn it is", () => {
  expect(session.myTurn).toBe(false);
  see();
  expect([session.myTurn, session.mayAct]).toEqual([true, true]);
  see(scene({ number: 2, choices: [press("knock")], seats: seats(2) }));
  expect([session.myTurn, session.mayAct]).toEqual([false, true]);
});

describe("another scene", () => {
  test("ends what was said of the one before, but that somebody was first", async () => {
    see();
    session.notice = { say: "no", clause: "" };
    session.hint = { type: "hint", cid: 1, choices: [], say: "" };
    service.tell({ type: "rest", number: 1, settled: true });
    expect(session.settled).toBe(true);
    see(turn());
    expect(session.notice).not.toBeNull();
    see(turn({ number: 2 }));
    expect([session.notice, session.hint, session.settled]).toEqual([null, null, false]);
    session.notice = { say: "late", clause: "", late: true };
    see(turn({ number: 3 }));
    expect(session.notice?.say).toBe("late");
  });

  test("knows what was taken back, until something happens", () => {
    see(turn({ number: 3, log: [line(0), line(1), line(2)] }), true);
    expect(session.takenBack).toEqual([]);
    see(turn({ number: 4, log: [line(0)] }), true);
    expect(session.takenBack).toEqual([line(1), line(2)]);
    see(turn({ number: 5, log: [line(4)] }));
    expect(session.takenBack).toEqual([]);
  });

  test("takes nothing back where it is only told anew, as after a lost connection", () => {
    see(turn({ number: 3, log: [line(1), line(2)] }), true);
    see(turn({ number: 4, log: [line(2), line(3)] }), true);
    expect(session.takenBack).toEqual([]);
  });

  test("adds its lines to the log, each once; a fresh one brings all of them", () => {
    see(turn({ log: [line(1), line(2)] }));
    see(turn({ number: 2, log: [line(2), line(3)] }));
    expect(session.log.map((one) => one.number)).toEqual([1, 2, 3]);
    see(turn({ number: 2, log: [line(3)] }), true);
    expect(session.log.map((one) => one.number)).toEqual([3]);
  });

  test("keeps the score sheet unless it brings another", () => {
    const sheet = [{ deal: 1, text: null, changes: [1], scores: [1] }];
    see(turn({ sheet }));
    see(turn({ number: 2 }));
    expect(session.sheet).toEqual(sheet);
  });
});

describe("what comes too late", () => {
  test("a hint for another scene is not shown", async () => {
    see();
    void session.askHint();
    see(turn({ number: 2 }));
    await answer("hint", { type: "hint", choices: [], say: "" });
    expect(session.hint).toBeNull();
    void session.askHint();
    await answer("hint", { type: "hint", choices: [], say: "now" });
    expect(session.hint?.say).toBe("now");
  });

  test("nor a lesson, nor that the rest does not matter", async () => {
    see(turn({ number: 2 }));
    void session.askLesson();
    await answer("lesson", { type: "lesson", number: 1, sentences: [], section: "" });
    expect(session.lesson).toBeNull();
    service.tell({ type: "rest", number: 1, settled: true });
    expect(session.settled).toBe(false);
  });

  test("what a game is about is there before the rest, which is asked for then", async () => {
    const goal = "Hold a low card.";
    see(turn({ number: 2 }));
    void session.askLesson();
    await answer("lesson", { type: "lesson", number: 2, goal, sentences: [], section: "", whole: false });
    expect(session.lesson?.goal).toBe(goal);
    await answer("lesson", { type: "lesson", number: 2, goal, sentences: ["Play it."], section: "", whole: true });
    expect(session.lesson?.sentences).toEqual(["Play it."]);
  });

  test("where nothing can be chosen there is nothing to say, and that is all", async () => {
    see(turn({ number: 2 }));
    void session.askLesson();
    await answer("lesson", { type: "lesson", number: 2, goal: "", sentences: [], section: "", whole: true });
    expect(session.lesson?.whole).toBe(true);
    expect(service.asked).toHaveLength(1);
  });

  test("a hint is asked for only where there is something to choose", () => {
    see(scene());
    void session.askHint();
    expect(service.asked).toEqual([]);
  });
});

test("parts that are no gesture are none, and it is told why not", async () => {
  see();
  const parts = session.draft(["meld H2", "meld S3"]);
  await answer("draft", { type: "refused", code: "illegal-move", say: "", clause: "" });
  expect(await parts).toBeNull();
  expect(service.asked.at(-1)).toEqual({ type: "why", code: "meld H2 meld S3 +" });
  await answer("why", { type: "why", say: "because", clause: "X-2" });
  expect(session.notice?.say).toBe("because");
});

test("what others say is told once", () => {
  const said = { type: "said", number: 1, seat: 1, name: "", text: "hello", team: false } as const;
  service.tell(said);
  service.tell(said);
  service.tell({ ...said, number: 2 });
  expect(session.said.map((one) => one.number)).toEqual([1, 2]);
});

describe("the table", () => {
  test("says until when whoever acts has time", () => {
    service.tell(table({ left: 30 }));
    expect(session.deadline).toBe(Date.now() + 30_000);
    service.tell(table());
    expect(session.deadline).toBe(0);
  });

  test("is told once whether forced cards are played for me, if it thinks otherwise", () => {
    preferences.forced = true;
    service.tell(table());
    service.tell(table());
    expect(service.asked).toEqual([{ type: "forced", on: true }]);
  });

  test("is not told by somebody who only looks on", () => {
    preferences.forced = true;
    service.tell(table({ you: -1 }));
    expect(service.asked).toEqual([]);
  });
});

test("what I ask of the table carries what it is about, and is answered by a notice if it is refused", async () => {
  see(turn({ number: 5 }));
  const asked = session.undo();
  expect(service.asked).toEqual([{ type: "undo", number: 5 }]);
  await answer("undo", { type: "refused", code: "undo-not-possible", say: "no", clause: "" });
  await asked;
  expect(session.notice?.say).toBe("no");
});
