// Faults to try at the virtual table. A button causes a fault; pressing it again ends the fault. The referee isn't
// informed: the simulated camera and board show the fault, as at a real table.

import { fill, html } from "../page/dom.js";
import { known } from "../state/physical.js";
import { say } from "../words/say.js";
import { view } from "../state/selectors.js";

/** @import { Order, State } from "../../types/page.js" */

const KINDS = {
  piece: ["hide", "knock", "stray", "wrong", "nudge", "between", "tag_off"],
  over: ["hand", "thing", "dim", "glare"],
  devices: ["bump", "unplug", "reader"],
  beneath: ["stuck_on", "stuck_off", "bounce", "crosstalk", "deaf", "two_tags"],
};

/**
 * Whether a fault can be tried now. The simulator refuses the others.
 * @param {State} state
 * @param {string} fault
 */
function possible(state, fault) {
  if (fault === "wrong") return Boolean(view(state)?.turn);
  if (fault === "reader" || KINDS.beneath.includes(fault))
    return Object.keys(state.devices).length > 0 || inForce(state).has(fault);
  return true;
}

/**
 * The present faults, each with the piece that it is about, or null.
 * @param {State} state
 * @returns {Map<string, string | null>}
 */
export const inForce = (state) =>
  new Map((state.simulated?.faults ?? []).map((one) => [one.fault, one.was?.piece ?? null]));

/**
 * The piece that a fault happens to: the chosen one, if it lies on the table and the fault can happen to it. Empty:
 * the simulator picks one by chance.
 * @param {State} state
 * @param {string} fault
 */
export function victim(state, fault) {
  const chosen = state.selected === null ? null : known(state, state.selected);
  const lies = state.simulated?.pieces.find(
    (one) => one.piece === state.selected || state.selected?.endsWith(`.${one.piece}`),
  );
  if (![...KINDS.piece, ...KINDS.beneath].includes(fault) || !chosen || !lies || lies.x_mm === null) return "";
  if (fault === "wrong" && chosen.seat !== view(state)?.turn) return "";
  return lies.piece;
}

/**
 * Draw the fold with the faults, only at the virtual table.
 * @param {HTMLElement} region
 * @param {State} state
 * @param {{ order: Order }} tools
 */
export function drawFaults(region, state, { order }) {
  region.hidden = state.mode !== "table" || state.simulated === null || state.place?.role === "seat";
  if (region.hidden) return;
  const on = inForce(state);
  const chosen = victim(state, "hide");
  const shown = [
    [...on],
    chosen,
    [...KINDS.devices, ...KINDS.beneath].map((fault) => possible(state, fault)),
    possible(state, "wrong"),
    say("faults.heading"),
  ];
  const open = region.querySelector("details")?.open ?? false;
  fill(region, shown, () =>
    html(
      "details",
      { open },
      html(
        "summary",
        { "data-key": "faults" },
        say("faults.heading"),
        on.size ? html("span", { class: "count" }, say("faults.in", { n: on.size })) : null,
      ),
      html("p", { class: "quiet" }, say("faults.about")),
      Object.entries(KINDS).map(([group, faults]) =>
        html(
          "fieldset",
          {},
          html("legend", {}, say(`faults.groups.${group}`)),
          group === "piece" || group === "beneath" ? html("p", { class: "quiet" }, aimed(state, group, chosen)) : null,
          html(
            "div",
            { class: "row" },
            faults.map((fault) => button(state, fault, on, order)),
          ),
        ),
      ),
      on.size
        ? html(
            "button",
            { type: "button", class: "all-right", "data-key": "fault-none", onclick: () => order({ order: "mend" }) },
            say("faults.none"),
          )
        : null,
    ),
  );
}

/**
 * The sentence about the piece that a group's faults happen to.
 * @param {State} state @param {string} group @param {string} chosen
 */
function aimed(state, group, chosen) {
  if (!chosen) return say(group === "piece" ? "faults.any" : "faults.any_cell");
  return say(group === "piece" ? "faults.chosen" : "faults.chosen_cell", { piece: known(state, chosen).label });
}

/** @param {State} state @param {string} fault @param {Map<string, string | null>} on @param {Order} order */
function button(state, fault, on, order) {
  const about = on.get(fault);
  const text = say(`faults.kinds.${fault}`);
  return html(
    "button",
    {
      type: "button",
      "data-key": `fault-${fault}`,
      "data-fault": fault,
      "aria-pressed": String(on.has(fault)),
      disabled: !possible(state, fault),
      onclick: () =>
        order(on.has(fault) ? { order: "mend", fault } : { order: "fault", fault, piece: victim(state, fault) }),
    },
    about ? `${text}: ${known(state, about).label}` : text,
  );
}
