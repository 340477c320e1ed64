// Invites whoever keeps a fresh table to the guide that sets it up; says at its machine how to come to keep it.

import { isAtTable, ownLink } from "../line/seat_links.js";
import { fill, html } from "../page/dom.js";
import { keep, kept } from "../page/keeping.js";
import { say } from "../words/say.js";

/** @import { State } from "../../types/page.js" */

const KEPT = "boardwarden-invited";

/** Nobody who went another way in is invited any more. */
export const wasInvited = () => keep(KEPT, "followed");

/** Whether a page at the table's own machine looks on, though whoever opened it may want to keep the table. @param {State} state */
const looksOnAtTable = (state) => state.place?.role === "spectator" && ownLink() === "" && isAtTable();

/**
 * The invitation: on the arbiter's tablet, while nothing has been played, until it's declined or followed. A page that
 * was opened at the table's own machine without a link says where the arbiter's is.
 * @type {(region: HTMLElement, state: State) => void}
 */
export function drawInvitation(region, state) {
  // A player who has seen play go on isn't new here any more, nor at the next match.
  if (state.match && state.match.revision > 0 && kept(KEPT) === null) keep(KEPT, "played");
  const shown =
    state.mode === "match" && state.place?.role === "arbiter" && state.match?.revision === 0 && kept(KEPT) === null;
  const byLink = looksOnAtTable(state);
  region.hidden = !shown && !byLink;
  const decline = () => {
    keep(KEPT, "declined");
    region.hidden = true;
  };
  fill(region, [shown, byLink], () =>
    byLink
      ? [html("p", {}, say("start.by_link"))]
      : shown
        ? [
            html("p", {}, say("start.invitation")),
            html("a", { href: "/start", onclick: wasInvited }, say("start.follow")),
            html("button", { type: "button", onclick: decline }, say("start.decline")),
          ]
        : [],
  );
}
