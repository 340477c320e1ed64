// The page's state, and its changes by events. Pure: no DOM, no rules, and no clock: events have their time.

import { say } from "../words/say.js";
import { enough, pick } from "./choosing.js";
import { isUnjudged } from "./hands_at_work.js";
import { withMessage, withSilence } from "./received.js";
import { seen, side, turnedOn, withRoom } from "./seen_field.js";

/** @import { PageEvent, State } from "../../types/page.js" */

/** The usual width of the board's room as a multiple of its height. */
const ASPECT = 4 / 3;

/**
 * The page's state before any message. `types/page.d.ts` describes its fields.
 * @type {(mode?: State["mode"], shape?: Partial<Pick<State, "upright" | "column" | "aspect" | "line" | "fills">>) => State}
 */
export function initial(
  mode = "match",
  { upright = false, column = false, aspect = ASPECT, line = 0, fills = false } = {},
) {
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
    received: { surface: null, simulated: null },
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
    placing: null,
    playingAll: null,
    layingRest: null,
    playedHere: null,
    saidSince: 0,
    notice: null,
    link: { open: false, ever: false, lostAt: null, retryAt: null },
    heardAt: null,
    silence: { shown: false, since: null },
    wish: null,
  };
}

/**
 * The state after an event. Unknown events and channels change nothing.
 * @type {(state: State, event: PageEvent) => State}
 */
export function reduce(state, event) {
  switch (event.type) {
    case "opened":
      // After a new connection all services, cameras and devices are reported again, so the old reports are dropped.
      return {
        ...state,
        services: {},
        cameras: {},
        dice: {},
        devices: {},
        dashboard: null,
        link: { open: true, ever: true, lostAt: null, retryAt: null },
        heardAt: event.at,
      };
    case "closed":
      return {
        ...state,
        sent: {},
        link: { ...state.link, open: false, lostAt: state.link.lostAt ?? state.heardAt, retryAt: event.retryAt },
      };
    case "message":
      return withSilence(withMessage({ ...state, heardAt: event.at }, event));
    case "shape": {
      const shaped = {
        ...state,
        upright: event.upright,
        column: event.column,
        aspect: event.aspect,
        line: event.line ?? 0,
        room: null,
      };
      return seen(
        state.turned ? shaped : { ...shaped, quarters: side(shaped, state.place, state.received.surface) },
        state.received,
      );
    }
    case "room":
      return withRoom(state, event.aspect);
    case "recap":
      return { ...state, recap: event.recap };
    case "look_at_board":
      return { ...state, overSeen: state.match?.match ?? null };
    case "drawer":
      return { ...state, drawer: event.drawer, notice: null };
    case "turn":
      return seen(
        event.quarters === undefined ? turnedOn(state) : { ...state, quarters: event.quarters, turned: true },
        state.received,
      );
    case "use":
      return {
        ...state,
        using: { key: event.key, picked: event.picked ?? {}, ...(event.picked ? { aimed: true } : {}) },
        drawer: null,
        selected: null,
        asked: null,
        notice: null,
      };
    case "pick": {
      const { using } = state;
      const use = using && state.sheet?.uses.find((one) => one.key === using.key);
      return using && use
        ? {
            ...state,
            asked: null,
            using: { ...using, picked: pick(use.actions, using.picked, event.key, event.value) },
          }
        : state;
    }
    case "enough":
      return state.using
        ? { ...state, using: { ...state.using, picked: enough(state.using.picked, event.key) } }
        : state;
    case "stop":
      return { ...state, using: null, asked: null };
    case "select":
      // With a column, the chosen thing is shown in it. A list that covers the board is closed.
      return {
        ...state,
        selected: event.piece,
        placing: null,
        drawer: event.piece !== null && (state.column || state.drawer === "left") ? null : state.drawer,
        asked: null,
        wondered: null,
        reasons: null,
        notice: null,
      };
    case "ask":
      return { ...state, asked: event.place, wondered: null, reasons: null, notice: null };
    case "look":
      return seen({ ...state, eye: event.eye }, state.received);
    case "danger":
      return { ...state, danger: event.seat };
    case "help":
      return { ...state, help: event.help, danger: event.help === "warnings" ? null : state.danger };
    case "suggest":
      return { ...state, suggesting: { id: event.id, revision: event.revision } };
    case "wonder":
      return { ...state, wondered: event.id };
    case "sent":
      return {
        ...state,
        sent: { ...state.sent, [event.id]: event.what },
        notice: null,
        // The piece was chosen for this.
        ...(event.acts ? { selected: null, asked: null, wondered: null, reasons: null } : {}),
        playedHere: event.acts ? (state.match?.match ?? null) : state.playedHere,
      };
    case "play_all":
      return { ...state, playingAll: event.keys, using: null, drawer: null, selected: null };
    case "lay_rest":
      return { ...state, layingRest: event.kind, using: null, drawer: null, selected: null };
    case "mode": {
      if (event.mode === state.mode) return state;
      const turned = {
        ...state,
        mode: event.mode,
        using: null,
        selected: null,
        asked: null,
        wondered: null,
        reasons: null,
        carried: null,
        playedHere: null,
        turned: false,
      };
      return seen({ ...turned, quarters: side(turned, state.place, state.received.surface) }, state.received);
    }
    case "placing":
      return { ...state, placing: event.piece, drawer: state.column ? state.drawer : null };
    case "carry":
      return {
        ...state,
        carried: { piece: event.piece, cell: event.cell },
        playedHere: null,
        selected: null,
        asked: null,
        wondered: null,
        reasons: null,
        notice: null,
      };
    case "carried":
      return state.carried && isUnjudged(state, state.carried.piece) ? state : { ...state, carried: null };
    case "unanswered": {
      if (event.id === state.wondered) return { ...state, wondered: null };
      const what = state.sent[event.id];
      if (what === undefined) return state;
      const { [event.id]: _, ...sent } = state.sent;
      return {
        ...state,
        sent,
        notice: { tone: "problem", text: say("notice.failed", { what, why: say("notice.unanswered") }) },
      };
    }
    case "refused":
      return {
        ...state,
        sent: {},
        carried: null,
        playingAll: null,
        layingRest: null,
        notice: { tone: "problem", text: event.text },
      };
    case "language":
      // The server sends the verdicts again in the new language; the old texts wouldn't match them.
      return { ...state, verdicts: [], notice: null };
    case "rules":
      return { ...state, rules: event.rules };
    case "faces":
      return { ...state, faces: event.faces };
    case "wish":
      return { ...state, wish: event.wish };
    case "dismiss":
      return { ...state, notice: null };
    default:
      return state;
  }
}
