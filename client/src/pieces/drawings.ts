// Torite's pieces: drawn for this project, CC0 1.0 (public domain).
import { allCodes, face, type Face } from "./face";
import { SUITS } from "./suits";

/** All pieces with a drawing of their own, by code, their backs by kind, and the suits' shapes: for other programs. */
export function drawings(): { faces: Record<string, Face>; backs: Record<string, Face>; suits: typeof SUITS } {
  const kinds = ["card", "domino", "d6", "d12"];
  return {
    faces: Object.fromEntries(allCodes().map((code) => [code, face(code, true)])),
    backs: Object.fromEntries(kinds.map((kind) => [kind, face(null, true, kind)])),
    suits: SUITS,
  };
}
