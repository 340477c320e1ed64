// The page's header: the tablet's role, whether the table is watched, and the table's troubles.

import { fill, html } from "../page/dom.js";
import { maySettle, simulated } from "../state/selectors.js";
import { troubles } from "../state/troubles.js";
import { say } from "../words/say.js";

/** @import { State } from "../../types/page.js" */

/** @type {(region: HTMLElement, state: State, tools: { showLinks: () => void }) => void} */
export function drawSeating(region, state, { showLinks }) {
  const role = state.place?.role ?? null;
  const hall = state.dashboard?.hall ?? "";
  const table = state.dashboard?.table ?? "";
  fill(region, [role, hall, table], () => [
    role === "spectator" ? html("span", { class: "tag" }, say("seating.looking_on")) : null,
    role === "spectator" && hall
      ? html(
          "a",
          { class: "tag link", href: `${hall}seat?table=${encodeURIComponent(table)}`, "data-key": "by-code" },
          say("seating.by_code"),
        )
      : null,
    role === "arbiter"
      ? html(
          "button",
          { type: "button", class: "tag link", "data-key": "links", onclick: showLinks },
          say("seating.seat_tablets"),
        )
      : null,
    role === "arbiter" ? html("a", { class: "tag link", href: "/start" }, say("seating.set_up")) : null,
  ]);
}

/** @type {(region: HTMLElement, state: State, turnMode: () => void) => void} */
export function drawTags(region, state, turnMode) {
  // The same page shows both modes: a reload would take seconds, and lose the chosen piece.
  const turn = (/** @type {Event} */ event) => {
    event.preventDefault();
    turnMode();
  };
  const simulatedTable = simulated(state);
  const found = troubles(state);
  const live = state.link.open && found.every((one) => !one.stale);
  const watched = found.every((one) => !one.unwatched);
  const why = live ? (found.find((one) => one.inHeader)?.text ?? "") : "";
  const how = `tag ${live && watched ? "live" : "dead"}`;
  const word = say(!live ? "tags.dead" : watched ? "tags.live" : "tags.unwatched");
  const said = html("span", { class: "said" }, word);
  fill(region, [simulatedTable, live, watched, why, state.mode, state.place], () => [
    simulatedTable ? html("span", { class: "tag simulated" }, say("tags.simulated")) : null,
    simulatedTable && state.mode === "match" && maySettle(state)
      ? html("a", { class: "tag link", href: "/table", onclick: turn }, say("tags.move"))
      : null,
    state.mode === "table" ? html("a", { class: "tag link", href: "/", onclick: turn }, say("tags.match")) : null,
    why
      ? html(
          "span",
          { class: "why" },
          html("button", { type: "button", class: how, popovertarget: "why-unwatched", "data-key": "unwatched" }, said),
          html("p", { id: "why-unwatched", popover: "auto" }, why),
        )
      : html("span", { class: how }, said),
  ]);
}

/** @type {(region: HTMLElement, state: State, tools: { retry: () => void }) => void} */
export function drawTroubles(region, state, { retry }) {
  const found = troubles(state).filter((one) => !one.inHeader);
  const open = region.querySelector("details")?.open ?? false;
  fill(region, found, () =>
    found.map((one) =>
      html(
        "div",
        { class: `trouble ${one.stale ? "stale" : "note"}` },
        one.more
          ? html(
              "details",
              { open },
              html("summary", { "data-key": "sensors" }, one.text),
              html(
                "ul",
                {},
                one.more.map((text) => html("li", {}, text)),
              ),
            )
          : html("p", {}, one.text),
        one.link ? html("a", { class: "tag link", href: one.link }, say("tags.say_what")) : null,
        one.retry && state.link.ever
          ? html("button", { type: "button", "data-key": "retry", onclick: retry }, say("trouble.retry"))
          : null,
      ),
    ),
  );
}
