import { describe, expect, it } from "vitest";
import { laidOut } from "../src/home/picture";
import type { Drawn } from "../src/lib/protocol";

const piece = (code: string, more: Partial<Drawn> = {}): Drawn => ({
  what: "piece",
  code,
  how: "plain",
  number: "",
  stands: "",
  ...more,
});

describe("laidOut", () => {
  it("lets cards cover one another, and tiles not", () => {
    const row = [piece("HQ"), piece("SQ")];
    expect(laidOut([[row]], "card").width).toBeLessThan(1.6);
    expect(laidOut([[row]], "domino").width).toBeGreaterThan(2);
  });

  it("shows the whole of a card that has a number", () => {
    const { placed } = laidOut([[[piece("HQ"), piece("SQ", { number: "13" })]]], "card");
    expect(placed[1].x - placed[0].x).toBeGreaterThan(0.8);
  });

  it("raises what counts, lays low what is let go, and begins at the top", () => {
    const row = [piece("HQ"), piece("SQ", { how: "raised" }), piece("HA", { how: "low" })];
    const { placed, height } = laidOut([[row]], "card");
    expect(placed[1].y).toBeLessThan(placed[0].y);
    expect(placed[2].y).toBeGreaterThan(placed[0].y);
    expect(Math.min(...placed.map((one) => one.y))).toBe(0);
    expect(height).toBeGreaterThan(1.4);
  });

  it("sets groups beside one another and rows below", () => {
    const { placed } = laidOut([[[piece("S4")], [piece("H4")]], [[piece("D4")]]], "card");
    expect(placed[1].y).toBeGreaterThan(placed[0].y);
    expect(placed[2].x).toBeGreaterThan(1);
  });

  it("leaves room for what a piece stands for", () => {
    const alone = laidOut([[[piece("D6")]]], "card").height;
    expect(laidOut([[[piece("D6", { stands: "HA" })]]], "card").height).toBeGreaterThan(alone);
  });
});
