/** Which of the table's keys was pressed, as a name or a digit; empty while somebody types or holds another key down. */
export function keyOf(event: KeyboardEvent): string {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return "";
  if ((event.target as Element).closest("input, select, textarea, dialog, [popover]")) return "";
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}
