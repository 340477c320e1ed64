// Draws the chosen card over a corner of the board, large enough to be read.

import { fill, html, svg } from "../page/dom.js";
import { say } from "../words/say.js";
import { pieceOf } from "../state/selectors.js";
import { CARD, cardToRead, drawFace } from "../appearance/card.js";
import { faceOf } from "../appearance/card_faces.js";
import { isHidden } from "../state/physical.js";

/** @import { State } from "../../types/page.js" */

/** Whether the chosen card lies in the upper half of the board; then it is drawn at the lower edge. @param {State} state */
function isHigh(state) {
  const cell = pieceOf(state, state.selected)?.cell;
  const ys = (state.surface?.cells ?? []).map((one) => one.y_mm);
  const at =
    state.surface?.cells.find((one) => one.cell === cell)?.y_mm ??
    state.simulated?.pieces.find((one) => one.piece === state.selected)?.y_mm;
  return typeof at === "number" && at > (Math.min(...ys) + Math.max(...ys)) / 2;
}

/** @type {(region: HTMLElement, state: State, tools: { close: () => void }) => void} */
export function drawReading(region, state, { close }) {
  const face = isHidden(state, state.selected) ? null : faceOf(state, state.selected);
  region.hidden = face === null;
  region.classList.toggle("low", isHigh(state));
  fill(region, [face], () =>
    face
      ? [
          svg(
            "svg",
            {
              class: "card-large",
              viewBox: `${-CARD.width / 2 - 3} ${-CARD.height / 2 - 3} ${CARD.width + 6} ${CARD.height + 6}`,
              "aria-hidden": "true",
            },
            drawFace(face),
          ),
          html("div", {}, cardToRead(face)),
          html(
            "button",
            {
              type: "button",
              class: "close",
              "data-key": "close-card",
              "aria-label": say("piece.close"),
              onclick: close,
            },
            "×",
          ),
        ]
      : [],
  );
}
