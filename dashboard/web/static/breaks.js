// Breaking off, going on, taking back: what the players agree on beside play.

import { fill, html } from "./dom.js";
import { maySettle, named, seatLabel, view } from "./selectors.js";

/** @import { EarlierPosition, TakeBackWish } from "../types/messages.js" */
/** @import { Children, State } from "../types/page.js" */
/** @typedef {() => void} Act */

const OFFERED = 6;

/**
 * Whether the players broke off.
 * @type {(state: State) => boolean}
 */
export const paused = (state) => state.situation?.paused ?? false;

/**
 * The region of pause and take-back; `pause`, `goOn` and `takeBack(revision)` ask the engine.
 * @type {(region: HTMLElement, state: State, tools: { pause: Act, goOn: Act, takeBack: (revision: number) => void }) => void}
 */
export function drawBreaks(region, state, { pause, goOn, takeBack }) {
  const running = state.match !== null && !state.match.view.outcome;
  const shown = running && (maySettle(state) || paused(state) || wishOf(state));
  region.hidden = !shown;
  const free = state.link.open && Object.values(state.sent).length === 0;
  fill(region, [shown, free, paused(state), wishOf(state), earlierOf(state), state.place, state.labels], () => {
    if (!shown) return [];
    if (paused(state)) return [pauseCard(state, free, goOn)];
    return [wishCard(state, free, takeBack), maySettle(state) ? tools(state, free, pause, takeBack) : null];
  });
}

/** @type {(state: State) => TakeBackWish | null} */
const wishOf = (state) => state.situation?.wish ?? null;
/** @type {(state: State) => EarlierPosition[]} */
const earlierOf = (state) => [...(state.match?.earlier ?? [])].reverse().slice(0, OFFERED);
/** @type {(key: string, text: Children, disabled: boolean, act: Act) => HTMLButtonElement} */
const button = (key, text, disabled, act) => html("button", { type: "button", "data-key": key, disabled, onclick: act }, text);
/** @type {(state: State, seats: readonly string[]) => string} */
const list = (state, seats) => seats.map((seat) => seatLabel(state, seat)).join(" and ");

/** @type {(state: State, free: boolean, goOn: Act) => HTMLElement} */
function pauseCard(state, free, goOn) {
  return html("div", { class: "break-card", role: "status" },
    html("h2", {}, "Paused"),
    html("p", {}, "Nothing is judged or played until the match goes on. The table is looked at then as it lies."),
    maySettle(state) ? button("go-on", "Go on", !free, goOn) : null);
}

/** @type {(state: State, free: boolean, takeBack: (revision: number) => void) => HTMLElement | null} */
function wishCard(state, free, takeBack) {
  const wish = wishOf(state);
  if (!wish) return null;
  const before = state.match?.earlier.find((one) => one.revision === wish.revision);
  const asked = state.place?.role === "arbiter" || wish.waiting.includes(state.place?.seat ?? "");
  return html("div", { class: "break-card", role: "group", "aria-label": "A take-back is asked for" },
    html("h2", {}, `${list(state, wish.wanted_by)} would take back`),
    html("p", {}, before ? `To before this: ${named(state, before.before)}` : `To revision ${wish.revision}`),
    asked
      ? button("agree", "Agree to take it back", !free, () => takeBack(wish.revision))
      : html("p", { class: "quiet" }, `Waiting for ${list(state, wish.waiting)} to agree.`));
}

/** @type {(state: State, free: boolean, pause: Act, takeBack: (revision: number) => void) => HTMLElement} */
function tools(state, free, pause, takeBack) {
  const earlier = earlierOf(state);
  const own = state.place?.role === "arbiter" || view(state)?.decision.seats.includes(state.place?.seat ?? "");
  /** @type {(position: EarlierPosition) => HTMLElement} */
  const one = (position) => button(`back-${position.revision}`, [
    html("span", {}, named(state, position.before)),
    position.this_turn && own ? null : html("span", { class: "quiet" }, state.place?.role === "arbiter" ? "ask the players first" : "all must agree"),
  ], !free, () => takeBack(position.revision));
  return html("div", { class: "break-tools" },
    earlier.length
      ? html("details", {}, html("summary", { "data-key": "take-back" }, "Take back…"),
          html("p", { class: "quiet" }, "Back to before:"), html("div", { class: "backs" }, earlier.map(one)))
      : null,
    button("pause", "Pause the match", !free, pause));
}
