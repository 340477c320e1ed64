// The cards of the game that is played as they're printed, and what its zones are called, in the tablet's language.

import { createFollowing } from "../page/following.js";
import { language } from "../words/say.js";

/** @import { CardFace, Faces } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

let known = false;

/** Whether the cards of a match that is shown have been read, or can't be. */
export const facesKnown = () => known;

/**
 * Read the cards whenever another game or content pack is played or another language is spoken; `tell` gets them,
 * `none` is called where they can't be read. Returns what to call with every state that is drawn.
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
 * The face of a card; null where it isn't one of the game's.
 * @type {(state: Pick<State, "faces">, card: string | null | undefined) => CardFace | null}
 */
export function faceOf({ faces }, card) {
  if (!faces || !card) return null;
  let found = byName.get(faces);
  if (!found) byName.set(faces, (found = new Map(faces.cards.map((one) => [one.card, one]))));
  return found.get(printedName(card)) ?? null;
}

/**
 * The name of a cell's zone; empty where it has none of its own.
 * @type {(state: Pick<State, "faces">, cell: string) => string}
 */
export const zoneLabel = ({ faces }, cell) => faces?.zones.find((one) => one.cell === cell)?.label ?? "";
