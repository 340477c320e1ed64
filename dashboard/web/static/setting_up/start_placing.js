// The guide's last steps: putting the pieces where the opening has them, one at a time; giving tablets their seats.

import { fill, html } from "../page/dom.js";
import { linkList } from "../line/seat_links.js";
import { capital, say } from "../words/say.js";
import { pieceOf } from "../state/selectors.js";
import { isSimulated, placing } from "./steps.js";

/** @import { OfferedBoard, RepairStep } from "../../types/messages.js" */
/** @import { Found } from "../line/seat_links.js" */
/** @import { State } from "../../types/page.js" */
/** @import { Facts } from "./steps.js" */

/**
 * Draw the number of pieces that lie right, and the next piece with its place, large. While nobody sees the table, the
 * board to lay out is named; `print` leads to its prints.
 * @type {(content: HTMLElement, state: State, facts: Facts, lay: { board: OfferedBoard | null, print: () => void }) => void}
 */
export function drawPlacing(content, state, facts, { board, print }) {
  const { all, wrong, right, seen } = placing(facts);
  const [next, ...later] = wrong;
  const headline = state.match?.view.headline ?? "";
  const open = content.querySelector("details.later")?.hasAttribute("open") ?? false;
  fill(content, ["place", all, right, seen, wrong, headline, state.labels, board?.name, board?.board], () => [
    board && !seen && !isSimulated(facts) ? boardToLay(board, print) : null,
    html(
      "div",
      { class: "progress" },
      html("progress", { value: right, max: Math.max(1, all), "aria-label": say("start.place.progress") }),
      html("p", {}, all ? say("start.place.counted", { right, all }) : say("start.place.empty", { headline })),
    ),
    !seen
      ? html("p", { class: "wrong" }, say("start.place.unseen"))
      : next
        ? nextPiece(next, state)
        : html("p", { class: "ready" }, say(all ? "start.place.ready" : "start.place.choose")),
    later.length
      ? html(
          "details",
          { class: "later", open },
          html("summary", { "data-key": "later" }, say("start.place.later", { n: later.length })),
          html(
            "ol",
            {},
            later.map((one) => html("li", {}, one.text)),
          ),
        )
      : null,
    seen && !next
      ? html("p", {}, html("a", { class: "away", href: "/", "data-key": "table" }, say("start.place.table")))
      : null,
  ]);
}

/** @type {(board: OfferedBoard, print: () => void) => HTMLElement} */
const boardToLay = ({ name, seats }, print) =>
  html(
    "div",
    { class: "row note" },
    html("span", {}, say("start.place.lay", { board: capital(name), n: seats.length })),
    html("button", { type: "button", "data-key": "print-it", onclick: print }, say("start.place.print")),
  );

/** @type {(step: RepairStep, state: State) => HTMLElement} */
const nextPiece = (step, state) =>
  html(
    "div",
    { class: "next", role: "status" },
    html("span", { class: "what" }, pieceOf(state, step.piece)?.label ?? step.piece),
    html("span", { class: "arrow", "aria-hidden": "true" }, "→"),
    html("span", { class: "where" }, step.to ?? say("start.place.off")),
    html("p", {}, step.text),
  );

/**
 * Draw the codes that give tablets their seats; `show` gets the new ones when the room is let in.
 * @type {(content: HTMLElement, links: Found | null, show: (next: Found) => void) => void}
 */
export function drawSeating(content, links, show) {
  // The codes stay while a tablet joins, so that nothing moves under a finger.
  fill(content, ["seats", links && { ...links, joined: null }], () =>
    links ? linkList(links, show) : html("p", {}, say("start.seats.loading")),
  );
}
