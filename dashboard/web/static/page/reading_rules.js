// Loads the present game's rules in the tablet's language, with their places in the rulebook.

import { createFollowing } from "./following.js";
import { language } from "../words/say.js";

/** @import { Rulebook, State } from "../../types/page.js" */

/**
 * Load the rules whenever the game or the language changes; `tell` gets them. Rules of a game without a rulebook only
 * have their numbers. Returns a function to call with every state that is drawn.
 * @type {(tell: (rules: Rulebook) => void) => (state: State) => Promise<void>}
 */
export const createRulebook = (tell) =>
  createFollowing(
    ({ match }) => match && `/rules/${encodeURIComponent(match.game)}?lang=${language()}`,
    tell,
    () => {},
  );
