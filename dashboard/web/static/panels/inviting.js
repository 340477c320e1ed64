// Invites whoever keeps a fresh table to the guide that sets it up.

import { fill, html } from "../page/dom.js";
import { keep, kept } from "../page/keeping.js";
import { say } from "../words/say.js";

/** @import { State } from "../../types/page.js" */

const KEPT = "boardwarden-invited";

/** Nobody who went another way in is invited any more. */
export const wasInvited = () => keep(KEPT, "followed");

/**
 * The invitation: on the arbiter's tablet, while nothing has been played, until it's declined or followed.
 * @type {(region: HTMLElement, state: State) => void}
 */
export function drawInvitation(region, state) {
  // A player who has seen play go on isn't new here any more, nor at the next match.
  if (state.match && state.match.revision > 0 && kept(KEPT) === null) keep(KEPT, "played");
  const shown = state.mode === "match" && state.place?.role === "arbiter" && state.match?.revision === 0 && kept(KEPT) === null;
  region.hidden = !shown;
  const decline = () => {
    keep(KEPT, "declined");
    region.hidden = true;
  };
  fill(region, shown, () => shown ? [
    html("p", {}, say("start.invitation")),
    html("a", { href: "/start", onclick: wasInvited }, say("start.follow")),
    html("button", { type: "button", onclick: decline }, say("start.decline")),
  ] : []);
}
