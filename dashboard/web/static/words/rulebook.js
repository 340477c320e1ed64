// The rules of the game that is played, in the tablet's language, with their places in the rulebook.

import { language } from "./say.js";

/** @import { Rulebook, State } from "../../types/page.js" */

/** A table that doesn't answer is asked again so much later. */
const AGAIN_MS = 10000;

/**
 * Read the rules whenever another game is played or another language is spoken; `tell` gets them. Returns what to
 * call with every state that is drawn.
 * @param {(rules: Rulebook) => void} tell
 * @returns {(state: State) => void}
 */
export function createRulebook(tell) {
  let wanted = "";

  return async ({ match }) => {
    if (match === null) return;
    const address = `/rules/${encodeURIComponent(match.game)}?lang=${language()}`;
    if (wanted === address) return;
    wanted = address;
    const answer = await fetch(address).catch(() => null);
    if (answer === null) setTimeout(() => (wanted = ""), AGAIN_MS);
    // A game may come without a rulebook; then its rules are known by their numbers alone.
    else if (answer.ok && wanted === address) tell(await answer.json());
  };
}
