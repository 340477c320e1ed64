// The values that a tablet keeps for itself. A browser that allows no storage (an embedded page, a private
// window) forgets.

/**
 * The value kept under a name, in this tab or on this tablet; null when nothing was.
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
    // Then it holds until the page is left.
  }
}

const ARBITER = "boardwarden-arbiters-name";
/** The name that an arbiter's word is recorded with; empty where none was given on this tablet. */
export const arbitersName = () => kept(ARBITER) ?? "";
/** @param {string} name */
export const keepArbitersName = (name) => keep(ARBITER, name);

/** @param {"tab" | "tablet"} where */
const storage = (where) => (where === "tab" ? sessionStorage : localStorage);
