// Decides whether simulated hands or people still have to move pieces. Pure.

import { cellAt, facing } from "../surface/geometry.js";
import { faceOf } from "../appearance/card_faces.js";
import { adviceOf, current, isBots, maySettle, ownSeat, pieceOf, simulated, usesOf, view } from "./selectors.js";
import { lastPlayed } from "./sentences.js";

/** @import { RepairStep, SimulatedPiece, SimulatorOrder, Verdict } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/** The longest time for simulated hands. After that they have forgotten something, or no source sees the result. */
const PATIENCE_MS = 9000;

/**
 * Whether only simulated hands do what a verdict asks for: a bot's, or those that a player's tablet has ordered.
 * @type {(state: State, verdict: Verdict) => boolean}
 */
export const areHandsAtIt = (state, verdict) => isBotsDoing(state, verdict) || isPlayersDoing(state, verdict);

/**
 * Whether a bot has to choose, and people have nothing to do for a verdict.
 * @type {(state: State, verdict: Verdict) => boolean}
 */
function isBotsDoing(state, verdict) {
  const now = view(state);
  if (state.mode !== "match" || !now || !simulated(state)) return false;
  const whose = now.decision.seats.length ? now.decision.seats : [now.turn];
  const bots = now.seats.every((one) => isBots(state, one.seat)) || whose.every((seat) => isBots(state, seat));
  return (
    bots &&
    !verdict.repair.some(
      (step) => liesOtherwise(state, step) !== null || (isOwnStep(state, step) && isUndone(state, step)),
    )
  );
}

/** @type {(state: State, verdict: Verdict) => boolean} */
function isPlayersDoing(state, verdict) {
  if (state.mode !== "match" || state.simulated === null || state.simulated.match !== state.match?.match) return false;
  if ((state.heardAt ?? 0) - state.saidSince > PATIENCE_MS) return false;
  if (state.carried !== null || handsDue(state).length || isOthers(state, verdict)) return true;
  return verdict.repair.length > 0 && verdict.repair.every((step) => step.piece !== "" && !isUndone(state, step));
}

/**
 * Whether a bot has to choose and waits until others' pieces lie right.
 * @type {(state: State, verdict: Verdict | null) => boolean}
 */
export function waitsForHands(state, verdict) {
  const seats = view(state)?.decision.seats ?? [];
  if (verdict?.kind !== "pending" || !seats.length || !seats.every((seat) => isBots(state, seat))) return false;
  return verdict.repair.some((step) => !seats.includes(pieceOf(state, step.piece)?.seat ?? seats[0]));
}

/**
 * The orders for simulated hands to put the pieces as a verdict asks; empty if they can do nothing, or this tablet
 * may not order it.
 * @type {(state: State, verdict: Verdict) => SimulatorOrder[]}
 */
export function ordersFor(state, verdict) {
  if (!["pending", "illegal"].includes(verdict.kind) || !maySettle(state) || !simulated(state)) return [];
  return verdict.repair
    .filter((step) => concerns(state, verdict, step) && isUndone(state, step))
    .map(({ piece }) => ({ order: "settle", piece }));
}

/**
 * The orders for the pieces that this tablet's own play still needs moved. Simulated hands move them unasked, because
 * a player on the match page touches no pieces. None if the player moves pieces by hand.
 * @type {(state: State) => SimulatorOrder[]}
 */
export function handsDue(state) {
  const verdict = current(state);
  if (state.mode !== "match" || state.playedHere !== state.match?.match || state.carried !== null) return [];
  return verdict?.kind === "pending" ? ordersFor(state, verdict) : [];
}

/**
 * Whether this tablet has to do a step: it is about its seat's own things, or follows from its seat's play or turn,
 * or puts back a thing of nobody's that was wrongly taken in its turn. The arbiter may do every step.
 * @type {(state: State, verdict: Verdict, step: RepairStep) => boolean}
 */
function concerns(state, { kind }, step) {
  const own = ownSeat(state);
  if (own === null || isOwnStep(state, step)) return true;
  const by = lastPlayed(state)?.actions.findLast((one) => one.by)?.by ?? null;
  if (by === own) return true;
  return view(state)?.turn === own && (by === null || (kind === "illegal" && isNobodys(state, step)));
}

/**
 * Whether another player has to put all the pieces that a verdict waits for, and not this tablet's.
 * @type {(state: State, verdict: Verdict) => boolean}
 */
export const isOthers = (state, verdict) =>
  verdict.kind === "pending" &&
  verdict.repair.length > 0 &&
  state.mode === "match" &&
  !verdict.repair.some((step) => concerns(state, verdict, step));

/**
 * Whether this tablet's board marks a step. A seat's own board doesn't mark what somebody else still has to lay.
 * Wrong pieces are marked on all.
 * @type {(state: State, verdict: Verdict, step: RepairStep) => boolean}
 */
export const isMarked = (state, verdict, step) =>
  verdict.kind !== "pending" || state.mode === "table" || concerns(state, verdict, step);

/** @type {(state: State, step: RepairStep) => boolean} */
const isNobodys = (state, { piece }) => (pieceOf(state, piece)?.seat ?? null) === null;

/** @type {(state: State, step: RepairStep) => boolean} */
function isOwnStep(state, { piece }) {
  const own = ownSeat(state);
  return own !== null && pieceOf(state, piece)?.seat === own;
}

/**
 * The chosen piece, the cell that a tap has simulated hands carry it to, and whether a card lies sideways there; null
 * if the tap means something else.
 * @type {(state: State, cell: string) => { piece: string, cell: string, sideways?: boolean } | null}
 */
export function carriedBy(state, cell) {
  const piece = pieceOf(state, state.selected);
  if (!piece || !mayCarry(state, piece.seat) || state.simulated === null || !waysOf(state, piece.piece, cell).length)
    return null;
  if (isUnjudged(state, piece.piece)) return null;
  const only = usesOf(adviceOf(state, piece.piece), cell).every((use) => use === "move" || use === "warp");
  // If the piece could do something else there, the first tap only asks.
  if (!only && state.asked !== cell) return null;
  const turns = adviceOf(state, piece.piece)?.sideways.includes(cell);
  return { piece: piece.piece, cell, ...(turns ? { sideways: true } : {}) };
}

/**
 * Whether a hand has laid a piece elsewhere than the match has it, and no source's picture of that was judged yet. The
 * table names each piece that it judged and that lies wrong. Where no source watches, nothing will be judged.
 * @type {(state: State, piece: string) => boolean}
 */
export function isUnjudged(state, piece) {
  const lies = lyingOf(state, piece);
  if (lies === null || !state.situation?.watching) return false;
  const verdict = current(state);
  const judged = verdict !== null && (verdict.kind !== "pending" || verdict.repair.some((one) => one.piece === piece));
  return !judged && cellOf(state, lies) !== (pieceOf(state, piece)?.cell ?? null);
}

/**
 * Whether the player's own hand has to move the piece to a cell, at a table of real pieces.
 * @type {(state: State, piece: string, cell: string) => boolean}
 */
export const isForOwnHand = (state, piece, cell) =>
  !simulated(state) && mayCarry(state, pieceOf(state, piece)?.seat ?? null) && waysOf(state, piece, cell).length > 0;

/** Whether this tablet may move pieces of a seat now. @type {(state: State, seat: string | null) => boolean} */
function mayCarry(state, seat) {
  const { place, mode, carried, situation } = state;
  if (mode !== "match" || carried !== null || situation?.paused || view(state)?.turn !== seat) return false;
  return place?.role === "arbiter" || (place?.role === "seat" && place.seat === seat);
}

/** @type {(state: State, piece: string, cell: string) => string[]} */
const waysOf = (state, piece, cell) =>
  usesOf(adviceOf(state, piece), cell).filter((use) => use === "move" || use === "warp");

/** @type {(state: State, lies: SimulatedPiece) => string | null} */
const cellOf = (state, { x_mm, y_mm }) =>
  !state.received.surface || x_mm === null || y_mm === null
    ? null
    : (cellAt(state.received.surface, x_mm, y_mm)?.cell ?? null);

/**
 * Whether a step isn't done yet: its piece lies elsewhere, or is a card that this tablet can't see.
 * @type {(state: State, step: RepairStep) => boolean}
 */
function isUndone(state, step) {
  if (liesOtherwise(state, step) !== null) return true;
  return (
    step.piece !== "" && lyingOf(state, step.piece) === null && step.to !== null && faceOf(state, step.piece) !== null
  );
}

/** @type {(state: State, piece: string) => SimulatedPiece | null} */
function lyingOf(state, piece) {
  const table = state.received.simulated;
  if (!table || table.match !== state.match?.match) return null;
  return (
    table.pieces.find((one) => one.piece === piece || (piece !== "" && pieceOf(state, one.piece)?.piece === piece)) ??
    null
  );
}

/**
 * A step's piece, if the simulated table has it otherwise and no simulated hand is moving it; else null. A carried
 * piece counts as lying where the hand will put it. Null also for a card without a name, and for another match's
 * table.
 * @type {(state: State, step: RepairStep) => SimulatedPiece | null}
 */
function liesOtherwise(state, { piece, to, others, face }) {
  const lies = lyingOf(state, piece);
  if (!lies) return null;
  const cell = cellOf(state, lies);
  const there = cell === to || (cell !== null && others.includes(cell));
  return there && (cell === null || (lies.face === face && !liesAcross(state, piece, lies))) ? null : lies;
}

/**
 * Whether a card lies upright where the match has it sideways in the same cell, or the other way round.
 * @type {(state: State, piece: string, lies: SimulatedPiece) => boolean}
 */
function liesAcross(state, piece, { x_mm, y_mm, turned_deg, card }) {
  const has = pieceOf(state, piece);
  const { surface } = state.received;
  if (!card || !has || !surface || x_mm === null || y_mm === null) return false;
  const cell = cellAt(surface, x_mm, y_mm);
  if (cell === null || cell.cell !== has.cell) return false;
  const off = Math.abs(Math.sin(((turned_deg - facing(cell)) * Math.PI) / 180));
  return off > Math.SQRT1_2 !== has.sideways;
}
