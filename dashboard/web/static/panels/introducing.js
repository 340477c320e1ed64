// The players' names and signs. Each player who joins is asked for them; they can be changed at the table.

import { fill, html } from "../page/dom.js";
import { keep, kept } from "../page/keeping.js";
import { CALLED } from "../line/own_link.js";
import { say } from "../words/say.js";
import { look } from "../appearance/worn_look.js";
import { mayAsk, maySettle, ownSeat, seatLabel, seatLook, view } from "../state/selectors.js";
import { offersOf } from "../state/uses.js";
import { signOf, signedIcon } from "./seat_icon.js";

/** @import { SeatView } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */
/** @typedef {(seat: string, name: string, sign: string) => void} Introduce */

/** The last name of this tablet's player, and whether this tab has asked. */
const [NAME, SIGN, ASKED] = ["boardwarden-name", "boardwarden-sign", "boardwarden-name-asked"];
/** The longest input, which is longer than any name that the table takes. The table checks a name's length itself. */
const LONGEST = 640;
/** The most letters of a name that the table takes; a tournament's may be longer. */
const LONGEST_NAME = 40;

/**
 * The seat whose player this tablet asks for a name; null if the name is known, or there is nobody to ask.
 * @type {(state: State) => SeatView | null}
 */
export function unnamed(state) {
  const own = ownSeat(state);
  if (own === null || !state.match || state.match.view.outcome || own in (state.match.players ?? {})) return null;
  // The targets of a card and the actions of a piece come first: the question for a name would stand above them.
  if (state.using !== null || offersOf(state).length) return null;
  // If others wait for this seat's answer, the answer comes first.
  const { kind, seats } = state.match.view.decision;
  if (kind === "answer" && seats.includes(own)) return null;
  return state.match.view.seats.find((one) => one.seat === own) ?? null;
}

/**
 * Give the name under which a tournament's code has seated this tab's player, once; the player is asked for none.
 * @type {(state: State, introduce: Introduce) => void}
 */
export function giveKnownName(state, introduce) {
  const [own, known] = [ownSeat(state), kept(CALLED, "tab")];
  if (own === null || !known || !state.match || state.match.view.outcome || !mayAsk(state)) return;
  keep(CALLED, "", "tab");
  keep(ASKED, "known", "tab");
  const name = [...known].slice(0, LONGEST_NAME).join("");
  const sign = state.match.signs?.[own] ?? "";
  // A drawing mustn't change the state that it draws.
  if (state.match.players?.[own] !== name) queueMicrotask(() => introduce(own, name, sign));
}

/** Don't ask this tab's player for a name, because a lesson comes first. */
export const askNoName = () => keep(ASKED, "later", "tab");

/**
 * Ask a player who joins for a name, once in each tab.
 * @type {(region: HTMLElement, state: State, tools: { introduce: Introduce, decline: () => void }) => void}
 */
export function drawCalling(region, state, { introduce, decline }) {
  const seat = unnamed(state);
  const asks = seat !== null && kept(ASKED, "tab") === null;
  const free = mayAsk(state);
  region.hidden = !asks;
  fill(region, [asks, seat?.seat, seat?.label, state.match?.signs, free], () => {
    if (!asks || !seat) return [];
    const later = () => {
      keep(ASKED, "later", "tab");
      decline();
    };
    return [
      html(
        "div",
        { class: "break-card calling" },
        html("h2", {}, say("calling.what")),
        nameForm(
          state,
          seat.seat,
          { name: kept(NAME) ?? "", sign: kept(SIGN) ?? "" },
          free,
          say("calling.name"),
          introduce,
          html(
            "button",
            { type: "button", class: "quiet-button", "data-key": "call-later", onclick: later },
            say("calling.later", { seat: seat.label }),
          ),
        ),
      ),
    ];
  });
}

/**
 * Draw the forms that change names later: a seat's own name, or on the arbiter's page all names.
 * @type {(region: HTMLElement, state: State, introduce: Introduce) => void}
 */
export function drawNames(region, state, introduce) {
  const seats = (view(state)?.seats ?? []).filter(
    (one) => state.place?.role === "arbiter" || one.seat === state.place?.seat,
  );
  const shown = maySettle(state) && seats.length > 0;
  const free = mayAsk(state);
  region.hidden = !shown;
  fill(
    region,
    [shown, seats.map((one) => [one.seat, one.label]), state.match?.players, state.match?.signs, free],
    () =>
      shown
        ? [
            html(
              "details",
              {},
              html("summary", { "data-key": "names" }, say("calling.heading")),
              seats.map((one) =>
                nameForm(
                  state,
                  one.seat,
                  { name: state.match?.players?.[one.seat] ?? "", sign: signOf(state, one.seat) },
                  free,
                  say("calling.of", { seat: seatLabel(state, one.seat) }),
                  introduce,
                ),
              ),
            ),
          ]
        : [],
  );
}

/** @type {(state: State, seat: string, known: { name: string, sign: string }, free: boolean, label: string, introduce: Introduce, later?: HTMLElement | null) => HTMLElement} */
function nameForm(state, seat, { name, sign }, free, label, introduce, later = null) {
  const input = html("input", {
    type: "text",
    "data-key": `name-${seat}`,
    value: name,
    maxlength: LONGEST,
    autocomplete: "nickname",
    "aria-label": label,
    placeholder: label,
  });
  /** @type {(event: Event) => void} */
  const send = (event) => {
    event.preventDefault();
    const given = input.value.trim();
    if (given) keep(NAME, given);
    const chosen = signs.querySelector(/** @type {"input"} */ ("input:checked"))?.value ?? "";
    if (chosen) keep(SIGN, chosen);
    introduce(seat, given, chosen);
  };
  const signs = signsOf(state, seat, sign, free);
  return html(
    "form",
    { class: "name-form", onsubmit: send },
    input,
    html("button", { type: "submit", "data-key": `call-${seat}`, disabled: !free }, say("calling.so")),
    later,
    signs,
  );
}

/**
 * The signs to choose from, each with the seat's shape. Other players' signs aren't offered; no sign is.
 * @type {(state: State, seat: string, sign: string, free: boolean) => HTMLElement}
 */
function signsOf(state, seat, sign, free) {
  const others = Object.entries(state.match?.signs ?? {})
    .filter(([one]) => one !== seat)
    .map(([, taken]) => taken);
  const offered = ["", ...Object.keys(look().signs).filter((one) => !others.includes(one))];
  const chosen = offered.includes(sign) ? sign : "";
  return html(
    "fieldset",
    { class: "signs" },
    html("legend", {}, say("calling.sign")),
    offered.map((one) =>
      html(
        "label",
        { title: say(`signs.${one || "none"}`) },
        html("input", {
          type: "radio",
          name: `sign-${seat}`,
          value: one,
          checked: one === chosen,
          disabled: !free,
          "data-key": `sign-${seat}-${one}`,
          "aria-label": say(`signs.${one || "none"}`),
        }),
        signedIcon(seatLook(state, seat), one, 36),
      ),
    ),
  );
}
