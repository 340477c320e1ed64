// The bar's heading: whose turn it is, what is due, who waits for it.

import { fill, html } from "../page/dom.js";
import { dueOf, turnOf } from "../state/bar.js";
import { named } from "../state/sentences.js";
import { seatLook } from "../state/selectors.js";
import { say } from "../words/say.js";
import { standing } from "./clocks.js";
import { seatIcon, signOf } from "./seat_icon.js";

/** @import { State } from "../../types/page.js" */

/**
 * The due action, as a sentence of its own where another one follows. @param {string} text @param {string}
 * next
 */
const stopped = (text, next) => text + (next && !/[.。!?！？]$/.test(text) ? say("joins.stop") : "");

/** @type {(region: HTMLElement, state: State) => void} */
export function drawTurn(region, state) {
  const turn = turnOf(state);
  const sign = turn.seat ? signOf(state, turn.seat) : "";
  const stands = standing(state);
  const due = dueOf(state);
  const { waits } = due;
  // A due action is said once: where the heading says it, only the seat that waits for it is said beneath.
  const must = due.must && named(state, due.must) === turn.title ? "" : due.must;
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
