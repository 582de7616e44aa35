// Ratings by Glicko (Glickman 1999): what somebody is rated, and how sure that is, as a standard deviation.

export interface Rating {
  rating: number;
  deviation: number;
}

/** Somebody of whom nothing is known. */
export const NEW: Rating = { rating: 1300, deviation: 350 };
const LEAST = 60;
/** Puzzles have three ratings only: what they are worth is as rough. */
const OF_PUZZLE = 100;
/** In a year without a puzzle all that was known is lost. */
const EACH_DAY = (NEW.deviation ** 2 - LEAST ** 2) / 365;
const Q = Math.LN10 / 400;
const PULL = 1 / Math.sqrt(1 + (3 * (Q * OF_PUZZLE) ** 2) / Math.PI ** 2);

/** How likely somebody solves a puzzle of a rating. */
export const chance = (rating: number, puzzle: number) => 1 / (1 + 10 ** ((-PULL * (rating - puzzle)) / 400));

/** What is left of a rating after some days: it is less sure. */
export function since(before: Rating, days: number): Rating {
  const deviation = Math.sqrt(before.deviation ** 2 + EACH_DAY * Math.max(0, days));
  return { rating: before.rating, deviation: Math.min(NEW.deviation, deviation) };
}

/** What somebody is rated after a puzzle of a rating. */
export function changed(before: Rating, puzzle: number, solved: boolean): Rating {
  const expected = chance(before.rating, puzzle);
  const told = (Q * PULL) ** 2 * expected * (1 - expected);
  const sure = 1 / before.deviation ** 2 + told;
  const rating = before.rating + ((Q * PULL) / sure) * (Number(solved) - expected);
  return { rating, deviation: Math.max(LEAST, 1 / Math.sqrt(sure)) };
}

/** Half of the interval that holds in 95 of 100 cases. */
export const half = (rating: Rating) => 1.96 * rating.deviation;
