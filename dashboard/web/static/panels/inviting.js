// Invites the arbiter of a new table to the page that sets it up. On the table's own machine it says where the
// arbiter's link is.

import { isAtTable, ownLink } from "../line/own_link.js";
import { fill, html } from "../page/dom.js";
import { keep, kept } from "../page/keeping.js";
import { say } from "../words/say.js";

/** @import { State } from "../../types/page.js" */

const KEPT = "boardwarden-invited";

/** Note that this tablet needs no invitation any more. */
export const wasInvited = () => keep(KEPT, "followed");

/** Whether this page is at the table's own machine and has no link, so that its reader may want the arbiter's. @param {State} state */
const looksOnAtTable = (state) => state.place?.role === "spectator" && ownLink() === "" && isAtTable();

/**
 * Draw the invitation on the arbiter's tablet, before the first play, until somebody declines or follows it. A page
 * at the table's own machine without a link says where the arbiter's link is.
 * @type {(region: HTMLElement, state: State) => void}
 */
export function drawInvitation(region, state) {
  // A player who has seen a match isn't new any more, at the next match either.
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
      ? [html("p", {}, say("inviting.by_link"))]
      : shown
        ? [
            html("p", {}, say("inviting.ask")),
            html("a", { href: "/start", onclick: wasInvited }, say("inviting.follow")),
            html("button", { type: "button", onclick: decline }, say("inviting.decline")),
          ]
        : [],
  );
}
