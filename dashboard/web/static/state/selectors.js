// Facts that follow from the state. Pure.

import { lookOfSeat } from "../appearance/worn_look.js";

/** @import { Advice, CameraState, DeviceState, LeftToDo, MatchState, PieceView, Verdict, View, ViolationText } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/**
 * The present match's view; null without a match.
 * @type {(state: State) => View | null}
 */
export const view = (state) => state.match?.view ?? null;

/**
 * A piece of the match by its id, or by the id on its tag (`gen.est` for `w.gen.est`); null if there is none.
 * @type {(state: State, id: string | null | undefined) => PieceView | null}
 */
export function pieceOf(state, id) {
  const pieces = id ? (view(state)?.pieces ?? []) : [];
  const bare = id && Number.isNaN(Number(id)) ? `.${id}` : null; // a number names no piece, though ids end in one
  return (
    pieces.find((piece) => piece.piece === id) ??
    pieces.find((piece) => bare !== null && piece.piece.endsWith(bare)) ??
    null
  );
}

/**
 * The advice that this tablet shows for a piece; null if there is none, or if the player only wants warnings.
 * @type {(state: State, id: string) => Advice | null}
 */
export const shownAdvice = (state, id) => (state.help === "warnings" ? null : adviceOf(state, id));

/**
 * The advice for a piece at the shown revision; null without one.
 * @type {(state: State, id: string) => Advice | null}
 */
export function adviceOf(state, id) {
  const sheet = state.advice;
  if (!sheet || !state.match || sheet.match !== state.match.match || sheet.revision !== state.match.revision)
    return null;
  const piece = pieceOf(state, id);
  return (piece && sheet.advice.find((one) => one.piece === piece.piece)) ?? null;
}

/** The seat that this tablet plays; null for the arbiter and for visitors. @type {(state: State) => string | null} */
export const ownSeat = (state) => (state.place?.role === "seat" ? state.place.seat : null);

/**
 * Whether this tablet may answer questions and warnings.
 * @type {(state: State) => boolean}
 */
export const maySettle = (state) => state.place !== null && state.place.role !== "spectator";

/**
 * A seat's name for people.
 * @type {(state: State, seat: string | null | undefined) => string}
 */
export function seatLabel(state, seat) {
  return view(state)?.seats.find((one) => one.seat === seat)?.label ?? seat ?? "";
}

/**
 * The number of a seat's colours and shape; without a seat the number of nobody's.
 * @type {(state: State, seat: string | null | undefined) => number}
 */
export function seatLook(state, seat) {
  return lookOfSeat(
    seat,
    (view(state)?.seats ?? []).map((one) => one.seat),
  );
}

/**
 * The broken rules that forbid an action at the place asked about, each once; null while the engine is asked.
 * @type {(state: State) => readonly ViolationText[] | null}
 */
export function reasons(state) {
  if (state.wondered !== null) return null;
  const all = (state.reasons ?? []).flatMap((one) => one.broken);
  return all.filter((one, i) => all.findIndex((other) => other.rule === one.rule && other.text === one.text) === i);
}

/**
 * The kinds of actions that a piece may do at a cell or with another piece, such as "move"; empty if it may do none.
 * @type {(advice: Advice | null, place: string) => string[]}
 */
export function usesOf(advice, place) {
  if (!advice) return [];
  const uses = [];
  if (advice.moves.includes(place)) uses.push("move");
  if (advice.attacks.includes(place)) uses.push("attack");
  if (advice.digs.includes(place)) uses.push("dig");
  if (advice.warps.includes(place)) uses.push("warp");
  if (advice.blocks.includes(place)) uses.push("block");
  if (advice.skills.some((one) => one.key === place)) uses.push("skill");
  return uses;
}

/**
 * The actions that are left at the shown revision; empty if the engine hasn't sent them.
 * @type {(state: State) => readonly LeftToDo[]}
 */
export function leftToDo(state) {
  const sheet = state.advice;
  const fresh = sheet && state.match && sheet.match === state.match.match && sheet.revision === state.match.revision;
  return fresh && !view(state)?.outcome ? sheet.left : [];
}

/**
 * Whether help is shown by itself. With other choices of help, the player has to tap, or only gets warnings.
 * @type {(state: State) => boolean}
 */
export const helpsUnasked = (state) => state.help === "full" || state.help === "teaching";

/**
 * The pieces with an action left in the turn, each with the action's kind.
 * @type {(state: State) => ReadonlyMap<string, string>}
 */
export const usableNow = (state) =>
  new Map(
    (helpsUnasked(state) ? leftToDo(state) : [])
      .filter((one) => !one.due)
      .flatMap((one) => one.pieces.map((piece) => /** @type {const} */ ([piece, one.kind]))),
  );

/**
 * Whether the field has zones for cards.
 * @type {(state: State) => boolean}
 */
export const hasZones = (state) => state.surface?.cells.some((one) => one.zone) ?? false;

/**
 * The possible targets of the advised piece in a cell.
 * @type {(state: State, advice: Advice | null, cell: string) => string[]}
 */
export const targetsIn = (state, advice, cell) =>
  (advice?.attacks ?? []).filter((id) => pieceOf(state, id)?.cell === cell);

/**
 * The pieces that lie in a cell in the match.
 * @type {(state: State, cell: string) => PieceView[]}
 */
export const piecesIn = (state, cell) => (view(state)?.pieces ?? []).filter((piece) => piece.cell === cell);

/**
 * Whether a bot plays a seat, by the match's terms, such as "all", "2" (the last two seats), "west,north=search:60".
 * @type {(state: State, seat: string | null | undefined) => boolean}
 */
export function isBots(state, seat) {
  const seats = (view(state)?.seats ?? []).map((one) => one.seat);
  const names = (state.match?.terms?.bots ?? "")
    .split(",")
    .map((word) => word.split("=")[0])
    .filter(Boolean);
  return names.some(
    (name) =>
      name === "all" || name === seat || (/^\d+$/.test(name) && seats.slice(-Number(name)).includes(seat ?? "")),
  );
}

/**
 * Whether the table is simulated.
 * @type {(state: State) => boolean}
 */
export function simulated(state) {
  return state.simulated !== null || Object.values(state.cameras).some((camera) => camera.simulated);
}

/**
 * Whether this tablet may send a command now: the table is there and has answered all earlier commands, and no hand
 * is carrying a piece. A command would otherwise get no answer, or be judged before the piece has arrived.
 * @type {(state: State) => boolean}
 */
export const mayAsk = ({ link, sent, services, carried }) =>
  link.open && services.engine?.online !== false && Object.values(sent).length === 0 && carried === null;

/**
 * Whether this tablet's own seat has the turn, without an open question.
 * @type {(state: State) => boolean}
 */
export function ownTurn(state) {
  const decision = view(state)?.decision;
  return decision?.chooser === "seat" && decision.kind === "turn" && decision.seats.includes(state.place?.seat ?? "");
}

/**
 * The verdict in force: a warning, a question, or pieces to put; null without one. After a match's end no pieces have
 * to be put.
 * @type {(state: State) => Verdict | null}
 */
export function current(state) {
  const verdict = state.situation?.current ?? null;
  return verdict?.kind === "pending" && state.match?.view.outcome ? null : verdict;
}

/**
 * The verdict in force, without pieces to put if no source watches the table, because nothing would notice them.
 * @type {(state: State) => Verdict | null}
 */
export function noticed(state) {
  const verdict = current(state);
  return verdict?.kind === "pending" && !state.situation?.watching ? null : verdict;
}

/** Whether opening a new match would break off a match in play. @param {MatchState | null} match */
export const breaksOff = (match) => match !== null && match.revision > 0 && !match.view.outcome;

/**
 * The devices without those that a connected board no longer names: it was rewired, or another board has its port, so
 * they aren't missing.
 * @type {(devices: readonly DeviceState[]) => DeviceState[]}
 */
export function fitted(devices) {
  const there = new Set(devices.filter((one) => one.connected && one.port).map((one) => one.port));
  return devices.filter((one) => one.connected || one.problem || !there.has(one.port));
}

/** Whether a camera's pictures aren't read any more, so that it sees no moves. @param {CameraState} camera */
export const isGone = (camera) => camera.problem !== "" && camera.frames > 0 && camera.rate_hz === 0;

/** Whether a camera's pictures are read now, and nothing keeps it from seeing the moves. @param {CameraState} camera */
export const watches = (camera) => camera.rate_hz > 0 && !camera.ended && !camera.problem;
