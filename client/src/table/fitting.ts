/** How something is set closer, one after the other, where it has too little room; each is drawn where it is used. */
const STEPS = ["brief", "rows", "small", "fewer", "unworded", "unmarked", "uncounted", "bare", "alone"];

/** What something stands in, but for what has no box of its own. */
function boxAround(room: HTMLElement): HTMLElement {
  let around = room.parentElement;
  while (around && getComputedStyle(around).display === "contents") around = around.parentElement;
  return around ?? room;
}

/** A room of which nothing is cut: what is written in it is set closer, step by step (`[data-fit~=brief]`, …), until it
 * and what it stands in show all of it. What is left out at last is told with the score. */
export function fitting(room: HTMLElement): () => void {
  const around = room.parentElement ?? room;
  const whole = () => {
    const [own, outer] = [room.getBoundingClientRect(), boxAround(room).getBoundingClientRect()];
    const inside = own.bottom <= outer.bottom + 1 && own.right <= outer.right + 1;
    return inside && room.scrollHeight <= room.clientHeight && room.scrollWidth <= room.clientWidth;
  };
  // What glides there needs the room that it has once it has come: meanwhile it is measured as if it had.
  const look = () => {
    room.dataset.measured = "";
    for (let taken = 0; taken <= STEPS.length; taken++) {
      room.dataset.fit = STEPS.slice(0, taken).join(" ");
      if (whole()) break;
    }
    delete room.dataset.measured;
  };
  // The size of the room itself follows from what is done here; that of what it stands in does not.
  const sizes = new ResizeObserver(look);
  sizes.observe(around);
  sizes.observe(boxAround(room));
  const changes = new MutationObserver(look);
  changes.observe(around, { childList: true, subtree: true, characterData: true });
  look();
  return () => {
    sizes.disconnect();
    changes.disconnect();
  };
}
