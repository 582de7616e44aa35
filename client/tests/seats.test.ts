import { describe, expect, it } from "vitest";
import type { NewTable } from "../src/lib/protocol";
import { reseated } from "../src/lib/tables";

const me = { kind: "me" } as const;
const open = { kind: "open" } as const;
const bot = (level: "simple" | "search") => ({ kind: "bot", bot: level }) as const;

describe("reseated", () => {
  const seats: NewTable["seats"] = [me, bot("simple"), open];

  it("has me change places with who was where I sit down", () => {
    expect(reseated(seats, 2, me)).toEqual([open, bot("simple"), me]);
  });

  it("seats me on the next chair where mine is given away", () => {
    expect(reseated(seats, 0, bot("search"))).toEqual([bot("search"), me, open]);
    expect(reseated([open, bot("simple"), me], 2, bot("simple"))).toEqual([me, bot("simple"), bot("simple")]);
  });

  it("leaves me on the only chair", () => {
    expect(reseated([me], 0, bot("simple"))).toEqual([me]);
  });

  it("changes other chairs alone", () => {
    expect(reseated(seats, 1, open)).toEqual([me, open, open]);
  });
});
