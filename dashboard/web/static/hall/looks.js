// How each game of a hall looks, read once for each board and language, and kept.

import { NOTHING } from "../appearance/worn_look.js";
import { language } from "../words/say.js";

/** @import { Look, State } from "../../types/page.js" */

const AGAIN_MS = 10000;

/** @type {Map<string, Look | null>} */
const known = new Map();

/**
 * The look of the game that a state shows; null until it's read. `news` is called once it is.
 * @type {(state: State, news: () => void) => Look | null}
 */
export function lookOf({ match, received }, news) {
  if (!match || !received.surface) return null;
  const board = encodeURIComponent(received.surface.board);
  const address = `/look/${encodeURIComponent(match.game)}?board=${board}&lang=${language()}`;
  const found = known.get(address);
  if (found === undefined) {
    known.set(address, null);
    void read(address, news);
  }
  return found ?? null;
}

/** @param {string} address @param {() => void} news */
async function read(address, news) {
  try {
    const answer = await fetch(address);
    known.set(address, answer.ok ? await answer.json() : NOTHING);
  } catch {
    setTimeout(() => known.delete(address), AGAIN_MS);
  }
  news();
}
