/** A place on the board, in its own units. */
export interface Spot {
  x: number;
  y: number;
}

export interface Pegboard {
  width: number;
  height: number;
  /** How far one lane is from the next. */
  lane: number;
  streets: number;
  /** Where a lane's hole is: 0 and −1 are those at the start, the target and all beyond the finish. */
  spot: (lane: number, hole: number) => Spot;
  /** The stripe of a lane, from its start to its finish. */
  stripe: (lane: number) => string;
}

/** A row is folded after so many holes. */
const STREET = 30;
const GROUP = 5;
const STEP = 9;
const GAP = 4;
const LEFT = 45;
const RIGHT = 25;
const EDGE = 8;
/** Between the rows. */
const BETWEEN = 8;
const SPAN = (STREET - 1) * STEP + (STREET / GROUP - 1) * GAP;
const LANES = [12, 12, 11, 9.4, 8.2, 7.2, 6.6];

/** Lay out a cribbage board: rows of holes that are folded like a road, a lane for each seat. */
export function pegboard(target: number, lanes: number): Pegboard {
  const streets = Math.max(1, Math.ceil((target - 1) / STREET));
  const lane = LANES[lanes] ?? 6;
  const high = lanes * lane;
  /** The rows run to the right and back in turn; like a road's, the lanes keep their side. */
  const back = (street: number) => street % 2 === 1;
  const beyond = (target - 1) % STREET === 0;

  const across = (street: number, n: number) => {
    const column = back(street) ? STREET - 1 - n : n;
    return LEFT + column * STEP + Math.floor(column / GROUP) * GAP;
  };
  const down = (street: number, at: number) =>
    EDGE + street * (high + BETWEEN) + ((back(street) ? lanes - 1 - at : at) + 0.5) * lane;

  function spot(at: number, hole: number): Spot {
    if (hole <= 0) return { x: LEFT - 1.3 * STEP + hole * STEP, y: down(0, at) };
    const last = streets - 1;
    if (hole >= target && beyond)
      return { x: back(last) ? LEFT - 1.6 * STEP : LEFT + SPAN + 1.3 * STEP, y: down(last, at) };
    const n = Math.min(hole, target) - 1;
    const street = Math.floor(n / STREET);
    return { x: across(street, n % STREET), y: down(street, at) };
  }

  function stripe(at: number): string {
    let path = `M${LEFT - 2.3 * STEP} ${down(0, at)}`;
    for (let street = 0; street + 1 < streets; street++) {
      const [y, next] = [down(street, at), down(street + 1, at)];
      const x = back(street) ? LEFT : LEFT + SPAN;
      const reach = (back(street) ? -1 : 1) * (7 + (next - y) / 5);
      path += `L${x} ${y}C${x + reach} ${y} ${x + reach} ${next} ${x} ${next}`;
    }
    const end = spot(at, target);
    return `${path}L${end.x} ${end.y}`;
  }

  const height = 2 * EDGE + streets * high + (streets - 1) * BETWEEN;
  return { width: LEFT + SPAN + RIGHT, height, lane, streets, spot, stripe };
}

/** Where a seat's two pegs stand now: the one that was behind jumps over the other, which stays. */
export function leap(before: number[], front: number, back: number): number[] {
  return before[0] === back && before[1] !== back ? [back, front] : before[1] === front ? [back, front] : [front, back];
}

/** The shortest signs that tell names apart: their first letters, and their last ones where those are the same. */
export function initials(names: string[]): string[] {
  const letters = names.map((name) => [...name.trim()]);
  return letters.map((own) => {
    const same = letters.filter((other) => other[0] === own[0]).length > 1;
    return (own[0] ?? "") + (same && own.length > 1 ? own[own.length - 1] : "");
  });
}
