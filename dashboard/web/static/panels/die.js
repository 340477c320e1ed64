// A die that is due: who throws it, how it is read, and buttons for its result.

import { fill, html } from "../page/dom.js";
import { listed, say } from "../words/say.js";
import { mayAsk, seatLabel, simulated, view } from "../state/selectors.js";

/** @import { PlayedAction } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/**
 * The possible results of the die that is due, as choices, in order; empty if none is due.
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
 * Whether this tablet may enter the die's result: the thrower's seat, any seat if nobody is named, or the arbiter.
 * @type {(state: State) => boolean}
 */
export function maySay(state) {
  const { role, seat } = state.place ?? {};
  const throwers = view(state)?.decision.seats ?? [];
  return role === "arbiter" || (role === "seat" && (throwers.length === 0 || throwers.includes(seat ?? "")));
}

/**
 * The sentence about the dice in the tray.
 * @type {(state: State) => string}
 */
function trayWord(state) {
  const tray = Object.values(state.dice).find((one) => one);
  if (!tray) return say("die.no_camera");
  if (tray.unsure > 0) return say("die.unsure");
  if (tray.rolling) return say("die.rolling");
  if (tray.values.length > 1) return say("die.several");
  return say("die.throw_in");
}

/**
 * The sentence about how the due die is thrown and read; empty if none is due.
 * @type {(state: State) => string}
 */
export function dieHint(state) {
  if (!dieDue(state).length) return "";
  return state.match?.dice === "tray" ? trayWord(state) : say(maySay(state) ? "die.throw_tap" : "die.at_table");
}

/** @type {(region: HTMLElement, state: State, tools: { choose: (one: PlayedAction) => void, toss: () => void }) => void} */
export function drawDie(region, state, { choose, toss }) {
  const falls = dieDue(state);
  region.hidden = falls.length === 0;
  const free = mayAsk(state);
  const tray = state.match?.dice === "tray";
  const shown = [falls, free, state.place, state.mode, state.match?.dice, state.dice, state.labels];
  fill(region, shown, () => {
    if (!falls.length) return [];
    const seats = view(state)?.decision.seats ?? [];
    const own = seats.includes(state.place?.seat ?? "");
    const who = own
      ? say("die.you")
      : seats.length
        ? say("die.they", { names: listed(seats.map((seat) => seatLabel(state, seat))) })
        : say("die.somebody");
    const may = maySay(state);
    return [
      html("h2", {}, who),
      html("p", { class: "quiet" }, dieHint(state)),
      may && tray && simulated(state) && state.mode === "table"
        ? html(
            "button",
            { type: "button", class: "toss", "data-key": "toss", disabled: !state.link.open, onclick: toss },
            say("die.throw"),
          )
        : null,
      may
        ? html(
            "div",
            { class: "falls", role: "group", "aria-label": say("die.fell") },
            falls.map((one) =>
              html(
                "button",
                {
                  type: "button",
                  class: "fall",
                  "data-key": `fall-${one.action.die}`,
                  title: one.text,
                  disabled: !free,
                  onclick: () => choose(one),
                },
                String(one.action.die),
              ),
            ),
          )
        : null,
    ];
  });
}
