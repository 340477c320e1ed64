// The bar's heading: the seat to move, the due action, and the players who wait for it.

import { fill, html } from "../page/dom.js";
import { dueOf, saysNoMore, turnOf } from "../state/bar.js";
import { named } from "../state/sentences.js";
import { seatLook } from "../state/selectors.js";
import { say } from "../words/say.js";
import { standing } from "./clocks.js";
import { seatIcon, signOf } from "./seat_icon.js";

/** @import { State } from "../../types/page.js" */

/**
 * A text with a full stop, if another text follows. @param {string} text @param {string} next
 */
const stopped = (text, next) => text + (next && !/[.。!?！？]$/.test(text) ? say("joins.stop") : "");

/** @type {(region: HTMLElement, state: State) => void} */
export function drawTurn(region, state) {
  const turn = turnOf(state);
  const sign = turn.seat ? signOf(state, turn.seat) : "";
  const stands = standing(state);
  const due = dueOf(state);
  const { waits } = due;
  // If the title names the due action already, only the waiting players are named beneath.
  const must = due.must && saysNoMore(state, due.must, turn.title) ? "" : due.must;
  fill(region, [turn, seatLook(state, turn.seat), sign, stands, must, waits], () => [
    turn.seat ? seatIcon(state, turn.seat, 38) : null,
    html(
      "div",
      {},
      html("h1", {}, turn.title),
      html(
        "p",
        { class: "detail" },
        must ? html("span", { class: "must" }, stopped(named(state, must), waits)) : due.must ? null : turn.detail,
        waits ? html("span", { class: "waits" }, say("joins.after"), waits) : null,
        stands ? html("span", { class: "stands" }, say("turn.stands", { why: stands })) : null,
      ),
    ),
  ]);
}
