// The guide's list of matches that were broken off and can be continued.

import { asked } from "./checkups.js";
import { fill, html } from "../page/dom.js";
import { capital, language, say } from "../words/say.js";

/** @typedef {{ match: string, game: string, board: string, revision: number, last_at: number, players: readonly string[] }} BrokenOff A match that can be continued. */

/** Load the matches that were broken off, the newest first; null if the table doesn't answer. @type {() => Promise<readonly BrokenOff[] | null>} */
export const askForBrokenOff = () => asked("/broken-off");

/** The match that the page's address asks to continue. It is read here before a link's part is taken from the address. */
export const named = new URLSearchParams(location.search).get("go-on");

/**
 * Draw the matches that were broken off, without the one on the table; nothing if there are none.
 * @type {(place: HTMLElement, now: { found: readonly BrokenOff[] | null, onTable: string | null, mayOpen: boolean, busy: boolean }, goOn: (match: string) => void) => void}
 */
export function drawGoingOn(place, { found, onTable, mayOpen, busy }, goOn) {
  const others = (found ?? []).filter((one) => one.match !== onTable);
  place.hidden = !others.length;
  fill(place, [others, mayOpen, busy, language()], () =>
    html(
      "details",
      { class: "readings", open: named !== null && named !== onTable },
      html("summary", { "data-key": "going-on" }, say("start.going_on.heading")),
      html("p", { class: "quiet" }, say("start.going_on.about")),
      html(
        "ul",
        { class: "ways" },
        others.map((one) =>
          html(
            "li",
            { class: one.match === named ? "chosen" : null },
            html("strong", {}, said(one)),
            html(
              "span",
              { class: "quiet" },
              say("start.going_on.facts", {
                match: one.match,
                n: one.revision,
                when: new Date(one.last_at * 1000).toLocaleString(language()),
              }),
            ),
            html(
              "button",
              {
                type: "button",
                "data-key": `go-on-${one.match}`,
                disabled: !mayOpen || busy,
                onclick: () => goOn(one.match),
              },
              say("start.going_on.go_on"),
            ),
          ),
        ),
      ),
    ),
  );
}

/** The game's name, with the players who gave names. @param {BrokenOff} one */
const said = (one) => [capital(one.board), ...(one.players.length ? [one.players.join(", ")] : [])].join(" · ");
