import { getContext, setContext } from "svelte";
import type { Form } from "../lib/protocol";

const KEY = Symbol("form");

/** How high a piece is for its width. */
export const TALL: Record<Form, number> = { card: 1.4, domino: 1.96, d6: 1, d12: 1 };

/** Say what the pieces in here are; to be called once, while a component is set up. */
export const setForm = (form: () => Form | undefined) => setContext(KEY, () => form() ?? "card");

/** What the pieces in here are; to be called once, while a component is set up. */
export const formHere = (): (() => Form) => getContext<(() => Form) | undefined>(KEY) ?? (() => "card");

/** Dice are thrown, not dealt: they tumble where they lie, and are not in order. */
export const thrown = (form: Form) => form === "d6" || form === "d12";
