import decodeQR from "qr/decode.js";
import { expect, it } from "vitest";
import { drawn, squares } from "../src/home/qr";

/** What a camera sees of a drawing: each square `size` pixels wide, dark on light. */
function seen(path: string, across: number, size = 6) {
  const width = across * size;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++) {
        const at = 4 * ((Number(y) * size + row) * width + Number(x) * size + column);
        data.fill(0, at, at + 3);
      }
  return { width, height: width, data };
}

it.each([
  "http://192.168.1.20:8377/t/3kx9#a-secret-of-the-table",
  "https://cards.example/t/0123456789abcdef#0123456789abcdef0123456789abcdef0123456789abcdef",
])("draws what a reader reads as %s", (link) => {
  const rows = squares(link);
  expect(decodeQR(seen(drawn(rows), rows.length))).toBe(link);
});

it("has a light edge of four squares", () => {
  const rows = squares("http://kitchen.local/t/1#2");
  expect(rows.slice(0, 4).flat().some(Boolean)).toBe(false);
  expect(rows.every((row) => row.length === rows.length && !row.slice(-4).some(Boolean))).toBe(true);
});
