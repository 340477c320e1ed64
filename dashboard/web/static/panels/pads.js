// The buttons and tags on the pads of the simulated board.

import { fill, html } from "../page/dom.js";
import { maySettle, ownSeat, view } from "../state/selectors.js";
import { say } from "../words/say.js";
import { seatIcon } from "./seat_icon.js";

/** @import { SeatView } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/**
 * The actions at the virtual table's pads.
 * @typedef {{ press: (seat: string) => void, lay: (seat: string, tag: string) => void }} PadTools
 */

/** @type {(region: HTMLElement, state: State, tools: PadTools) => void} */
export function drawPads(region, state, { press, lay }) {
  const now = state.mode === "table" ? view(state) : null;
  region.hidden = now === null;
  const own = ownSeat(state);
  const seats = (now?.seats ?? []).filter((one) => own === null || one.seat === own);
  fill(region, [seats.map((one) => one.seat), state.link.open, maySettle(state)], () =>
    now === null
      ? []
      : [
          html("div", { class: "pads" }, html("h2", {}, say("table.buttons")), seatRow(state, seats, "pad", press)),
          tagTray(state, seats, lay),
        ],
  );
}

/**
 * A button for each seat's pad.
 * @type {(state: State, seats: readonly SeatView[], key: "pad" | "lay", press: (seat: string) => void) => HTMLElement}
 */
function seatRow(state, seats, key, press) {
  const disabled = !state.link.open || !maySettle(state);
  return html(
    "div",
    { class: "row" },
    seats.map(({ seat, label }) =>
      html(
        "button",
        { type: "button", class: "pad", "data-key": `${key}-${seat}`, disabled, onclick: () => press(seat) },
        seatIcon(state, seat),
        label,
      ),
    ),
  );
}

/**
 * The form that lays a tag on a pad of the simulated board. The tag's uid is typed.
 * @type {(state: State, seats: readonly SeatView[], lay: PadTools["lay"]) => HTMLElement}
 */
function tagTray(state, seats, lay) {
  const uid = html("input", {
    type: "text",
    "aria-label": say("table.uid"),
    placeholder: "04A1B2C3D4E5F6",
    "data-key": "tag-uid",
    size: 16,
  });
  return html(
    "details",
    { class: "pads" },
    html("summary", { "data-key": "tag-tray" }, say("table.pads")),
    html("p", { class: "quiet" }, say("table.lay")),
    uid,
    seatRow(state, seats, "lay", (seat) => lay(seat, uid.value.trim())),
  );
}
