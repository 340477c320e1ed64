// The state of a replay, and its changes. Pure: no DOM, no rules, and no clock: events have the seconds that passed.

import { isRightAgain } from "./sentences.js";

/** @import { Moment, Replay, ReplayEvent } from "../../types/page.js" */

/**
 * The state before a match is loaded. `moments` are in order of time; `number` is the present one's index.
 * @type {Replay}
 */
export const begun = { length: 0, moments: [], at: 0, number: 0, playing: false, speed: 1, skips: true };

/** The time that is played after a moment, and before the next one. The time between them is skipped. */
const LOOKED_AT_S = 2.5;
const LEAD_S = 1;

/**
 * The replay after an event; unknown events change nothing.
 * @type {(state: Replay, event: ReplayEvent) => Replay}
 */
export function reduce(state, event) {
  switch (event.type) {
    case "read":
      return stood({ ...state, length: event.length, moments: event.moments, playing: false }, event.at);
    case "seek":
      return stood(state, event.at);
    case "step": {
      const number = state.number + event.by;
      return number in state.moments ? { ...stood(state, state.moments[number].at_s), number, playing: false } : state;
    }
    case "warning": {
      const number = warningFrom(state, event.by);
      return number === null ? state : { ...stood(state, state.moments[number].at_s), number, playing: false };
    }
    case "play":
      // At the end, playing starts at the beginning again.
      return { ...(state.at >= state.length ? stood(state, 0) : state), playing: !state.playing };
    case "speed":
      return { ...state, speed: event.speed };
    case "skips":
      return { ...state, skips: event.skips };
    case "passed": {
      if (!state.playing) return state;
      const next = stood(state, past(state, state.at + event.seconds * state.speed));
      return next.at >= next.length ? { ...next, playing: false } : next;
    }
    default:
      return state;
  }
}

/**
 * The time to play next: a time after the dead time, if `at` is in it.
 * @type {(state: Replay, at: number) => number}
 */
function past(state, at) {
  if (!state.skips) return at;
  const since = state.moments[state.number]?.at_s ?? 0;
  const until = state.moments[state.number + 1]?.at_s ?? state.length;
  return at > since + LOOKED_AT_S * state.speed && at < until - LEAD_S * state.speed
    ? until - LEAD_S * state.speed
    : at;
}

/**
 * Whether a moment has a warning or a question. Unfinished moves are neither.
 * @type {(moment: Moment) => boolean}
 */
export const warns = (moment) => moment.verdicts.some((one) => one.kind === "illegal" || one.kind === "ambiguous");

/**
 * The entries of the list of plays and remarks, one for each moment with news; `number` is the moment's index.
 * Unfinished moves aren't news. A table that is right again is only news after a warning or a question.
 * @type {(moments: readonly Moment[]) => { number: number, at_s: number, warns: boolean, text: string }[]}
 */
export function entriesOf(moments) {
  let wrong = false;
  return moments.flatMap((one, number) => {
    const played = number > 0 && one.revision !== moments[number - 1].revision;
    const spoken = one.verdicts.filter((verdict) => verdict.kind !== "pending" && (!isRightAgain(verdict) || wrong));
    if (one.verdicts.some(({ kind }) => kind === "settled")) wrong = false;
    if (warns(one)) wrong = true;
    const texts = spoken.length
      ? spoken.map((verdict) => [verdict.text, ...verdict.rules].join(" · "))
      : played
        ? one.played
        : [];
    return spoken.length || played ? [{ number, at_s: one.at_s, warns: warns(one), text: texts.join(" · ") }] : [];
  });
}

/**
 * The index of the nearest moment with a warning, before (-1) or after (1) the present one; null without one.
 * @type {(state: Replay, by: number) => number | null}
 */
export function warningFrom(state, by) {
  for (let number = state.number + by; number in state.moments; number += by) {
    if (warns(state.moments[number])) return number;
  }
  return null;
}

/** @type {(state: Replay, at: number) => Replay} */
function stood(state, at) {
  const held = Math.min(Math.max(0, Number.isFinite(at) ? at : 0), state.length);
  let [low, high] = [0, state.moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    // Times are sent rounded to thousandths of a second.
    if (state.moments[middle].at_s <= held + 0.0005) low = middle + 1;
    else high = middle;
  }
  return { ...state, at: held, number: Math.max(0, low - 1) };
}

/**
 * A time of play (s) as text: "1:02:03".
 * @type {(seconds: number) => string}
 */
export function clock(seconds) {
  const whole = Math.floor(seconds + 0.0005);
  /** @type {(value: number) => string} */
  const two = (value) => String(value).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
