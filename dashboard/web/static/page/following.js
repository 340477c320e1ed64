// Loads facts about the shown match from the table, such as its cards, again whenever their address changes.

/** @import { State } from "../../types/page.js" */

/** The longest wait for an answer, ms. It is long, so that a slow line isn't asked for the same again and again. */
const PATIENCE_MS = 120000;
/** The pause before the next try if the table doesn't answer, ms. */
const AGAIN_MS = 10000;

/**
 * Follow the address that a state leads to (null: none). When it changes, `found` gets the answer there; `none` is
 * called if there is no answer. If the table doesn't answer, it is asked again by itself. Of two requests at the same
 * time the later one counts. Returns a function to call with every state that is drawn.
 * @type {<T>(addressOf: (state: State) => string | null, found: (read: T) => void, none: () => void) => (state: State) => Promise<void>}
 */
export function createFollowing(addressOf, found, none) {
  let wanted = "";
  /** @type {State | null} */
  let last = null;

  /** @type {(state: State) => Promise<void>} */
  const follow = async (state) => {
    last = state;
    const address = addressOf(state);
    if (address === null || address === wanted) return;
    wanted = address;
    const read = await readFrom(address);
    if (wanted !== address) return;
    if (read === undefined) setTimeout(() => again(address), AGAIN_MS);
    if (read) found(read);
    else none();
  };

  /** @param {string} address */
  function again(address) {
    if (wanted !== address || last === null) return;
    wanted = "";
    void follow(last);
  }

  return follow;
}

/**
 * The table's answer; null if it refuses, undefined if it can't be reached. @param {string} address
 */
async function readFrom(address) {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return undefined;
  }
}
