// The seats' time. The engine tells it every second; between two of its words the page counts on.

import { html, set } from "../page/dom.js";
import { say, sayable } from "../words/say.js";

/** @import { SeatTime } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/** So long the page counts on by itself: an engine that fell silent takes nobody's time. */
const COUNTED_MS = 2500;
/** From here on time is short. */
export const LOW_S = 60;

/**
 * A seat's time: {left_s, runs, delay_s, fallen, passes_s} as of `now`, or null where no time is taken.
 * @type {(state: State, seat: string, now: number) => SeatTime | null}
 */
export function timeOf(state, seat, now) {
  const told = state.clock?.seats.find((one) => one.seat === seat);
  if (!told) return null;
  if (!told.runs) return told;
  const passed = Math.min(Math.max(0, now - state.clockAt), COUNTED_MS) / 1000;
  const passes_s = told.passes_s === null ? null : Math.max(0, told.passes_s - passed);
  return {
    ...told,
    passes_s,
    delay_s: Math.max(0, told.delay_s - passed),
    left_s: told.left_s - Math.max(0, passed - told.delay_s),
  };
}

/**
 * Where a seat that is asked finds its time: what it has left, and when its answer passes by itself.
 * @type {(seat: string) => HTMLElement[]}
 */
export const timeToAnswer = (seat) => [
  html("span", { class: "clock", "data-clock": seat, hidden: true }),
  html("span", { class: "clock passes", "data-passes": seat, hidden: true }),
];

/**
 * Whether some clock runs, and the page has to be drawn again soon.
 * @type {(state: State) => boolean}
 */
export const isTicking = (state) => state.clock?.seats.some((one) => one.runs) ?? false;

/**
 * "29:41", "1:02:03", "−0:07" for time that is over.
 * @type {(seconds: number) => string}
 */
export function timeText(seconds) {
  const whole = seconds >= 0 ? Math.ceil(seconds) : Math.floor(-seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  /** @type {(n: number) => string} */
  const two = (n) => String(n).padStart(2, "0");
  return `${seconds < 0 && whole ? "−" : ""}${h ? `${h}:${two(m)}` : m}:${two(s)}`;
}

/**
 * Why nobody's time runs, for people; empty while it does.
 * @type {(state: State) => string}
 */
export const standing = (state) =>
  state.clock && sayable(`clock.${state.clock.stands}`) ? say(`clock.${state.clock.stands}`) : "";

/**
 * Write the time into the places that wait for it: elements with `data-clock` or `data-passes`.
 * @type {(root: HTMLElement, state: State, now: number) => void}
 */
export function drawClocks(root, state, now) {
  for (const place of root.querySelectorAll(/** @type {"span"} */ ("[data-passes]"))) {
    const due = timeOf(state, place.dataset.passes ?? "", now)?.passes_s ?? null;
    if (place.hidden !== (due === null)) place.hidden = due === null;
    const text = due === null ? "" : say("clock.passes", { time: timeText(due) });
    if (place.textContent !== text) place.textContent = text;
  }
  for (const place of root.querySelectorAll(/** @type {"span"} */ ("[data-clock]"))) {
    const time = timeOf(state, place.dataset.clock ?? "", now);
    if (place.hidden !== (time === null)) place.hidden = time === null;
    if (time === null) continue;
    const flags = [time.runs ? "runs" : "", time.left_s <= LOW_S ? "low" : "", time.fallen ? "fallen" : ""];
    const text = `${time.fallen ? "⚑ " : ""}${timeText(time.left_s)}${time.delay_s > 0 && time.runs ? ` +${Math.ceil(time.delay_s)}` : ""}`;
    if (place.textContent !== text) place.textContent = text;
    set(place, {
      class: ["clock", ...flags].filter(Boolean).join(" "),
      title: time.fallen ? say("clock.up") : standing(state) ? say("turn.stands", { why: standing(state) }) : null,
    });
  }
}
