/** Where the page is: `/`, `/new/agurk`, `/set-up/agurk`, `/t/…`, `/r/…`, `/guide/agurk`, `/family/…`, `/daily/…`, `/mine`, `/lab`, `/lab/…`, `/you`, `/pieces`. */
export const place = $state({ path: location.pathname, hash: location.hash });

/** Go to another page of ours. */
export function go(path: string): void {
  history.pushState(null, "", path);
  arrive();
  if (!place.hash) scrollTo(0, 0);
}

/** Call this page by another address: going back does not return to the old one. */
export function rename(path: string): void {
  history.replaceState(null, "", path);
  arrive();
}

/** The part of the page that the address asks for. */
export function anchor(): string {
  try {
    return decodeURIComponent(place.hash.slice(1));
  } catch {
    return "";
  }
}

function arrive(): void {
  place.path = location.pathname;
  place.hash = location.hash;
}

addEventListener("popstate", arrive);

/** For links of ours: `<a href="/guide/agurk" onclick={follow}>`; other buttons and keys do as the browser does. */
export function follow(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(event.currentTarget.getAttribute("href") ?? "/");
}
