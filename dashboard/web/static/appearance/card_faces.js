// Loads the present game's cards as they are printed, and the names of its zones, in the tablet's language.

import { createFollowing } from "../page/following.js";
import { language } from "../words/say.js";

/** @import { CardFace, Faces } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

let known = false;

/** Whether the cards of the shown match are loaded, or can't be loaded. */
export const facesKnown = () => known;

/**
 * Load the cards whenever the game, the content pack or the language changes. `tell` gets the cards; `none` is called
 * if they can't be loaded. Returns a function to call with every state that is drawn.
 * @type {(tell: (faces: Faces) => void, none: () => void) => (state: State) => Promise<void>}
 */
export const createFaces = (tell, none) =>
  createFollowing(
    ({ match }) =>
      match &&
      `/cards/${encodeURIComponent(match.game)}?lang=${language()}&content=${encodeURIComponent(match.terms.content)}`,
    (/** @type {Faces} */ faces) => {
      known = true;
      tell(faces);
    },
    () => {
      known = true;
      none();
    },
  );

/**
 * A card's name without the number of its copy: `lamp` for `lamp#3`.
 * @type {(card: string) => string}
 */
export const printedName = (card) => card.replace(/#\d+$/, "");

/** @type {WeakMap<Faces, Map<string, CardFace>>} */
const byName = new WeakMap();

/**
 * The face of a card; null if the game has no such card.
 * @type {(state: Pick<State, "faces">, card: string | null | undefined) => CardFace | null}
 */
export function faceOf({ faces }, card) {
  if (!faces || !card) return null;
  let found = byName.get(faces);
  if (!found) byName.set(faces, (found = new Map(faces.cards.map((one) => [one.card, one]))));
  return found.get(printedName(card)) ?? null;
}

/**
 * The name of a cell's zone; empty if it has none.
 * @type {(state: Pick<State, "faces">, cell: string) => string}
 */
export const zoneLabel = ({ faces }, cell) => faces?.zones.find((one) => one.cell === cell)?.label ?? "";
