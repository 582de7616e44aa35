/** Signs that say nothing by themselves, and whose pieces they are. */
const SIGNS: Record<string, string[]> = { "★": ["JR", "EX"], "☆": ["JB"] };

/**
 * Write a sentence for eyes: a suit and a rank are read as they are, `♠10`; a tile, a die, a trump of the tarot and a
 * joker by their names, for `[2-1]`, `T12` and `★` are signs that nobody knows.
 */
export function worded(sentence: string, names: Record<string, string>): string {
  return sentence.replace(/\[(\d+(?:-\d+)?)\]|\bT\d+\b|[★☆]/g, (sign, bracketed?: string) => {
    const codes = bracketed ? [bracketed] : (SIGNS[sign] ?? [sign]);
    return codes.map((code) => names[code]).find((name) => name) ?? sign;
  });
}
