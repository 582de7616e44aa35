/** What the bar above the page names beside the way home: the game at whose table I am; empty elsewhere. */
export const shell = $state({ at: "" });
