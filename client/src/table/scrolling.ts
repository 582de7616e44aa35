/** A room of fixed size that scrolls in itself: the keyboard reaches it while there is more than is seen. */
export function scrolling(room: HTMLElement): () => void {
  const look = () => {
    const more = room.scrollHeight > room.clientHeight + 1 || room.scrollWidth > room.clientWidth + 1;
    if (more) room.tabIndex = 0;
    else room.removeAttribute("tabindex");
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(room);
  const changes = new MutationObserver(look);
  changes.observe(room, { childList: true, subtree: true, characterData: true });
  look();
  return () => (sizes.disconnect(), changes.disconnect());
}
