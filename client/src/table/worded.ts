/** Signs that say nothing by themselves, and whose pieces they are. */
const SIGNS: Record<string, string[]> = { "★": ["JR", "EX"], "☆": ["JB"] };
/** Where a sentence begins, in what ends with a full stop. */
const BEGINS = /(^|[.!?] )$/;
/** So long a name in Japanese, which may be broken anywhere, goes on in no other line: `9の目`. */
const SHORT = 4;
const JOINER = "\u2060";

function whole(name: string): string {
  const letters = [...name];
  return letters.length <= SHORT && /[\u3040-\u30ff]/.test(name) ? letters.join(JOINER) : name;
}

/**
 * Write a sentence for eyes: a suit and a rank are read as they are, `♠10`; a tile, a die, a trump of the tarot and a
 * joker by their names, for `[2-1]`, `T12` and `★` are signs that nobody knows.
 */
export function worded(sentence: string, names: Record<string, string>): string {
  return sentence.replace(/\[(\d+(?:-\d+)?)\]|\bT\d+\b|[★☆]/g, (sign, bracketed: string | undefined, at: number) => {
    const codes = bracketed ? [bracketed] : (SIGNS[sign] ?? [sign]);
    const name = codes.map((code) => names[code]).find((name) => name) ?? sign;
    const first = /[.!?]$/.test(sentence) && BEGINS.test(sentence.slice(0, at));
    return whole(first ? name[0].toUpperCase() + name.slice(1) : name);
  });
}
