// The words for screen readers: a warning at once, a play after their present sentence.

import { fill, html } from "../page/dom.js";
import { turnOf, verdictNow } from "../state/bar.js";
import { headOf, lastPlayed, sentence } from "../state/sentences.js";
import { say, stopped } from "../words/say.js";
import { stepText } from "./alert.js";
import { dieHint } from "./die.js";

/** @import { State } from "../../types/page.js" */

/**
 * Sentences joined to one text, each with a full stop.
 * @type {(sentences: readonly string[]) => string}
 */
const aloud = (sentences) => sentences.map(stopped).join(say("joins.after"));

/**
 * Write the words of a warning or a question, with its repair, for screen readers to read at once.
 * @type {(region: HTMLElement, state: State) => void}
 */
export function drawWarned(region, state) {
  const verdict = verdictNow(state);
  // An unfinished move isn't worth an alarm.
  const warning =
    verdict && verdict.kind !== "pending"
      ? [headOf(verdict), sentence(state, verdict), ...verdict.repair.map((step) => stepText(state, step))]
      : [];
  fill(region, warning, () => (warning.length ? html("p", {}, aloud(warning)) : null));
}

/**
 * Write the other words for screen readers, which wait for their turn: the last play, the seat to move, a die that is
 * due.
 * @type {(region: HTMLElement, state: State) => void}
 */
export function drawSpoken(region, state) {
  const last = lastPlayed(state);
  const news = [last ? sentence(state, last) : "", turnOf(state).title, dieHint(state)].filter(Boolean);
  fill(region, news, () => html("p", {}, aloud(news)));
}
