// The arbiter's tools to correct the chosen piece by taps: its facts in the match, and other values for them.

import { fill, html } from "../page/dom.js";
import { say } from "../words/say.js";
import { mayAsk, pieceOf } from "../state/selectors.js";
import { settable } from "./desk.js";

/** @import { CommandKind } from "../../types/messages.js" */
/** @import { CommandFields, State } from "../../types/page.js" */
/** @import { Settable } from "./desk.js" */

/** The most letters of a reason. */
const REASON = 300;
/** The number of larger values that are offered for a fact without a known maximum. */
const MORE = 1;

/**
 * The facts about the chosen piece that the arbiter may set; none on other pages. Pure.
 * @type {(state: State) => Settable[]}
 */
export const factsOfChosen = (state) =>
  state.place?.role === "arbiter" && state.selected !== null && !state.match?.view.outcome
    ? settable(state).filter((one) => one.piece === state.selected)
    : [];

/**
 * Make the tools in a region beside the chosen piece. `set` sets a fact with a reason; `placing` makes the next tap
 * on the board the piece's place (null: no longer).
 * @param {HTMLElement} region
 * @param {{ set: (kind: CommandKind, what: string, fields: CommandFields) => void, placing: (piece: string | null) => void }} tools
 */
export function createRighting(region, { set, placing }) {
  let why = "";

  /** @type {(one: Settable, name: string) => void} */
  const right = ({ fact, piece }, name) => {
    set("correct", say("desk.asks_correct"), {
      thing: fact,
      piece: piece ?? null,
      player: null,
      name,
      reason: why.trim() || say("desk.usual_why"),
    });
    why = "";
  };

  return {
    /** Draw the tools. @param {State} state */
    draw(state) {
      const facts = factsOfChosen(state);
      const free = mayAsk(state);
      region.hidden = facts.length === 0;
      fill(region, [facts, free, state.placing], () => [
        html("h3", {}, say("desk.correct_piece")),
        ...facts.map((one) =>
          html(
            "div",
            { class: "row", role: "group", "aria-label": one.label },
            html("span", { class: "quiet" }, one.label),
            ...waysOf(state, one, free, right, placing),
          ),
        ),
        html("input", {
          "data-key": "right-why",
          type: "text",
          maxlength: REASON,
          value: why,
          "aria-label": say("desk.why"),
          placeholder: say("desk.usual_why"),
          oninput: (/** @type {Event} */ event) => {
            why = /** @type {HTMLInputElement} */ (event.target).value;
          },
        }),
      ]);
    },
    /** Set the place of the piece that is being placed to a tapped cell; whether one is. @type {(state: State, cell: string) => boolean} */
    takePlace(state, cell) {
      const at = factsOfChosen(state).find((one) => one.kind === "cell");
      if (state.placing === null || !at) return false;
      placing(null);
      right(at, cell);
      return true;
    },
  };
}

/**
 * The buttons with the other values of a fact.
 * @type {(state: State, one: Settable, free: boolean, right: (one: Settable, name: string) => void, placing: (piece: string | null) => void) => HTMLElement[]}
 */
function waysOf(state, one, free, right, placing) {
  /** @type {(key: string, text: string, act: () => void, pressed?: boolean) => HTMLElement} */
  const chip = (key, text, act, pressed) =>
    html(
      "button",
      {
        type: "button",
        class: "chip",
        "data-key": `right-${key}`,
        disabled: !free,
        "aria-pressed": pressed === undefined ? null : String(pressed),
        onclick: act,
      },
      text,
    );
  if (one.kind === "number") {
    const most = pieceOf(state, one.piece ?? "")?.hp_max ?? Number(one.now) + MORE;
    return Array.from({ length: most + 1 }, (_, value) => String(value))
      .filter((value) => value !== one.now)
      .map((value) => chip(`${one.fact}-${value}`, value, () => right(one, value)));
  }
  if (one.kind === "flag") {
    const other = one.now === "true" ? "false" : "true";
    return [chip(one.fact, say(other === "true" ? "desk.acted" : "desk.not_acted"), () => right(one, other))];
  }
  const isPlacing = state.placing !== null;
  return [
    chip("place", say("desk.elsewhere"), () => placing(isPlacing ? null : (one.piece ?? null)), isPlacing),
    chip("gone", say("desk.gone"), () => right(one, "")),
  ];
}
