// The values that a tablet keeps in its browser. A browser that allows no storage (an embedded page, a private
// window) loses them.

/** @import { State } from "../../types/page.js" */

/**
 * The value that is kept under a name, in this tab or on this tablet; null without one.
 * @param {string} name
 * @param {"tab" | "tablet"} [where]
 * @returns {string | null}
 */
export function kept(name, where = "tablet") {
  try {
    return storage(where).getItem(name);
  } catch {
    return null;
  }
}

/**
 * Keep a text under a name.
 * @param {string} name
 * @param {string} text
 * @param {"tab" | "tablet"} [where]
 */
export function keep(name, text, where = "tablet") {
  try {
    storage(where).setItem(name, text);
  } catch {
    // Without storage the value holds until the page is left.
  }
}

const LARGE = "boardwarden-large";
/** Whether a seat's person wants the large page, as the table knows it, or else this device. @param {State} state */
export const wantsLarge = ({ place, wish }) => place?.role === "seat" && (wish?.large ?? kept(LARGE) === "on");
/** @param {boolean} large */
export const keepLarge = (large) => keep(LARGE, large ? "on" : "off");

const ARBITER = "boardwarden-arbiters-name";
/** The name that is recorded with an arbiter's commands from this tablet; empty if none was given. */
export const arbitersName = () => kept(ARBITER) ?? "";
/** @param {string} name */
export const keepArbitersName = (name) => keep(ARBITER, name);

/** @param {"tab" | "tablet"} where */
const storage = (where) => (where === "tab" ? sessionStorage : localStorage);
