// The rules of the game that is played, in the tablet's language, with their places in the rulebook.

import { createFollowing } from "./following.js";
import { language } from "../words/say.js";

/** @import { Rulebook, State } from "../../types/page.js" */

/**
 * Read the rules whenever another game is played or another language is spoken; `tell` gets them. A game may come
 * without a rulebook; then its rules are known by their numbers alone. Returns what to call with every state that
 * is drawn.
 * @type {(tell: (rules: Rulebook) => void) => (state: State) => Promise<void>}
 */
export const createRulebook = (tell) =>
  createFollowing(
    ({ match }) => match && `/rules/${encodeURIComponent(match.game)}?lang=${language()}`,
    tell,
    () => {},
  );
