// Chance, drawn again in the reader's own browser: written after docs/design.md ("Chance"), not after the service's code.
import type { Outcome, Replay } from "./protocol";

/** What came of drawing a match's chance again. */
export interface Drawn {
  /** The key has the hash that was told before the first card; of a day's deal it is the day's. */
  key: boolean;
  /** All shuffles begin from one order of the pieces: nobody chose it to fit an outcome. */
  order: boolean;
  /** For each outcome: the key gives it. */
  outcomes: boolean[];
}

type Chance = Pick<Replay, "key" | "key_hash" | "game" | "variant" | "daily" | "words" | "outcomes">;
type Word = () => Promise<number>;

const WORD = 2 ** 32;
const utf8 = new TextEncoder();

/** Whether this browser lets the page check: only over https, or on the machine itself. */
export const able = () => globalThis.crypto?.subtle !== undefined;

/** Check a key against its hash, and every outcome of a match against the key. */
export async function check(match: Chance): Promise<Drawn> {
  const key = bytes(match.key);
  const mixed = await mix(key, match.words);
  const outcomes = [];
  for (const [number, outcome] of match.outcomes.entries()) {
    const drawn = outcome.agreed ? outcome.outcome : await draw(outcome, words(mixed, number));
    outcomes.push(equal(drawn, outcome.outcome));
  }
  const committed = (await hash(key)) === match.key_hash;
  const days = !match.daily || hex(await keyOfDay(match)) === match.key;
  return { key: committed && days, order: ordered(match.outcomes), outcomes };
}

/** The commitment to a key. */
export async function hash(key: Uint8Array<ArrayBuffer>): Promise<string> {
  const told = new Uint8Array([...utf8.encode("torite key"), ...key]);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", told)));
}

/** The key of a day's deal. */
async function keyOfDay({ game, variant, daily }: Chance): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-512", utf8.encode(`torite daily ${game} ${variant} ${daily}`)));
}

/** What players added, by seat, mixed into the key; without any the key stays as it is. */
async function mix(key: Uint8Array<ArrayBuffer>, added: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const lines = added.map((text, seat) => (text ? `\n${seat}: ${text}` : "")).join("");
  return lines ? (await signer(key))(`torite words${lines}`) : key;
}

async function draw(asked: Outcome, word: Promise<Word>): Promise<(string | number)[]> {
  const next = await word;
  if (asked.what === "number") return [await below(next, asked.n)];
  if (asked.what === "shuffle") return shuffled(next, asked.pieces);
  const dice = [];
  for (let die = 0; die < asked.n; die++) dice.push(1 + (await below(next, asked.faces)));
  return dice;
}

/** Fisher and Yates, from the last place down. */
async function shuffled(next: Word, pieces: string[]): Promise<string[]> {
  const order = [...pieces];
  for (let i = order.length - 1; i > 0; i--) {
    const j = await below(next, i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** A number 0 ≤ x < n, each equally likely: words from the last incomplete run of n on are skipped. */
async function below(next: Word, n: number): Promise<number> {
  const limit = WORD - (WORD % n);
  let word = await next();
  while (word >= limit) word = await next();
  return word % n;
}

/** The words of one outcome: HMAC-SHA-512 of its number and of each block's, four bytes at a time. */
async function words(key: Uint8Array<ArrayBuffer>, number: number): Promise<Word> {
  const sign = await signer(key);
  let block = 0;
  let at = 0;
  let view = new DataView(new ArrayBuffer(0));
  return async () => {
    if (at === view.byteLength) {
      view = new DataView((await sign(`${number}:${block++}`)).buffer);
      at = 0;
    }
    at += 4;
    return view.getUint32(at - 4);
  };
}

/** Whether the pieces that two shuffles have in common lay in the same order before both. */
function ordered(outcomes: Outcome[]): boolean {
  const orders = new Map(outcomes.map(({ pieces }) => [pieces.join(), [...new Set(pieces)]]));
  const packs = [...orders.values()];
  const common = (pack: string[], other: Set<string>) => pack.filter((code) => other.has(code)).join();
  const sets = packs.map((pack) => new Set(pack));
  return packs.every((pack, i) =>
    packs.every((other, j) => j <= i || common(pack, sets[j]) === common(other, sets[i])),
  );
}

async function signer(key: Uint8Array<ArrayBuffer>): Promise<(text: string) => Promise<Uint8Array<ArrayBuffer>>> {
  const own = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-512" }, false, ["sign"]);
  return async (text) => new Uint8Array(await crypto.subtle.sign("HMAC", own, utf8.encode(text)));
}

function bytes(digits: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array((digits.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

const hex = (data: Uint8Array) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const equal = (a: (string | number)[], b: (string | number)[]) =>
  a.length === b.length && a.every((value, i) => value === b[i]);
