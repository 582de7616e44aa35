/** A run of a clause's text, and what sets it apart. */
export type Run = { text: string; as: "" | "em" | "strong" | "code" };

const RUNS = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`|\[[^\]]+\]\([^)\s]+\))/;

function run(text: string): Run {
  if (/^\*\*.+\*\*$/s.test(text)) return { text: text.slice(2, -2), as: "strong" };
  if (/^\*.+\*$/s.test(text)) return { text: text.slice(1, -1), as: "em" };
  if (/^`.+`$/s.test(text)) return { text: text.slice(1, -1), as: "code" };
  return { text: text.replace(/^\[([^\]]+)\]\([^)\s]+\)$/, "$1"), as: "" };
}

/** Clauses are written in Markdown: the signs in them say how words are set, and of links the words are left. */
export const marked = (text: string): Run[] => text.split(RUNS).filter(Boolean).map(run);
