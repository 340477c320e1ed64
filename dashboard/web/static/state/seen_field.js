// The field as a page shows it: the part that the match uses, laid out for the screen, from the tablet's own side.
// Pure.

import { arranged, isArrangeable } from "../surface/arranging.js";
import { sideOf, turnedSurface, turnedTable, widened } from "../surface/geometry.js";
import { fieldInPicture } from "../surface/perspective.js";
import { partOf, sideWith } from "../surface/table_part.js";

/** @import { Surface, TabletPlace } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/** The smallest change of the room that counts; below it the drawing stays. */
const LEAST_ROOM = 0.02;

/** @typedef {Pick<State, "upright" | "mode" | "match" | "turned" | "aspect" | "line" | "place">} Looked The parts of the state that a field's drawing depends on. */

/**
 * The field that the page draws: the part that the match uses. A table of cards is laid out for the screen until
 * somebody turns it. The virtual table shows the whole field as it lies.
 * @type {(state: Looked, surface: Surface | null) => Surface | null}
 */
export function fieldOf(state, surface) {
  const { mode, match } = state;
  if (!surface || !match || mode !== "match") return surface;
  const part = partOf(surface, match.view);
  return isLaidOut(state, part) ? arranged(part, match.view, state.place?.seat ?? null, aspectOf(state)) : part;
}

/** The most players' lines on a phone. With more players the list scrolls. */
const MOST_LINES = 7;

/** The width of the board's room as a multiple of its height, with the lines of all players. @type {(state: Pick<State, "aspect" | "line" | "match">) => number} */
function aspectOf({ aspect, line, match }) {
  const more = Math.max(0, Math.min(MOST_LINES, match?.view.seats.length ?? 2) - 2);
  return Math.round((aspect / (1 - line * more)) * 100) / 100;
}

/** Whether the page lays out a table's places for the screen. @type {(state: Looked, part: Surface) => boolean} */
const isLaidOut = ({ turned, mode }, part) => !turned && mode === "match" && isArrangeable(part);

/**
 * The number of quarters that a page turns the field by itself, so that it is as large as the screen allows.
 * @type {(state: Looked, place: TabletPlace | null, surface: Surface | null) => number}
 */
export function side(state, place, surface) {
  const part = surface && state.match ? partOf(surface, state.match.view) : null;
  if (part && isLaidOut(state, part)) return 0;
  return ownSide(state, place, surface);
}

/**
 * The board turned by another quarter. A table of cards is first shown as it lies, from the player's own side, then
 * from the others, and then laid out for the screen again.
 * @type {(state: State) => State}
 */
export function turnedOn(state) {
  const quarters = (state.quarters + 1) % 4;
  const {
    received: { surface },
    match,
    mode,
    place,
  } = state;
  if (!surface || !match || mode !== "match" || !isArrangeable(partOf(surface, match.view)))
    return { ...state, quarters, turned: true };
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
 * @type {(state: State, received: State["received"]) => State}
 */
export function seen(state, received) {
  const { eye } = state;
  // A camera that has lost the board reports no cells.
  const pictured = eye && received.surface && fieldInPicture(received.surface, eye.cells, eye.width_px, eye.height_px);
  const turned = turnedSurface(fieldOf(state, received.surface), state.quarters);
  // The virtual table isn't widened, because its pieces lie at exact millimetres.
  const field =
    state.fills && state.mode === "match"
      ? widened(turned, (state.column ? null : state.room) ?? aspectOf(state))
      : turned;
  return { ...state, received, surface: pictured ?? field, simulated: turnedTable(received.simulated, state.quarters) };
}

/**
 * The state with a measured room (width by height). It only counts if it is less than the screen's shape gives,
 * because lines above the board come and go, and the field's drawing should stay.
 * @type {(state: State, measured: number) => State}
 */
export function withRoom(state, measured) {
  const room = measured < aspectOf(state) ? measured : null;
  const same =
    room === state.room || (room !== null && state.room !== null && Math.abs(state.room - room) < LEAST_ROOM);
  return same ? state : seen({ ...state, room }, state.received);
}
