// Changes a page's state by the server's messages, channel by channel. Pure.

import { say, sayable } from "../words/say.js";
import { fieldOf, seen, side } from "./seen_field.js";
import { helpsUnasked, isGone, watches } from "./selectors.js";

/** @import { Answer, Envelope, HandSheet, MatchState, SeatSheet, Situation, TabletPlace, Verdict } from "../../types/messages.js" */
/** @import { Picked, State } from "../../types/page.js" */

const PLACES_KEPT = 16;

const VERDICTS_KEPT = 60;

/** A busy machine leaves a camera without frames for 3 to 5 s, and no play is lost by that. */
const SILENT_MS = 8000;
/** A camera that drops out every few seconds isn't back between two gaps. */
const BACK_MS = 5000;

/** @type {(state: State, message: Envelope) => State} */
export function withMessage(state, { channel, name, data }) {
  switch (channel) {
    case "surface":
      return seen(state.turned ? state : { ...state, quarters: side(state, state.place, data) }, {
        ...state.received,
        surface: data,
      });
    case "match":
      return withMatch(state, data);
    case "advice":
      return { ...state, advice: data };
    case "situation":
      return {
        ...state,
        situation: data,
        verdicts: merged(state, data),
        saidSince: saysAnother(state.situation, data) ? (state.heardAt ?? 0) : state.saidSince,
        carried: ["illegal", "ambiguous"].includes(data.current?.kind ?? "") ? null : state.carried,
      };
    case "sensing":
      return { ...state, sensing: data };
    case "proof":
      return { ...state, proofs: named(state.proofs, name, data) };
    case "clock":
      return { ...state, clock: data, clockAt: state.heardAt ?? 0 };
    case "verdict":
      return { ...state, verdicts: appended(state.verdicts, data) };
    case "answer":
      return answered(state, data);
    case "place":
      return placed(state, data);
    case "tags":
      return { ...state, tags: data };
    case "seat":
      return {
        ...state,
        sheet: data,
        using: laidDown(state.sheet, data) ?? (data?.revision === state.sheet?.revision ? state.using : null),
      };
    case "hand":
      return held(state, data);
    case "error":
      return { ...state, sent: {}, carried: null, notice: { tone: data.tone ?? "problem", text: data.text } };
    case "camera":
      return { ...state, cameras: named(state.cameras, name, data) };
    case "dice":
      return { ...state, dice: named(state.dice, name, data) };
    case "device":
      return { ...state, devices: named(state.devices, name, data) };
    case "availability":
      return { ...state, services: named(state.services, name, data) };
    case "simulated_table":
      return seen(state, { ...state.received, simulated: data });
    case "wish":
      return { ...state, wish: data };
    case "dashboard":
      return { ...state, dashboard: data };
    default:
      return state;
  }
}

/**
 * The use of a card that was just laid on the seat's pad, so that it asks for its targets at once; null without one.
 * @type {(before: SeatSheet | null, sheet: SeatSheet | null) => { key: string, picked: Picked } | null}
 */
function laidDown(before, sheet) {
  const key = sheet?.laid?.find((one) => !before?.laid?.includes(one));
  return key ? { key, picked: {} } : null;
}

/**
 * Choose a piece that the seat's player lifts, without a tap, and let it go when it is put down. While targets are
 * being chosen nothing changes, because a lifted piece may be a target. In another's turn nothing is chosen: a hand
 * clears away what this seat's turn has left.
 * @type {(state: State, hand: HandSheet | null) => State}
 */
function held(state, hand) {
  const [before, piece] = [state.hand?.piece ?? null, hand?.piece ?? null];
  if (!helpsUnasked(state)) return { ...state, hand };
  const turn = state.match?.view.turn ?? null;
  const chooses = piece !== null && state.using === null && (turn === null || turn === state.place?.seat);
  const selected = chooses ? piece : state.selected === before ? null : state.selected;
  const changed = selected === state.selected ? {} : { selected, asked: null, wondered: null, reasons: null };
  return { ...state, hand, ...changed };
}

/**
 * Take a new place, and show the table from its side.
 * @type {(state: State, place: TabletPlace) => State}
 */
function placed(state, place) {
  if (state.place?.seat === place.seat && state.place?.role === place.role) return state;
  const moved = {
    ...state,
    place,
    sheet: place.seat === state.sheet?.seat ? state.sheet : null,
    hand: null,
    using: null,
  };
  if ((state.place?.seat ?? null) === place.seat) return moved;
  return seen({ ...moved, quarters: side(state, place, state.received.surface), turned: false }, state.received);
}

/**
 * The values by name with one more; null removes it.
 * @template Value @param {Readonly<Record<string, Value>>} known @param {string} name @param {Value | null} data @returns {Record<string, Value>}
 */
function named(known, name, data) {
  const { [name]: _, ...others } = known;
  return data === null ? others : { ...others, [name]: data };
}

/**
 * Whether another verdict is in force than before, or the same asks for other steps, because hands go on with it.
 * @type {(before: Situation | null, now: Situation) => boolean}
 */
const saysAnother = (before, now) =>
  before?.current?.kind !== now.current?.kind ||
  before?.current?.text !== now.current?.text ||
  JSON.stringify(before?.current?.repair) !== JSON.stringify(now.current?.repair);

/** Whether the players have other names than before. @type {(before: MatchState | null, match: MatchState) => boolean} */
const callsOthers = (before, match) =>
  before !== null && JSON.stringify(before.players) !== JSON.stringify(match.players);

/** Whether another seat has the turn than before. @type {(before: MatchState | null, match: MatchState) => boolean} */
const passedOn = (before, match) =>
  before !== null && (before.match !== match.match || before.view.turn !== match.view.turn);

/** @type {(state: State, match: MatchState) => State} */
function withMatch(state, match) {
  const another = state.match !== null && state.match.match !== match.match;
  const before = another ? [] : state.places.filter((kept) => kept.revision < match.revision);
  const cells = Object.fromEntries(match.view.pieces.map((piece) => [piece.piece, piece.cell]));
  const gone = state.selected !== null && !(state.selected in cells);
  const passed = passedOn(state.match, match);
  // A player's own choice ends with the turn. Somebody who reads a card in another's turn may go on.
  const over = passed && [null, state.match?.view.turn].includes(state.place?.seat ?? null);
  const next = {
    ...state,
    match,
    // The server sends earlier verdicts again with the players' new names.
    verdicts: another || callsOthers(state.match, match) ? [] : state.verdicts,
    labels: Object.fromEntries([...match.view.pieces, ...match.view.absent].map((piece) => [piece.piece, piece.label])),
    places: [...before, { revision: match.revision, cells }].slice(-PLACES_KEPT),
    selected: (gone || over) && state.mode === "match" ? null : state.selected,
    notice: passed ? null : state.notice,
    ...(state.match?.revision === match.revision && !another
      ? {}
      : { asked: null, wondered: null, reasons: null, carried: null, placing: null }),
    // Another match may have the same revision, but the old match's values aren't about it.
    ...(another ? { using: null, suggesting: null, suggested: null } : {}),
  };
  const { received } = next;
  if (fieldOf(next, received.surface) === fieldOf(state, received.surface)) return next;
  return seen(next.turned ? next : { ...next, quarters: side(next, next.place, received.surface) }, received);
}

/** @type {(a: Verdict, b: Verdict) => boolean} */
const sameVerdict = (a, b) =>
  a.kind === b.kind &&
  a.taken_at === b.taken_at &&
  a.frame === b.frame &&
  a.revision === b.revision &&
  a.text === b.text;

/** @type {(verdicts: readonly Verdict[], verdict: Verdict) => readonly Verdict[]} */
function appended(verdicts, verdict) {
  if (verdicts.some((known) => sameVerdict(known, verdict))) return verdicts;
  return [...verdicts, verdict].slice(-VERDICTS_KEPT);
}

/** @type {(state: State, situation: Situation) => readonly Verdict[]} */
function merged(state, situation) {
  const known = state.situation && state.situation.match !== situation.match ? [] : state.verdicts;
  return situation.recent.reduce(appended, known);
}

/** @type {(state: State, answer: Answer) => State} */
function answered(state, answer) {
  // Only the answer to the last question counts.
  if (answer.command === state.wondered)
    return { ...state, wondered: null, reasons: answer.code === "done" ? answer.refused : [] };
  if (answer.command === state.suggesting?.id)
    return { ...state, suggested: answer.code === "done" ? { revision: answer.revision, text: answer.text } : null };
  const what = state.sent[answer.command];
  if (what === undefined) return state;
  const { [answer.command]: _, ...sent } = state.sent;
  if (answer.code === "done") return { ...state, sent };
  const text =
    answer.text ||
    say(sayable(`notice.${answer.code}`) ? `notice.${answer.code}` : "notice.code", { code: answer.code });
  return {
    ...state,
    sent,
    playingAll: null,
    layingRest: null,
    notice: { tone: "problem", text: say("notice.failed", { what, why: text }) },
  };
}

/** The state with the cameras' silence as it is at the time of the last message. @type {(state: State) => State} */
export function withSilence(state) {
  const { shown, since } = state.silence;
  const cameras = Object.values(state.cameras);
  const silent = cameras.some(isGone) && !cameras.some(watches);
  const now = state.heardAt ?? 0;
  if (silent === shown) return since === null ? state : { ...state, silence: { shown, since: null } };
  if (since === null) return { ...state, silence: { shown, since: now } };
  if (now - since < (shown ? BACK_MS : SILENT_MS)) return state;
  return { ...state, silence: { shown: silent, since: null } };
}
