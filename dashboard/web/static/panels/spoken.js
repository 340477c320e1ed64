// The words for screen readers: a warning at once, a play once they have listened to the end.

import { fill, html } from "../page/dom.js";
import { toldNow, turnOf } from "../state/bar.js";
import { headOf, lastPlayed, sentence } from "../state/sentences.js";
import { say, stopped } from "../words/say.js";
import { stepText } from "./alert.js";
import { dieHint } from "./die.js";

/** @import { State } from "../../types/page.js" */

/**
 * Sentences one after the other, each with its stop.
 * @type {(sentences: readonly string[]) => string}
 */
const told = (sentences) => sentences.map(stopped).join(say("joins.after"));

/**
 * The words for screen readers about a warning or a question, at once, with how to put it right.
 * @type {(region: HTMLElement, state: State) => void}
 */
export function drawWarned(region, state) {
  const verdict = toldNow(state);
  // An unfinished move of the hands needs no alarm.
  const warning =
    verdict && verdict.kind !== "pending"
      ? [headOf(verdict), sentence(state, verdict), ...verdict.repair.map((step) => stepText(state, step))]
      : [];
  fill(region, warning, () => (warning.length ? html("p", {}, told(warning)) : null));
}

/**
 * The further words for screen readers, once they have listened to the end: the play, whose turn it is, a die
 * that is due.
 * @type {(region: HTMLElement, state: State) => void}
 */
export function drawSpoken(region, state) {
  const last = lastPlayed(state);
  const news = [last ? sentence(state, last) : "", turnOf(state).title, dieHint(state)].filter(Boolean);
  fill(region, news, () => html("p", {}, told(news)));
}
