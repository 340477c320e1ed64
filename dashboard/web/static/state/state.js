// All that the page knows, and how it changes. Pure: no DOM, no clock (events carry their time), no rules.

import { enough, pick } from "./choosing.js";
import { fieldInPicture } from "../board/perspective.js";
import { helpsUnasked } from "./selectors.js";
import { sideOf, turnedSurface, turnedTable, widened } from "../board/geometry.js";
import { arranged, isArrangeable } from "../board/arranging.js";
import { partOf, sideWith } from "../board/table_part.js";
import { say, sayable } from "../words/say.js";

/** @import { Answer, Envelope, HandSheet, MatchState, TabletPlace, SeatSheet, Situation, Surface, Verdict } from "../../types/messages.js" */
/** @import { PageEvent, Picked, State } from "../../types/page.js" */

const PLACES_KEPT = 16;
const VERDICTS_KEPT = 60;
/** How many times as wide as high the board's room is, where nobody says. */
const ASPECT = 4 / 3;
/** By less than that the room is the same: what is drawn stays. */
const LEAST_ROOM = 0.02;

/**
 * The page's state before it has heard anything. `mode` is "match" or "table" (the virtual table), `upright`
 * a screen that is higher than wide, `column` one that has room for a column beside the board, `aspect` how many times
 * as wide as high the board's room is with two players, `line` what share of its height each player more takes, `fills` that a field of hexes is drawn into the room there is, `room` how wide that is for its height where it was measured to be less, `drawer` the one that was opened, `turned` that somebody turned the board by hand. `place` is whose tablet
 * this is, `sheet` what its seat alone may know, `hand` which of its pieces is in a hand, `carried` where simulated hands carry a piece that was tapped, `playingAll` the cards that are being played one after the other, `playedHere` the match that
 * this tablet plays without touching pieces, `saidSince` since when the verdict in force stands, `using` the card or skill whose targets are being chosen:
 * {key, picked}.
 * `surface` and `simulated` are as seen from the side that the page is turned to, `told` as they came; with
 * an `eye`, `surface` is as a camera sees it.
 * @type {(mode?: State["mode"], shape?: Partial<Pick<State, "upright" | "column" | "aspect" | "line" | "fills">>) => State}
 */
export function initial(mode = "match", { upright = false, column = false, aspect = ASPECT, line = 0, fills = false } = {}) {
  return {
    mode,
    upright,
    column,
    aspect,
    line,
    fills,
    room: null,
    drawer: null,
    recap: null,
    overSeen: null,
    quarters: 0,
    turned: false,
    place: null,
    sheet: null,
    hand: null,
    tags: null,
    using: null,
    told: { surface: null, simulated: null },
    surface: null,
    eye: null,
    match: null,
    advice: null,
    situation: null,
    sensing: null,
    proofs: {},
    clock: null,
    clockAt: 0,
    simulated: null,
    dashboard: null,
    cameras: {},
    dice: {},
    devices: {},
    services: {},
    verdicts: [],
    places: [],
    labels: {},
    selected: null,
    asked: null,
    wondered: null,
    reasons: null,
    danger: null,
    help: "full",
    suggesting: null,
    suggested: null,
    rules: null,
    faces: null,
    sent: {},
    carried: null,
    playingAll: null,
    playedHere: null,
    saidSince: 0,
    notice: null,
    link: { open: false, ever: false, lostAt: null, retryAt: null },
    heardAt: null,
  };
}

/**
 * The state after an event. Unknown events and channels change nothing.
 * @type {(state: State, event: PageEvent) => State}
 */
export function reduce(state, event) {
  switch (event.type) {
    case "opened":
      // Services report again at once; what isn't reported again isn't so any more.
      return { ...state, services: {}, cameras: {}, dice: {}, devices: {}, dashboard: null,
        link: { open: true, ever: true, lostAt: null, retryAt: null }, heardAt: event.at };
    case "closed":
      return { ...state, sent: {},
        link: { ...state.link, open: false, lostAt: state.link.lostAt ?? state.heardAt, retryAt: event.retryAt } };
    case "message":
      return told({ ...state, heardAt: event.at }, event);
    case "shape": {
      const shaped = { ...state, upright: event.upright, column: event.column, aspect: event.aspect, line: event.line ?? 0, room: null };
      return seen(state.turned ? shaped : { ...shaped, quarters: side(shaped, state.place, state.told.surface) }, state.told);
    }
    case "room":
      return withRoom(state, event.aspect);
    case "recap":
      return { ...state, recap: event.recap };
    case "look_at_board":
      return { ...state, overSeen: state.match?.match ?? null };
    case "drawer":
      return { ...state, drawer: event.drawer };
    case "turn":
      return seen(event.quarters === undefined ? turnedOn(state) : { ...state, quarters: event.quarters, turned: true }, state.told);
    case "use":
      return { ...state, using: { key: event.key, picked: event.picked ?? {} }, drawer: null, selected: null, asked: null, notice: null };
    case "pick": {
      const { using } = state;
      const use = using && state.sheet?.uses.find((one) => one.key === using.key);
      return using && use ? { ...state, using: { ...using, picked: pick(use.actions, using.picked, event.key, event.value) } } : state;
    }
    case "enough":
      return state.using ? { ...state, using: { ...state.using, picked: enough(state.using.picked, event.key) } } : state;
    case "stop":
      return { ...state, using: null };
    case "select":
      // The chosen thing is shown at once beside a board that leaves room, and a list over the board makes
      // way for it.
      return { ...state, selected: event.piece, drawer: event.piece !== null && (state.column || state.drawer === "left") ? null : state.drawer, asked: null, wondered: null, reasons: null, notice: null };
    case "ask":
      return { ...state, asked: event.place, wondered: null, reasons: null };
    case "look":
      return seen({ ...state, eye: event.eye }, state.told);
    case "danger":
      return { ...state, danger: event.seat };
    case "help":
      return { ...state, help: event.help, danger: event.help === "warnings" ? null : state.danger };
    case "suggest":
      return { ...state, suggesting: { id: event.id, revision: event.revision } };
    case "wonder":
      return { ...state, wondered: event.id };
    case "sent":
      return { ...state, sent: { ...state.sent, [event.id]: event.what }, notice: null, playedHere: event.acts ? (state.match?.match ?? null) : state.playedHere };
    case "play_all":
      return { ...state, playingAll: event.keys, using: null, drawer: null, selected: null };
    case "mode": {
      if (event.mode === state.mode) return state;
      const turned = { ...state, mode: event.mode, using: null, selected: null, asked: null, wondered: null, reasons: null, carried: null, playedHere: null, turned: false };
      return seen({ ...turned, quarters: side(turned, state.place, state.told.surface) }, state.told);
    }
    case "carry":
      return { ...state, carried: { piece: event.piece, cell: event.cell }, playedHere: null, selected: null, asked: null, wondered: null, reasons: null, notice: null };
    case "carried":
      return { ...state, carried: null };
    case "unanswered": {
      if (event.id === state.wondered) return { ...state, wondered: null };
      const what = state.sent[event.id];
      if (what === undefined) return state;
      const { [event.id]: _, ...sent } = state.sent;
      return { ...state, sent, notice: { tone: "problem", text: say("notice.failed", { what, why: say("notice.unanswered") }) } };
    }
    case "refused":
      return { ...state, sent: {}, carried: null, playingAll: null, notice: { tone: "problem", text: event.text } };
    case "language":
      // A play is described again in the other language, and no word of it would match.
      return { ...state, verdicts: [], notice: null };
    case "rules":
      return { ...state, rules: event.rules };
    case "faces":
      return { ...state, faces: event.faces };
    case "dismiss":
      return { ...state, notice: null };
    default:
      return state;
  }
}

/** @type {(state: State, told: Envelope) => State} */
function told(state, { channel, name, data }) {
  switch (channel) {
    case "surface":
      return seen(state.turned ? state : { ...state, quarters: side(state, state.place, data) }, { ...state.told, surface: data });
    case "match":
      return withMatch(state, data);
    case "advice":
      return { ...state, advice: data };
    case "situation":
      return { ...state, situation: data, verdicts: merged(state, data), saidSince: saysAnother(state.situation, data) ? (state.heardAt ?? 0) : state.saidSince,
        carried: ["illegal", "ambiguous"].includes(data.current?.kind ?? "") ? null : state.carried };
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
      return { ...state, sheet: data, using: laidDown(state.sheet, data) ?? (data?.revision === state.sheet?.revision ? state.using : null) };
    case "hand":
      return held(state, data);
    case "error":
      return { ...state, sent: {}, carried: null, notice: { tone: "problem", text: data.text } };
    case "camera":
      return { ...state, cameras: named(state.cameras, name, data) };
    case "dice":
      return { ...state, dice: named(state.dice, name, data) };
    case "device":
      return { ...state, devices: named(state.devices, name, data) };
    case "availability":
      return { ...state, services: named(state.services, name, data) };
    case "simulated_table":
      return seen(state, { ...state.told, simulated: data });
    case "dashboard":
      return { ...state, dashboard: data };
    default:
      return state;
  }
}

/**
 * A card that was just laid on the seat's pad asks for its targets at once; null when none was.
 * @type {(before: SeatSheet | null, sheet: SeatSheet | null) => { key: string, picked: Picked } | null}
 */
function laidDown(before, sheet) {
  const key = sheet?.laid?.find((one) => !before?.laid?.includes(one));
  return key ? { key, picked: {} } : null;
}

/**
 * A piece of the seat's in somebody's hand is chosen without a tap, and let go when it's put down. While targets
 * are chosen, it may be lifted to show one: that goes on.
 * @type {(state: State, hand: HandSheet | null) => State}
 */
function held(state, hand) {
  const [before, piece] = [state.hand?.piece ?? null, hand?.piece ?? null];
  if (!helpsUnasked(state)) return { ...state, hand };
  const selected = piece !== null && state.using === null ? piece : state.selected === before ? null : state.selected;
  const changed = selected === state.selected ? {} : { selected, asked: null, wondered: null, reasons: null };
  return { ...state, hand, ...changed };
}

/**
 * A tablet that gets another place shows the table from its side.
 * @type {(state: State, place: TabletPlace) => State}
 */
function placed(state, place) {
  if (state.place?.seat === place.seat && state.place?.role === place.role) return state;
  const moved = { ...state, place, sheet: place.seat === state.sheet?.seat ? state.sheet : null, hand: null, using: null };
  if ((state.place?.seat ?? null) === place.seat) return moved;
  return seen({ ...moved, quarters: side(state, place, state.told.surface), turned: false }, state.told);
}

/** @typedef {Pick<State, "upright" | "mode" | "match" | "turned" | "aspect" | "line" | "place">} Looked What a field's drawing hangs on. */

/**
 * The field that the page draws: the part of it that the match takes, a table of cards laid out for the screen until
 * somebody turns it; at the virtual table all, as it lies.
 * @type {(state: Looked, surface: Surface | null) => Surface | null}
 */
function fieldOf(state, surface) {
  const { mode, match } = state;
  if (!surface || !match || mode !== "match") return surface;
  const part = partOf(surface, match.view);
  return isLaidOut(state, part) ? arranged(part, match.view, state.place?.seat ?? null, aspectOf(state)) : part;
}

/** On a phone this many players have a line; with more the list scrolls. */
const MOST_LINES = 7;

/** How many times as wide as high the board's room is, beside the lines of all players. @type {(state: Pick<State, "aspect" | "line" | "match">) => number} */
function aspectOf({ aspect, line, match }) {
  const more = Math.max(0, Math.min(MOST_LINES, match?.view.seats.length ?? 2) - 2);
  return Math.round((aspect / (1 - line * more)) * 100) / 100;
}

/** Whether the page lays a table's places out for the screen. @type {(state: Looked, part: Surface) => boolean} */
const isLaidOut = ({ turned, mode }, part) => !turned && mode === "match" && isArrangeable(part);

/**
 * The quarters that a page turns by itself: so that the field is seen as large as the screen allows.
 * @type {(state: Looked, place: TabletPlace | null, surface: Surface | null) => number}
 */
function side(state, place, surface) {
  const part = surface && state.match ? partOf(surface, state.match.view) : null;
  if (part && isLaidOut(state, part)) return 0;
  return ownSide(state, place, surface);
}

/**
 * The board turned on by a quarter. A table of cards is first shown as it lies, from one's own side, and
 * after all four sides laid out for the screen again.
 * @type {(state: State) => State}
 */
function turnedOn(state) {
  const quarters = (state.quarters + 1) % 4;
  const { told: { surface }, match, mode, place } = state;
  if (!surface || !match || mode !== "match" || !isArrangeable(partOf(surface, match.view))) return { ...state, quarters, turned: true };
  const own = ownSide({ ...state, turned: true }, place, surface);
  if (!state.turned) return { ...state, quarters: own, turned: true };
  return quarters === own ? { ...state, quarters: 0, turned: false } : { ...state, quarters };
}

/** @type {(state: Looked, place: TabletPlace | null, surface: Surface | null) => number} */
function ownSide(state, place, surface) {
  const [seat, field] = [place?.seat ?? null, fieldOf(state, surface)];
  const at = seat && field ? sideWith(field, seat) : null;
  return sideOf(at ?? seat, field?.size_mm ?? [1, 1], state.upright);
}

/**
 * The received table, turned to the side that the page shows.
 * @type {(state: State, told: State["told"]) => State}
 */
function seen(state, told) {
  const { eye } = state;
  // A camera that has lost the board shows none of its cells.
  const pictured = eye && told.surface && fieldInPicture(told.surface, eye.cells, eye.width_px, eye.height_px);
  const turned = turnedSurface(fieldOf(state, told.surface), state.quarters);
  // On the virtual table pieces lie to the millimetre.
  const field = state.fills && state.mode === "match" ? widened(turned, (state.column ? null : state.room) ?? aspectOf(state)) : turned;
  return { ...state, told, surface: pictured ?? field, simulated: turnedTable(told.simulated, state.quarters) };
}

/**
 * One more by its name; null takes it away.
 * @template Value @param {Readonly<Record<string, Value>>} known @param {string} name @param {Value | null} data @returns {Record<string, Value>}
 */
function named(known, name, data) {
  const { [name]: _, ...others } = known;
  return data === null ? others : { ...others, [name]: data };
}

/**
 * Whether something else stands than before. @type {(before: Situation | null, now: Situation) => boolean}
 */
const saysAnother = (before, now) => before?.current?.kind !== now.current?.kind || before?.current?.text !== now.current?.text;

/** Whether players go by other names than before. @type {(before: MatchState | null, match: MatchState) => boolean} */
const callsOthers = (before, match) => before !== null && JSON.stringify(before.players) !== JSON.stringify(match.players);

/**
 * How wide the room is for its height, where it's less than the screen's shape has it (null): lines above the board,
 * that come and go, make it more, and the field stays as it is drawn.
 * @type {(state: State, measured: number) => State}
 */
function withRoom(state, measured) {
  const room = measured < aspectOf(state) ? measured : null;
  const same = room === state.room || (room !== null && state.room !== null && Math.abs(state.room - room) < LEAST_ROOM);
  return same ? state : seen({ ...state, room }, state.told);
}

/** @type {(state: State, match: MatchState) => State} */
function withMatch(state, match) {
  const another = state.match !== null && state.match.match !== match.match;
  const before = another ? [] : state.places.filter((kept) => kept.revision < match.revision);
  const cells = Object.fromEntries(match.view.pieces.map((piece) => [piece.piece, piece.cell]));
  const gone = state.selected !== null && !(state.selected in cells);
  const next = {
    ...state,
    match,
    // Earlier messages come again with the players' present names.
    verdicts: another || callsOthers(state.match, match) ? [] : state.verdicts,
    labels: Object.fromEntries([...match.view.pieces, ...match.view.absent].map((piece) => [piece.piece, piece.label])),
    places: [...before, { revision: match.revision, cells }].slice(-PLACES_KEPT),
    selected: gone && state.mode === "match" ? null : state.selected,
    ...(state.match?.revision === match.revision && !another ? {} : { asked: null, wondered: null, reasons: null, carried: null }),
    // Another match may stand at the same revision: nothing of the old one is about it.
    ...(another ? { using: null, suggesting: null, suggested: null } : {}),
  };
  const { told } = next;
  if (fieldOf(next, told.surface) === fieldOf(state, told.surface)) return next;
  return seen(next.turned ? next : { ...next, quarters: side(next, next.place, told.surface) }, told);
}

/** @type {(a: Verdict, b: Verdict) => boolean} */
const sameVerdict = (a, b) =>
  a.kind === b.kind && a.taken_at === b.taken_at && a.frame === b.frame && a.revision === b.revision && a.text === b.text;

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
  // A late answer, or one of another revision, counts for nothing any more.
  if (answer.command === state.wondered) return { ...state, wondered: null, reasons: answer.code === "done" ? answer.refused : [] };
  if (answer.command === state.suggesting?.id) return { ...state, suggested: answer.code === "done" ? { revision: answer.revision, text: answer.text } : null };
  const what = state.sent[answer.command];
  if (what === undefined) return state;
  const { [answer.command]: _, ...sent } = state.sent;
  if (answer.code === "done") return { ...state, sent };
  const text = answer.text || say(sayable(`notice.${answer.code}`) ? `notice.${answer.code}` : "notice.code", { code: answer.code });
  return { ...state, sent, playingAll: null, notice: { tone: "problem", text: say("notice.failed", { what, why: text }) } };
}
