import { getContext, setContext } from "svelte";
import type { Held } from "./gesture";

const KEY = Symbol("touching");

/** What may be touched of all that lies on the table, and what happens then. */
export interface Touching {
  /** Codes of pieces outside my hand that may be touched now. */
  may: Set<string>;
  /** Whether a piece outside my hand is asked for, though it may not go with what I have chosen. */
  asks: (code: string) => boolean;
  best: string[];
  /** What was sent and is not answered yet. */
  going: string;
  isChosen: (held: Held) => boolean;
  /** What a chosen piece stands for; empty where it is itself. */
  meantBy: (held: Held) => string;
  touch: (held: Held) => void;
}

/** Say what may be touched; null for a table that is only looked at. To be called once, while a component is set up. */
export const setTouching = (touching: () => Touching | null) => setContext(KEY, touching);

/** What may be touched here; to be called once, while a component is set up. */
export const touchingHere = (): (() => Touching | null) =>
  getContext<(() => Touching | null) | undefined>(KEY) ?? (() => null);

/** Arrow keys go from button to button in a row. */
export function arrows(row: HTMLElement) {
  function key(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const buttons = [...row.querySelectorAll<HTMLElement>("button")];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (!step || at < 0) return;
    event.preventDefault();
    buttons[Math.min(buttons.length - 1, Math.max(0, at + step))].focus();
  }
  row.addEventListener("keydown", key);
  return () => row.removeEventListener("keydown", key);
}
