// The seats' times. The engine reports them every second; between two reports the page counts on.

import { html, set } from "../page/dom.js";
import { say, sayable } from "../words/say.js";

/** @import { SeatTime } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/** The longest time that the page counts on by itself, so that a silent engine doesn't cost anybody time. */
const COUNTED_MS = 2500;
/** The time below which a seat is short of time. */
export const LOW_S = 60;

/**
 * A seat's time at `now` (ms); null without a clock.
 * @type {(state: State, seat: string, now: number) => SeatTime | null}
 */
export function timeOf(state, seat, now) {
  const clock = state.clock?.seats.find((one) => one.seat === seat);
  if (!clock) return null;
  if (!clock.runs) return clock;
  const passed = Math.min(Math.max(0, now - state.clockAt), COUNTED_MS) / 1000;
  const passes_s = clock.passes_s === null ? null : Math.max(0, clock.passes_s - passed);
  return {
    ...clock,
    passes_s,
    delay_s: Math.max(0, clock.delay_s - passed),
    left_s: clock.left_s - Math.max(0, passed - clock.delay_s),
  };
}

/**
 * The elements in a question that show the asked seat's time left, and the time until its answer counts as a pass.
 * @type {(seat: string) => HTMLElement[]}
 */
export const timeToAnswer = (seat) => [
  html("span", { class: "clock", "data-clock": seat, hidden: true }),
  html("span", { class: "clock passes", "data-passes": seat, hidden: true }),
];

/**
 * Whether a clock runs, so that times have to be drawn again soon.
 * @type {(state: State) => boolean}
 */
export const isTicking = (state) => state.clock?.seats.some((one) => one.runs) ?? false;

/**
 * A time as text: "29:41", "1:02:03", "−0:07" for a time that is over.
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
 * The words for why nobody's time runs; empty while a time runs.
 * @type {(state: State) => string}
 */
export const standing = (state) =>
  state.clock && sayable(`clock.${state.clock.stands}`) ? say(`clock.${state.clock.stands}`) : "";

/**
 * Write the times into the elements for them, which have `data-clock` or `data-passes`.
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
