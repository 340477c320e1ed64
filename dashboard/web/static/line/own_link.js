// This tab's own link to its place at the table.

const KEPT = "boardwarden-place";
/** The place that this tab returns to after it has had another one for a while. */
const BEFORE = "boardwarden-place-before";
/** The name of this tab's player, if a tournament's code has seated the tab. */
export const CALLED = "boardwarden-called";
/** The arbiter's link, which a browser at the table's own machine keeps for its next tabs. */
const ARBITERS = "boardwarden-arbiter";

/** Whether this browser runs at the table's own machine, by the page's address. It only changes hints, never rights. */
export const isAtTable = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/**
 * The link that this page was opened with, or the one that this tab has kept; empty without one. At the table's own
 * machine it may also be the arbiter's, if an earlier tab was opened with it.
 * @type {() => string}
 */
export function ownLink() {
  const [, said, called] = /^#join=([^&]+)(?:&called=(.+))?$/.exec(location.hash) ?? [];
  if (said) {
    const link = decodeURIComponent(said);
    sessionStorage.setItem(KEPT, link);
    if (called) sessionStorage.setItem(CALLED, decodeURIComponent(called));
    // The arbiter's link names no seat.
    if (isAtTable() && link.startsWith(".")) localStorage.setItem(ARBITERS, link);
    // The link leaves the address, so that nobody reads it on the screen or in the browser's history.
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(KEPT) ?? (isAtTable() ? localStorage.getItem(ARBITERS) : null) ?? "";
}

/** Give up this tab's place. */
export function forgetLink() {
  sessionStorage.removeItem(KEPT);
  history.replaceState(null, "", location.pathname);
}

/**
 * The address of the match's page at another place, which this tab has for a while; `goBack` returns to its own
 * place.
 * @type {(link: string) => string}
 */
export function placeForAWhile(link) {
  if (sessionStorage.getItem(BEFORE) === null) sessionStorage.setItem(BEFORE, ownLink());
  return `/${new URL(link).hash}`;
}

/** Return to this tab's own place, if it has another one for a while; whether it had. */
export function goBack() {
  const before = sessionStorage.getItem(BEFORE);
  if (before === null) return false;
  sessionStorage.removeItem(BEFORE);
  if (before) sessionStorage.setItem(KEPT, before);
  else sessionStorage.removeItem(KEPT);
  location.replace("/");
  return true;
}

/**
 * The headers of a request with this tablet's link.
 * @type {() => Record<string, string>}
 */
export function linkHeaders() {
  const link = ownLink();
  return link ? { authorization: `Bearer ${link}` } : {};
}
