/** Keep of a hand, as `--kept` on what it stands in, how high it was at the most since it last grew: who plays their cards
 * sees the trick lie where it lay, though the hand takes fewer rows, or none. */
export function keeping(hand: HTMLElement): () => void {
  const around = hand.parentElement ?? hand;
  let held = 0;
  let most = 0;
  const look = () => {
    const now = hand.querySelectorAll("[data-piece]").length;
    if (now > held) {
      most = 0;
      around.style.removeProperty("--kept"); // or it would be as high as before
    }
    held = now;
    most = Math.max(most, hand.offsetHeight);
    around.style.setProperty("--kept", `${most}px`);
  };
  const turned = () => {
    held = 0;
    look();
  };
  const changes = new MutationObserver(look);
  changes.observe(hand, { childList: true, subtree: true });
  addEventListener("resize", turned);
  look();
  return () => {
    changes.disconnect();
    removeEventListener("resize", turned);
  };
}
