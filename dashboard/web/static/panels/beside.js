// The list of things beside the board, and of rules that are changed at the moment.

import { fill, html } from "../page/dom.js";
import { named } from "../state/sentences.js";
import { view } from "../state/selectors.js";
import { say } from "../words/say.js";
import { handsLine } from "./showing_hands.js";

/** @import { State } from "../../types/page.js" */

/**
 * Draw the rules that are changed at the moment, and the list of things beside the board.
 * @type {(region: HTMLElement, state: State) => void}
 */
export function drawBeside(region, state) {
  const { in_force: now = [], notes = [] } = view(state) ?? {};
  const shown = state.match?.hands;
  region.hidden = now.length + notes.length === 0 && !shown;
  fill(region, [now, notes, shown, state.labels], () => [
    handsLine(state),
    now.length
      ? html(
          "ul",
          { class: "in-force", "aria-label": say("beside.in_force") },
          now.map((text) => html("li", {}, text)),
        )
      : null,
    notes.length
      ? html(
          "details",
          {},
          html("summary", { "data-key": "beside" }, say("beside.notes", { n: notes.length })),
          html(
            "ul",
            { class: "notes" },
            notes.map((text) => html("li", {}, named(state, text))),
          ),
        )
      : null,
  ]);
}
