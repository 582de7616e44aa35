/** Where the page is: `/`, `/new/agurk`, `/set-up/agurk`, `/t/…`, `/r/…`, `/guide/agurk`, `/family/…`, `/daily/…`, `/mine`, `/lab`, `/lab/…`, `/you`, `/pieces`. */
export const place = $state({ path: location.pathname, hash: location.hash });

/** Milliseconds until a way back that a browser does not know is given up. */
const PATIENCE = 1000;
/** What lies open over the page, the last on top: each has an entry of its own in the history, so that Back closes it. */
const open: (() => void)[] = [];
/** On the way back to an entry; nothing else is done with the history until it is there. */
let travelling: ReturnType<typeof setTimeout> | undefined;
/** Where to go from there. */
let next = "";
/** The page's address, where it has changed since something was opened. */
let renamed = "";
let soon = false;

/** Go to another page of ours. What lies open over this one is closed with it, and Back leads to this one. */
export function go(path: string): void {
  if (!travelling && !depth()) return leave(path);
  next = path;
  if (!travelling) travel(-depth());
}

/** Call this page by another address: going back does not return to the old one. */
export function rename(path: string): void {
  history.replaceState(history.state, "", path);
  if (depth()) renamed = path;
  arrive();
}

/**
 * Have something closed by Back, for it has been opened over the page.
 *
 * Returns what is to be called when it has been closed otherwise; it does no harm after Back.
 */
export function opened(close: () => void): () => void {
  const layer = () => close();
  open.push(layer);
  settleSoon();
  return () => {
    if (open.includes(layer)) open.splice(open.indexOf(layer), 1);
    settleSoon();
  };
}

/** The part of the page that the address asks for. */
export function anchor(): string {
  try {
    return decodeURIComponent(place.hash.slice(1));
  } catch {
    return "";
  }
}

function leave(path: string): void {
  history.pushState(null, "", path);
  arrive();
  if (!place.hash) scrollTo(0, 0);
  for (const close of open.splice(0)) close();
}

function arrive(): void {
  place.path = location.pathname;
  place.hash = location.hash;
}

/** How many things were open at this entry. */
const depth = () => Number(history.state?.open ?? 0);

/** What is closed in the moment in which something else is opened gives its entry to that. */
function settleSoon(): void {
  if (!soon) queueMicrotask(settle);
  soon = true;
}

/** Have as many entries as there are things open. */
function settle(): void {
  soon = false;
  if (travelling) return;
  const more = open.length - depth();
  if (more < 0) return travel(more);
  if (more && !depth()) history.scrollRestoration = "manual"; // the page stays where it is when they are closed
  for (let n = 0; n < more; n += 1) history.pushState({ open: depth() + 1 }, "");
}

function travel(by: number): void {
  travelling = setTimeout(stay, PATIENCE);
  history.go(by);
}

/** There is no way back: this entry is the page's own from now on. */
function stay(): void {
  history.replaceState(null, "");
  landed();
}

function landed(): void {
  const [own, to] = [travelling, next];
  clearTimeout(travelling);
  travelling = undefined;
  next = "";
  if (location.pathname !== place.path) open.length = 0;
  else {
    while (!own && open.length > depth()) open.pop()?.();
    if (renamed) history.replaceState(history.state, "", renamed);
  }
  if (!depth()) {
    renamed = "";
    history.scrollRestoration = "auto";
  }
  arrive();
  if (to) go(to);
  else settleSoon();
}

addEventListener("popstate", landed);
if (typeof history === "object") settle(); // what was open before the page was loaded anew is not

/** For links of ours: `<a href="/guide/agurk" onclick={follow}>`; other buttons and keys do as the browser does. */
export function follow(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(event.currentTarget.getAttribute("href") ?? "/");
}
