// How bots play, as one may choose it.
import type { Level } from "./protocol";

/** Those that people choose from, each meant to be weaker than the next. */
export const LEVELS: Level[] = ["beginner", "simple", "keen", "skilled", "search"];

/** Those that may be chosen for a seat, with the one that sits there, whatever it is. */
export const levelsWith = (sits: Level | null): Level[] =>
  sits === null || LEVELS.includes(sits) ? LEVELS : [sits, ...LEVELS];

/** Whether a bot looks at many deals before it acts. */
export const thinks = (level: Level): boolean => ["keen", "skilled", "search"].includes(level);
