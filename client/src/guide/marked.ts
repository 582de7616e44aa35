/** A run of a clause's text, and whether it is set apart. */
export type Run = { text: string; em: boolean };

/** Clauses are written in Markdown, of which the service leaves the signs of emphasis. */
export const marked = (text: string): Run[] =>
  text
    .split(/(\*[^*\s][^*]*\*)/)
    .filter(Boolean)
    .map((part) => (/^\*.+\*$/s.test(part) ? { text: part.slice(1, -1), em: true } : { text: part, em: false }));
