// The last play, and the list of earlier verdicts.

import { fill, fillEach, html } from "../page/dom.js";
import { lastPlayed, named, newsOf, sentence, stands } from "../state/sentences.js";
import { ownSeat } from "../state/selectors.js";
import { moment } from "../state/troubles.js";
import { say, sayable } from "../words/say.js";
import { law, rule } from "./rule_link.js";
import { seatIcon } from "./seat_icon.js";

/** @import { PlayedAction, Verdict } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/** @type {(region: HTMLElement, state: State) => void} */
export function drawPlayed(region, state) {
  const last = lastPlayed(state);
  const text = last ? sentence(state, last) : "";
  fill(region, [text, last?.taken_at, state.place?.seat], () =>
    last
      ? [
          html("span", { class: "eyebrow" }, say("history.just")),
          html("div", { class: "last-played" }, html("p", { class: "last" }, text), written(state, last)),
        ]
      : [
          html("span", { class: "eyebrow" }, say("history.just")),
          html("p", { class: "last quiet" }, say("history.nothing")),
        ],
  );
}

/**
 * The results of a verdict's actions, and the printed texts of the cards, skills and events, each once.
 * @type {(state: State, verdict: Verdict) => (HTMLElement | null)[]}
 */
function written(state, verdict) {
  const came = verdict.actions.flatMap((action) => action.came);
  const own = ownSeat(state);
  // A card's text addresses its player ("You get 2 coins"). Others read its results, or the text as a quotation.
  /** @type {(action: PlayedAction) => string} */
  const note = (action) =>
    !action.note || (own !== null && action.by === own)
      ? action.note
      : action.came.length
        ? ""
        : say("history.written", { text: action.note });
  const notes = [...new Set(verdict.actions.map(note).filter(Boolean))];
  return [
    came.length
      ? html(
          "p",
          { class: "came" },
          came.map((text) => named(state, text)).join(say("joins.sentences")) + say("joins.stop"),
        )
      : null,
    ...notes.map((note) => html("p", { class: "note" }, note)),
  ];
}

/** @type {(region: HTMLElement, state: State) => void} */
export function drawHistory(region, state) {
  // Only the arbiter reads remarks about cameras. Verdicts that came late stand where they belong.
  const isTold = (/** @type {Verdict} */ one) => state.place?.role === "arbiter" || one.kind !== "remarked";
  const items = newsOf(state.verdicts)
    .filter(isTold)
    .sort((one, other) => other.taken_at - one.taken_at || state.verdicts.indexOf(other) - state.verdicts.indexOf(one))
    .map((verdict) => ({
      shown: [
        verdict,
        sentence(state, verdict),
        state.rules?.lang,
        state.place?.seat,
        stands(state, verdict),
        state.match?.signs,
      ],
      build: () =>
        html(
          "li",
          { class: stands(state, verdict) ? verdict.kind : "undone" },
          html("span", { class: "when" }, moment(verdict.taken_at)),
          html(
            "div",
            {},
            whose(state, verdict),
            stands(state, verdict) ? null : html("b", {}, `${say("history.undone")} `),
            sayable(`history.${verdict.kind}`) && verdict.kind !== "settled"
              ? html("b", {}, `${say(`history.${verdict.kind}`)} `)
              : null,
            ...verdict.violations.map((one) => rule(state, one.rule)),
            ` ${sentence(state, verdict)}`,
            written(state, verdict),
            law(state, verdict),
          ),
        ),
    }));
  fillEach(
    region,
    items.length ? items : [{ shown: "none", build: () => html("li", { class: "quiet" }, say("history.none")) }],
  );
}

/** The icon of the seat that played a verdict's actions; null if no seat did. @type {(state: State, verdict: Verdict) => SVGElement | null} */
export function whose(state, verdict) {
  const by = verdict.actions.find((one) => one.by)?.by;
  return by ? seatIcon(state, by, 20) : null;
}
