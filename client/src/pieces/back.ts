// Torite's pieces: drawn for this project, CC0 1.0 (public domain).
import { box, pair, type Shape } from "./path";

const [LEFT, TOP, RIGHT, LOW] = [5, 5, 95, 135];

/** The card's back: seigaiha, the waves of the blue sea, in one path cut exactly to its panel. */
export function back(compact: boolean): Shape[] {
  const radius = compact ? 22.5 : 15;
  const rings = compact ? [1, 0.56] : [1, 0.7, 0.4];
  let waves = "";
  for (let row = 0; (row - 1) * radius <= 2 * (LOW - TOP); row++) {
    const y = TOP + radius + (row * radius) / 2;
    for (let x = LEFT + (row % 2) * radius; x <= RIGHT; x += 2 * radius)
      for (const share of rings) waves += wave(x, y, radius, radius * share);
  }
  return [
    ["indigo", box(LEFT, TOP, RIGHT - LEFT, LOW - TOP, 2.5)],
    ["paper", waves, compact ? 2.2 : 1.25],
  ];
}

/** The part of one ring that the scales in front of it and the panel's edges leave to be seen. */
function wave(x: number, y: number, radius: number, ring: number): string {
  const seen = (angle: number): boolean =>
    Math.hypot(ring * Math.cos(angle) - radius, ring * Math.sin(angle) + radius / 2) >= radius &&
    y - ring * Math.sin(angle) <= LOW - 0.5;
  let low = 0;
  while (low < Math.PI / 2 && !seen(low)) low += 0.02;
  if (low >= Math.PI / 2) return "";
  const at = (angle: number): string => pair(x + ring * Math.cos(angle), y - ring * Math.sin(angle));
  const from = at(x - radius < LEFT ? Math.PI / 2 : Math.PI - low);
  const to = at(x + radius > RIGHT ? Math.PI / 2 : low);
  return `M${from}A${pair(ring, ring)} 0 0 1 ${to}`;
}
