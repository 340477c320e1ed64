// Draws the chosen card over a corner of the board, large enough to be read.

import { fill, html, svg } from "../page/dom.js";
import { say } from "../words/say.js";
import { adviceOf, pieceOf } from "../state/selectors.js";
import { CARD, cardToRead, drawFace } from "../appearance/card.js";
import { faceOf } from "../appearance/card_faces.js";
import { isHidden } from "../state/physical.js";

/** @import { State } from "../../types/page.js" */

/**
 * The place of the large card. `acts`: there are places that a tap has the chosen card act at, so the large card leaves
 * half of the board free. `low`: it is drawn at the board's lower edge, away from the chosen card, or from most of these
 * places. `brief`: it would still cover some of these places, so it takes little room.
 * @type {(state: State) => { acts: boolean, low: boolean, brief: boolean }}
 */
export function placed(state) {
  const { surface, selected } = state;
  const ys = new Map((surface?.cells ?? []).map((one) => [one.cell, one.y_mm]));
  const middle = (Math.min(...ys.values()) + Math.max(...ys.values())) / 2;
  const at =
    ys.get(pieceOf(state, selected)?.cell ?? "") ?? state.simulated?.pieces.find((one) => one.piece === selected)?.y_mm;
  const high = typeof at === "number" && at > middle;
  const advice = selected === null ? null : adviceOf(state, selected);
  const places = [
    ...(advice ? [...advice.moves, ...advice.warps, ...advice.digs] : []),
    ...(advice?.attacks ?? []).map((id) => pieceOf(state, id)?.cell ?? ""),
  ].flatMap((cell) => ys.get(cell) ?? []);
  const above = places.filter((y) => y > middle).length;
  const below = places.length - above;
  const low = above === below ? high : above > below;
  return { acts: places.length > 0, low, brief: (low ? below : above) > 0 };
}

/** @type {(region: HTMLElement, state: State, tools: { close: () => void }) => void} */
export function drawReading(region, state, { close }) {
  const face = isHidden(state, state.selected) ? null : faceOf(state, state.selected);
  const held = faceOf(state, pieceOf(state, state.selected)?.stands_for);
  region.hidden = face === null;
  const { acts, low, brief } = placed(state);
  region.classList.toggle("acts", acts);
  region.classList.toggle("low", low);
  region.classList.toggle("brief", brief);
  fill(region, [face, held], () =>
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
          html(
            "div",
            {},
            held
              ? cardToRead(held, say("piece.stands_for", { piece: face.label, card: held.label }))
              : cardToRead(face),
          ),
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
