// Buttons for moving a card of the virtual table: for players who can't drag it, and for actions that can't be
// dragged.

import { zoneLabel } from "../appearance/card_faces.js";
import { html } from "../page/dom.js";
import { say } from "../words/say.js";
import { seatLabel, view } from "../state/selectors.js";

/** @import { SimulatedPiece } from "../../types/messages.js" */
/** @import { State, VirtualTable } from "../../types/page.js" */

/** @type {(state: State, lying: SimulatedPiece, table: VirtualTable) => HTMLElement} */
export function cardTools(state, lying, table) {
  const { piece } = lying;
  const lies = lying.x_mm !== null;
  /** @type {(key: string, text: string, act: () => void) => HTMLElement} */
  const button = (key, text, act) => html("button", { type: "button", "data-key": key, onclick: act }, text);
  const cells = (state.surface?.cells ?? []).map(({ cell, seat }) => {
    const zone = zoneLabel(state, cell);
    return html(
      "option",
      { value: cell },
      zone ? (seat ? say("zones.of", { seat: seatLabel(state, seat), zone }) : `${zone} (${cell})`) : cell,
    );
  });
  const where = html("select", { "aria-label": say("table.where_card"), "data-key": "where" }, cells);
  return html(
    "div",
    { class: "row tools" },
    lies ? button("flip", say("table.flip"), () => table.flip(piece)) : null,
    lies ? button("turn", say("table.quarter"), () => table.handle("turn", piece)) : null,
    lies ? button("shuffle", say("table.shuffle"), () => table.handle("shuffle", piece)) : null,
    lies ? button("fan", say("table.fan"), () => table.handle("fan", piece)) : null,
    lies ? button("square", say("table.square"), () => table.handle("square", piece)) : null,
    (view(state)?.seats ?? []).map(({ seat }) =>
      seat === lying.hand
        ? null
        : button(`hold-${seat}`, say("table.to_hand", { seat: seatLabel(state, seat) }), () => table.hold(piece, seat)),
    ),
    lies || lying.hand ? button("take", say("table.take"), () => table.take(piece)) : null,
    html(
      "span",
      { class: "put" },
      where,
      button("put", say("table.put"), () => table.put(piece, where.value)),
      lies ? button("carry", say("table.carry"), () => table.carry(piece, where.value)) : null,
    ),
  );
}
