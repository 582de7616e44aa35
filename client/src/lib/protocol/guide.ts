// Written by `python -m tools.protocol` from torite.scenes.guide_schema: not by hand.

/** A part of a paragraph. */
export type Inline = TextInline | PieceInline;

/** A part of a guide's section. */
export type Block = Paragraph | ItemList | TextTable;

/** Words of a paragraph, strong or not, that may lead elsewhere. */
export interface TextInline {
  text: string;
  strong?: boolean;
  link?: string;
}

/** A piece in a paragraph. */
export interface PieceInline {
  piece: string;
}

/** A paragraph. */
export interface Paragraph {
  kind: "text";
  inlines: Inline[];
}

/** A list, numbered or not. */
export interface ItemList {
  kind: "list";
  ordered: boolean;
  items: Inline[][];
}

/** A table with its head. */
export interface TextTable {
  kind: "table";
  head: Inline[][];
  rows: Inline[][][];
}

/** A part of a guide, with the clauses that it tells. */
export interface GuideSection {
  level: number;
  title: string;
  anchor: string;
  clauses: string[];
  blocks: Block[];
}
