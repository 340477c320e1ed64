// The arbiter's switch for showing all hands in the broadcast, after the table's delay.

import { linkHeaders } from "../line/own_link.js";
import { fill, html } from "../page/dom.js";
import { capital, language, say } from "../words/say.js";

/** @import { State } from "../../types/page.js" */

/**
 * The state of the broadcast: its delay (s; 0 without one), whether hands are shown, and its link; or a refusal
 * (`text`).
 * @typedef {{ after_s?: number, shown?: boolean, url?: string, code?: string, text?: string }} HandsFound
 */

/** @type {(method: "GET" | "POST", wanted?: string) => Promise<HandsFound>} */
async function found(method, wanted = "") {
  try {
    return await (await fetch(`/links/hands?lang=${language()}${wanted}`, { method, headers: linkHeaders() })).json();
  } catch {
    return { text: capital(say("notice.no_line")) };
  }
}

/**
 * The state of the broadcast with the switch, when the server has answered. Two taps show hands. At a table without a
 * delay it is hidden.
 * @type {() => HTMLElement}
 */
export function handsSwitch() {
  const region = html("section", { class: "hands-switch", "aria-label": say("hands.heading"), hidden: true });
  found("GET").then((one) => {
    region.hidden = one.after_s === 0;
    if (!region.hidden) draw(region, one);
  });
  return region;
}

/**
 * The same for the arbiter's own page, which also says how a table is started with a delay. Hidden from others.
 * @type {(region: HTMLElement) => Promise<void>}
 */
export async function drawHandsSwitch(region) {
  const one = await found("GET");
  region.hidden = one.text !== undefined;
  draw(region, one);
}

/**
 * The line for everybody at the table that the broadcast shows all hands; null if it doesn't.
 * @type {(state: State) => HTMLElement | null}
 */
export const handsLine = ({ match }) =>
  match?.hands ? html("p", { class: "hands-line" }, say("hands.shown_after", { s: match.hands.after_s })) : null;

/** @type {(region: HTMLElement, one: HandsFound) => void} */
function draw(region, one) {
  /** @type {(shown: boolean) => () => Promise<void>} */
  const turn = (shown) => async () => draw(region, { ...one, ...(await found("POST", `&shown=${shown}`)) });
  fill(region, one, () => [
    html("h3", {}, say("hands.heading")),
    one.text ? html("p", { role: "alert" }, one.text) : null,
    one.after_s === 0 ? html("p", { class: "quiet" }, say("hands.no_delay")) : null,
    one.after_s && !one.shown
      ? html(
          "details",
          { class: "reach" },
          html("summary", { "data-key": "hands-show" }, say("hands.show")),
          html("p", {}, say("hands.what", { s: one.after_s })),
          html(
            "button",
            { type: "button", "data-key": "hands-yes", onclick: turn(true) },
            say("hands.yes", { s: one.after_s }),
          ),
        )
      : null,
    one.shown
      ? html(
          "div",
          { class: "reach" },
          html("p", {}, say("hands.shown", { s: one.after_s ?? 0 })),
          one.code ? html("img", { src: one.code, alt: say("hands.code"), width: 164, height: 164 }) : null,
          html(
            "p",
            {},
            html(
              "a",
              { href: one.url, target: "_blank", rel: "noopener", "data-key": "hands-link" },
              say("hands.open"),
            ),
          ),
          html("button", { type: "button", "data-key": "hands-hide", onclick: turn(false) }, say("hands.hide")),
        )
      : null,
  ]);
}
