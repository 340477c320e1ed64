// The facts of the match that is shown, read from the table whenever it's another's.

/** @import { State } from "../../types/page.js" */

/** The time to wait for an answer, ms: on a slow line what comes late is awaited, not asked for over and over. */
const PATIENCE_MS = 120000;
/** The time before a table that didn't answer is asked again, ms. */
const AGAIN_MS = 10000;

/**
 * Follow what a state says: whenever it leads to another address (null: to none), `found` gets what is read there,
 * and `none` is called where nothing can be. Where the table didn't answer, it's asked again, whether or not another
 * state is drawn. Of two readings under way the later counts. Returns what to call with every state that is drawn.
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
 * The table's answer; null if it has nothing there, undefined if it doesn't answer. @param {string} address
 */
async function readFrom(address) {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return undefined;
  }
}
