// A die that is due: whose it is, where it is thrown, and buttons to say how it fell.

import { fill, html } from "./dom.js";
import { seatLabel, simulated, view } from "./selectors.js";

/** @import { PlayedAction } from "../types/messages.js" */
/** @import { State } from "../types/page.js" */

/**
 * The ways the die that is due may fall, as choices, in order; empty when none is due.
 * @type {(state: State) => readonly PlayedAction[]}
 */
export function dieDue(state) {
  const now = view(state);
  if (now?.decision.chooser !== "chance" || now.outcome) return [];
  const choices = state.match?.choices ?? [];
  const falls = choices.filter((one) => typeof one.action.die === "number");
  return falls.length === choices.length ? falls : [];
}

/**
 * Whether this tablet may say how the die fell: who throws it, anybody for a die that is nobody's, the arbiter.
 * @type {(state: State) => boolean}
 */
function maySay(state) {
  const { role, seat } = state.place ?? {};
  const throwers = view(state)?.decision.seats ?? [];
  return role === "arbiter" || (role === "seat" && (throwers.length === 0 || throwers.includes(seat ?? "")));
}

/**
 * What the tray says of what lies in it.
 * @type {(state: State) => string}
 */
function trayWord(state) {
  const tray = Object.values(state.dice).find((one) => one);
  if (!tray) return "No camera tells of the tray: tap what fell.";
  if (tray.unsure > 0) return "Something in the tray can't be read. Throw again, or tap what fell.";
  if (tray.rolling) return "The die comes to rest…";
  if (tray.values.length > 1) return "More than one die lies in the tray: leave one, or tap what fell.";
  return "Throw one die into the tray. If it isn't read, tap what fell.";
}

/** @type {(region: HTMLElement, state: State, tools: { choose: (one: PlayedAction) => void, toss: () => void }) => void} */
export function drawDie(region, state, { choose, toss }) {
  const falls = dieDue(state);
  region.hidden = falls.length === 0;
  const free = state.link.open && Object.values(state.sent).length === 0;
  const tray = state.match?.dice === "tray";
  const shown = [falls, free, state.place, state.mode, state.match?.dice, state.dice, state.labels];
  fill(region, shown, () => {
    if (!falls.length) return [];
    const seats = view(state)?.decision.seats ?? [];
    const own = seats.includes(state.place?.seat ?? "");
    const who = own ? "You roll" : seats.length ? `${seats.map((seat) => seatLabel(state, seat)).join(" and ")} rolls` : "Somebody rolls";
    const may = maySay(state);
    const how = tray ? trayWord(state) : may ? "Throw it, then tap what fell." : "It's thrown at the table.";
    return [
      html("h2", {}, `${who} a die`),
      html("p", { class: "quiet" }, how),
      may && tray && simulated(state) && state.mode === "table"
        ? html("button", { type: "button", class: "toss", "data-key": "toss", disabled: !state.link.open, onclick: toss }, "Throw the die")
        : null,
      may
        ? html("div", { class: "falls", role: "group", "aria-label": "How the die fell" },
            falls.map((one) => html("button", { type: "button", class: "fall", "data-key": `fall-${one.action.die}`, title: one.text, disabled: !free, onclick: () => choose(one) }, String(one.action.die))))
        : null,
    ];
  });
}
