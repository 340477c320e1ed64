// Draws the large page: the sentence, the picture, the answers, and the buttons at its end.

import { isFielded } from "../board/spots.js";
import { fill, html } from "../page/dom.js";
import { timeToAnswer } from "../panels/clocks.js";
import { lookNumber } from "../appearance/worn_look.js";
import { ownSeat } from "../state/selectors.js";
import { say } from "../words/say.js";
import { PAGE } from "./own_turn.js";
import { draw, drawMap } from "./pictures.js";
import { isOnField } from "./shown.js";

/** @import { State } from "../../types/page.js" */
/** @import { Go, Option, Screen } from "./shown.js" */
/** @import { Step } from "./steps.js" */

/** @typedef {{ go: (go: Go) => void }} Tools */

/** The answers of a page of a list. @type {(options: readonly Option[], page: number) => readonly Option[]} */
export const pageOf = (options, page) => options.slice(page * PAGE, (page + 1) * PAGE);

/** The number of pages of a list. @type {(options: readonly Option[]) => number} */
export const pagesOf = (options) => Math.max(1, Math.ceil(options.length / PAGE));

/** The most letters of an answer that takes less than a line. */
const SHORT = 6;
/** @type {(one: Option) => boolean} */
const isShort = (one) => one.text.length <= SHORT && !one.picture && !one.detail;

/** @type {(region: HTMLElement, state: State, screen: Screen, step: Step, free: boolean, tools: Tools) => void} */
export function drawScreen(region, state, screen, step, free, tools) {
  const { options } = screen;
  const page = Math.min(step.page, pagesOf(options) - 1);
  const shown = pageOf(options, page);
  const fielded = isFielded(state) && options.concat(screen.always).some((one) => isOnField(state, one.place));
  fill(
    region,
    [screen, page, free, lookNumber(), state.faces, fielded ? [state.match?.view.pieces, state.surface] : null],
    () => [
      html(
        "div",
        { class: `question ${screen.kind}` },
        screen.picture ? draw(state, screen.picture) : null,
        html(
          "div",
          {},
          html("h1", { id: "says", tabindex: -1 }, screen.says, timeToAnswer(ownSeat(state) ?? "")),
          screen.detail ? html("p", { class: "detail" }, screen.detail) : null,
        ),
      ),
      fielded && isFielded(state) ? map(state, screen, shown, free, tools) : null,
      options.length || screen.always.length
        ? html(
            "ul",
            { class: shown.every(isShort) ? "answers short" : "answers" },
            shown.map((one, i) =>
              html("li", {}, answer(state, one, fielded && shown.length > 1 ? i + 1 : null, free, tools)),
            ),
            pagesOf(options) > 1 ? html("li", {}, more(page, pagesOf(options), tools)) : null,
            screen.always.map((one) => html("li", { class: "always" }, answer(state, one, null, free, tools))),
          )
        : null,
    ],
  );
}

/** @type {(state: import("../../types/page.js").Fielded, screen: Screen, shown: readonly Option[], free: boolean, tools: Tools) => SVGElement} */
function map(state, { options, from }, shown, free, { go }) {
  const drawn = drawMap(state, from, options, shown);
  drawn.addEventListener("click", ({ target }) => {
    const cell = target instanceof SVGElement ? target.dataset.cell : undefined;
    const meant = options.filter((one) => one.place === cell);
    if (free && meant.length === 1) go(meant[0].go);
  });
  return drawn;
}

/** @type {(state: State, one: Option, number: number | null, free: boolean, tools: Tools) => HTMLElement} */
const answer = (state, one, number, free, { go }) =>
  html(
    "button",
    {
      type: "button",
      class: one.dim ? "answer dim" : "answer",
      "data-key": one.key,
      disabled: !free && !one.dim,
      onclick: () => go(one.go),
    },
    number !== null ? html("span", { class: "nth", "aria-hidden": "true" }, String(number)) : null,
    one.picture ? draw(state, one.picture) : null,
    html("span", {}, one.text, one.detail ? html("span", { class: "detail" }, " ", one.detail) : null),
  );

/** @type {(page: number, pages: number, tools: Tools) => HTMLElement} */
const more = (page, pages, { go }) =>
  html(
    "button",
    {
      type: "button",
      class: "answer more",
      "data-key": "more",
      onclick: () => go({ step: { page: (page + 1) % pages } }),
    },
    say("large.more", { n: page + 1, all: pages }),
  );
