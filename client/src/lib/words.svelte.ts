import type { Start, Tile, Worded } from "./protocol";
import { get, post, Refusal } from "./api";
import { written } from "./writing";

/** What the page knows of itself: who I am, its sentences, the shelf of games. */
export const start = $state<{ value: Start | null }>({ value: null });

/** The reader's language. */
export const language = () => start.value?.me.language ?? "en";

/** The language that the browser prefers, of those there are. */
export const browserLanguage = () => (navigator.language.startsWith("ja") ? "ja" : "en");

let fetched = 0;

/** Whether what was fetched may be out of date: not if the page has only just come. */
export const stale = () => Date.now() - fetched > 300;

/** Fetch everything that the first page shows, in a language or the one remembered. */
export async function load(wanted = ""): Promise<void> {
  start.value = await get<Start>(`start?language=${wanted}&browser=${browserLanguage()}`);
  document.documentElement.lang = language();
  fetched = Date.now();
}

/** Remember another language, and switch to it in place. */
export async function switchTo(wanted: string): Promise<void> {
  await post("me", { language: wanted });
  await load(wanted);
}

/** Other windows of mine learn at once how I am called. */
const windows = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("torite.name");
windows?.addEventListener("message", ({ data }) => typeof data === "string" && known(data));

/** Let others call me so. */
export async function callMe(name: string): Promise<void> {
  await post("me", { name });
  known(name);
  windows?.postMessage(name);
}

/** The service knows me from now on, and by this name. */
export function known(name = start.value?.me.name ?? ""): void {
  const me = start.value?.me;
  if (start.value && me && !(me.known && me.name === name)) start.value.me = { ...me, name, known: true };
}

/** The game that a variant belongs to, and what the shelf says of the variant. */
export function shelved(variant: string): { tile: Tile; variant: Tile["variants"][number] } | null {
  for (const tile of start.value?.games ?? []) {
    const found = tile.variants.find((one) => one.name === variant);
    if (found) return { tile, variant: found };
  }
  return null;
}

/** What went wrong, in words: the service's own, or that it could not be reached. */
export const told = (error: unknown): string =>
  error instanceof Refusal && error.code !== "lost" ? error.message : say("shell.unreached");

/** Write one of the page's sentences: `{name}` is filled in, `{n:card|cards}` chosen by number. */
export function say(key: string, facts: Record<string, string | number> = {}): string {
  const sentence = start.value?.words[key];
  if (sentence === undefined) return start.value ? key : "";
  return sentence.replace(/\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g, (_, name, one, many) => {
    const value = facts[name] ?? "";
    return one === undefined ? written(value) : value === 1 ? one : many;
  });
}

/** The quick phrases, for the table's talk. */
export const phrases = (): Worded[] => start.value?.phrases ?? [];

/** What a language sets between the parts of a list, and between sentences. */
const BETWEEN: Record<string, { parts: string; sentences: string }> = {
  en: { parts: ", ", sentences: " " },
  ja: { parts: "、", sentences: "" },
};

/** Join a list as the reader's language does. */
export const joined = (texts: string[]) => texts.join((BETWEEN[language()] ?? BETWEEN.en).parts);

/** Set sentences of a language one after another. */
export const together = (sentences: string[], of: string) => sentences.join((BETWEEN[of] ?? BETWEEN.en).sentences);
