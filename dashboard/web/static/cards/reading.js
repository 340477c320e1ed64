// The chosen card, large enough to be read, over a corner of the board.

import { fill, html, svg } from "../page/dom.js";
import { say } from "../words/say.js";
import { CARD, cardToRead, drawFace } from "./card.js";
import { faceOf } from "./faces.js";
import { isHidden } from "../virtual_table/physical.js";

/** @import { State } from "../../types/page.js" */

/** @type {(region: HTMLElement, state: State, tools: { close: () => void }) => void} */
export function drawReading(region, state, { close }) {
  const face = isHidden(state, state.selected) ? null : faceOf(state, state.selected);
  region.hidden = face === null;
  fill(region, [face], () => face ? [
    svg("svg", { class: "card-large", viewBox: `${-CARD.width / 2 - 3} ${-CARD.height / 2 - 3} ${CARD.width + 6} ${CARD.height + 6}`, "aria-hidden": "true" }, drawFace(face)),
    html("div", {}, cardToRead(face)),
    html("button", { type: "button", class: "close", "data-key": "close-card", "aria-label": say("piece.close"), onclick: close }, "×"),
  ] : []);
}
