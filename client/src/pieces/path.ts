// Torite's pieces: drawn for this project, CC0 1.0 (public domain).

/**
 * What a shape is painted with: paper, ink, the suit's colour, the second ink of the courts, indigo for backs,
 * ivory, its shade and brass for tiles and dice.
 */
export type Ink = "paper" | "ink" | "suit" | "second" | "indigo" | "ivory" | "shade" | "brass" | "edge";

/** A filled path or, with a width, a stroked one. */
export type Shape = readonly [ink: Ink, d: string, width?: number];

/**
 * Move a path: mirrored first if asked, then turned, then scaled, then shifted.
 *
 * The path may hold only absolute commands whose numbers come in pairs (M, L, C, Q, Z).
 *
 * @param turn degrees, clockwise
 */
export function place(d: string, x: number, y: number, scale = 1, turn = 0, mirror = false): string {
  const cos = Math.cos((turn * Math.PI) / 180) * scale;
  const sin = Math.sin((turn * Math.PI) / 180) * scale;
  return d.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, a: string, b: string) => {
    const px = mirror ? -Number(a) : Number(a);
    const py = Number(b);
    return pair(x + px * cos - py * sin, y + px * sin + py * cos);
  });
}

/** Move shapes as `place` does; strokes keep their share of the whole. */
export function placed(shapes: readonly Shape[], x: number, y: number, scale = 1, turn = 0, mirror = false): Shape[] {
  return shapes.map(([ink, d, width]) => {
    const moved = place(d, x, y, scale, turn, mirror);
    return width === undefined ? [ink, moved] : [ink, moved, round(width * scale)];
  });
}

/** A path and its mirror image about x = 0. */
export const both = (d: string): string => d + place(d, 0, 0, 1, 0, true);

export function ellipse(x: number, y: number, rx: number, ry = rx): string {
  const kx = rx * 0.552;
  const ky = ry * 0.552;
  return (
    `M${pair(x - rx, y)}C${pair(x - rx, y - ky)} ${pair(x - kx, y - ry)} ${pair(x, y - ry)}` +
    `C${pair(x + kx, y - ry)} ${pair(x + rx, y - ky)} ${pair(x + rx, y)}` +
    `C${pair(x + rx, y + ky)} ${pair(x + kx, y + ry)} ${pair(x, y + ry)}` +
    `C${pair(x - kx, y + ry)} ${pair(x - rx, y + ky)} ${pair(x - rx, y)}Z`
  );
}

/** A small round dot in two curves: half the text of an ellipse where nobody sees the difference. */
export function dot(x: number, y: number, r: number): string {
  const [left, right, k] = [x - r, x + r, r * 1.33];
  return (
    `M${pair(left, y)}C${pair(left, y - k)} ${pair(right, y - k)} ${pair(right, y)}` +
    `C${pair(right, y + k)} ${pair(left, y + k)} ${pair(left, y)}Z`
  );
}

/** A rectangle with round corners, from its left upper corner. */
export function box(x: number, y: number, w: number, h: number, r = 0): string {
  const k = r * 0.448;
  const [right, low] = [x + w, y + h];
  if (r === 0) return `M${pair(x, y)}L${pair(right, y)}L${pair(right, low)}L${pair(x, low)}Z`;
  return (
    `M${pair(x + r, y)}L${pair(right - r, y)}C${pair(right - k, y)} ${pair(right, y + k)} ${pair(right, y + r)}` +
    `L${pair(right, low - r)}C${pair(right, low - k)} ${pair(right - k, low)} ${pair(right - r, low)}` +
    `L${pair(x + r, low)}C${pair(x + k, low)} ${pair(x, low - k)} ${pair(x, low - r)}` +
    `L${pair(x, y + r)}C${pair(x, y + k)} ${pair(x + k, y)} ${pair(x + r, y)}Z`
  );
}

/** Copies of a path around a centre, the first as it is. */
export function ring(d: string, times: number, x = 0, y = 0): string {
  let all = "";
  for (let n = 0; n < times; n++) all += place(d, x, y, 1, (360 / times) * n);
  return all;
}

/** A polygon with corners on circles, taken in turn: one radius makes it regular, two make a star. */
export function polygon(corners: number, radii: readonly number[], start = -90): string {
  let d = "";
  for (let n = 0; n < corners; n++) {
    const angle = ((start + (360 / corners) * n) * Math.PI) / 180;
    const radius = radii[n % radii.length] as number;
    d += (n ? "L" : "M") + pair(Math.cos(angle) * radius, Math.sin(angle) * radius);
  }
  return d + "Z";
}

export const pair = (x: number, y: number): string => `${round(x)} ${round(y)}`;

const round = (n: number): number => Math.round(n * 100) / 100 || 0;
