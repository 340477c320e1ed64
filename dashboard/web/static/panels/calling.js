// What the players are called: asked of whoever joins, and changed at the table.

import { fill, html } from "../page/dom.js";
import { keep, kept } from "../page/keeping.js";
import { say } from "../words/say.js";
import { mayAsk, maySettle, seatLabel, view } from "../state/selectors.js";

/** @import { SeatView } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */
/** @typedef {(seat: string, name: string) => void} Introduce */

/** What this tablet's player was called last, and whether this tab has asked. */
const [NAME, ASKED] = ["boardwarden-name", "boardwarden-name-asked"];
const LONGEST = 24;

/**
 * The seat whose player this tablet asks for a name; null where the table knows it, or there's nobody to ask.
 * @type {(state: State) => SeatView | null}
 */
export function unnamed(state) {
  const own = state.place?.role === "seat" ? state.place.seat : null;
  if (own === null || !state.match || state.match.view.outcome || own in (state.match.players ?? {})) return null;
  return state.match.view.seats.find((one) => one.seat === own) ?? null;
}

/**
 * Ask whoever joins what to be called, once a tab.
 * @type {(region: HTMLElement, state: State, tools: { introduce: Introduce, decline: () => void }) => void}
 */
export function drawCalling(region, state, { introduce, decline }) {
  const seat = unnamed(state);
  const asks = seat !== null && kept(ASKED, "tab") === null;
  const free = mayAsk(state);
  region.hidden = !asks;
  fill(region, [asks, seat?.seat, seat?.label, free], () => {
    if (!asks || !seat) return [];
    const later = () => {
      keep(ASKED, "later", "tab");
      decline();
    };
    return [html("div", { class: "break-card calling" },
      html("h2", {}, say("calling.what")),
      nameForm(seat.seat, kept(NAME) ?? "", free, say("calling.name"), introduce),
      html("button", { type: "button", class: "quiet-button", "data-key": "call-later", onclick: later }, say("calling.later", { seat: seat.label })))];
  });
}

/**
 * Where names are given and changed later: one's own, at the arbiter's page everybody's.
 * @type {(region: HTMLElement, state: State, introduce: Introduce) => void}
 */
export function drawNames(region, state, introduce) {
  const seats = (view(state)?.seats ?? []).filter((one) => state.place?.role === "arbiter" || one.seat === state.place?.seat);
  const shown = maySettle(state) && seats.length > 0;
  const free = mayAsk(state);
  region.hidden = !shown;
  fill(region, [shown, seats.map((one) => [one.seat, one.label]), state.match?.players, free], () => shown ? [
    html("details", {}, html("summary", { "data-key": "names" }, say("calling.heading")),
      seats.map((one) => nameForm(one.seat, state.match?.players?.[one.seat] ?? "", free, say("calling.of", { seat: seatLabel(state, one.seat) }), introduce))),
  ] : []);
}

/** @type {(seat: string, name: string, free: boolean, label: string, introduce: Introduce) => HTMLElement} */
function nameForm(seat, name, free, label, introduce) {
  const input = html("input", { type: "text", "data-key": `name-${seat}`, value: name, maxlength: LONGEST, autocomplete: "nickname", "aria-label": label, placeholder: label });
  /** @type {(event: Event) => void} */
  const send = (event) => {
    event.preventDefault();
    const given = input.value.trim();
    if (given) keep(NAME, given);
    introduce(seat, given);
  };
  return html("form", { class: "name-form", onsubmit: send }, input,
    html("button", { type: "submit", "data-key": `call-${seat}`, disabled: !free }, say("calling.so")));
}
