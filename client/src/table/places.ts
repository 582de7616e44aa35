/** A direction from the middle of the table: `x` to the right and `y` down, each −1 to 1. */
export interface Direction {
  x: number;
  y: number;
}

/** From so many seats on each is drawn small. */
export const MANY = 8;

/** How far down the sides many seats reach, and how much longer the table's width is than its height. */
const LOWEST = 0.72;
const WIDER = 2.4;

/** Where the seats sit, the next to play at the left: me at the bottom, where my hand keeps the others out of the way. */
export function directions(seats: number, bottom: number): Direction[] {
  return Array.from({ length: seats }, (_, seat) => {
    const turn = (seat - bottom + seats) % seats;
    if (seats > MANY) return turn ? alongEdges((turn - 0.5) / (seats - 1)) : { x: 0, y: 1 };
    const degrees = fromTop(turn, seats);
    const angle = (degrees * Math.PI) / 180;
    return { x: Math.sin(angle), y: -Math.cos(angle) };
  });
}

/** A part of the way up the left edge, along the top, and down the right edge. */
function alongEdges(part: number): Direction {
  const side = 1 + LOWEST;
  const way = part * (2 * side + 2 * WIDER);
  if (way < side) return { x: -1, y: LOWEST - way };
  if (way < side + 2 * WIDER) return { x: (way - side) / WIDER - 1, y: -1 };
  return { x: 1, y: way - side - 2 * WIDER - 1 };
}

function fromTop(turn: number, seats: number): number {
  if (turn === 0) return 180;
  const reach = seats < 4 ? 110 : seats < 6 ? 180 : seats < 9 ? 220 : 250;
  return seats > 2 ? (reach * (turn - 1)) / (seats - 2) - reach / 2 : 0;
}

/** An arrow from the seat at the bottom to another, as they are drawn. */
export function arrowTo(seats: number, bottom: number, seat: number): string {
  const { x } = directions(seats, bottom)[seat];
  return x < -0.3 ? "←" : x > 0.3 ? "→" : "↑";
}
