/** A room of fixed size that scrolls in itself: the keyboard reaches it while there is more than is seen, and what goes
 * on below fades out instead of ending in half a line (see `[data-below]` in style.css). */
export function scrolling(room: HTMLElement): () => void {
  const look = () => {
    const more = room.scrollHeight > room.clientHeight + 1 || room.scrollWidth > room.clientWidth + 1;
    if (more) room.tabIndex = 0;
    else room.removeAttribute("tabindex");
    const below = room.scrollHeight - room.clientHeight - room.scrollTop;
    room.toggleAttribute("data-below", below > 3);
    room.style.setProperty("--below", `${below}px`);
    // What comes down on the table reaches beyond its place until it lies there.
    const moving = room.getAnimations({ subtree: true }).filter((one) => one.playState === "running");
    if (moving.length) void Promise.allSettled(moving.map((one) => one.finished)).then(look);
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(room);
  const changes = new MutationObserver(look);
  changes.observe(room, { childList: true, subtree: true, characterData: true });
  room.addEventListener("scroll", look, { passive: true });
  room.addEventListener("toggle", look, { capture: true }); // of what is unfolded in it
  look();
  return () => {
    room.removeEventListener("scroll", look);
    room.removeEventListener("toggle", look, { capture: true });
    sizes.disconnect();
    changes.disconnect();
  };
}

/** Bring something to the top of the room that it lies in; what is around that room stays where it is. Where there is no
 * such room the page itself is moved. */
export function bringUp(thing: HTMLElement): void {
  let room = thing.parentElement;
  while (room && !/auto|scroll/.test(getComputedStyle(room).overflowY)) room = room.parentElement;
  if (room) room.scrollTop += thing.getBoundingClientRect().top - room.getBoundingClientRect().top;
  else thing.scrollIntoView({ block: "start" });
}
