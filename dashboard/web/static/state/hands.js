// Whose hands are still to do something at a table: simulated ones, or people's. Pure.

import { cellAt } from "../board/geometry.js";
import { isBots, maySettle, pieceOf, simulated, view } from "./selectors.js";

/** @import { RepairStep, SimulatedPiece, SimulatorOrder, Verdict } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/**
 * Whether simulated hands alone are at what a verdict asks for: a bot is to choose, and nothing of it is left to people.
 * @type {(state: State, verdict: Verdict) => boolean}
 */
export function isBotsDoing(state, verdict) {
  const now = view(state);
  if (state.mode !== "match" || !now || !simulated(state)) return false;
  const whose = now.decision.seats.length ? now.decision.seats : [now.turn];
  const bots = now.seats.every((one) => isBots(state, one.seat)) || whose.every((seat) => isBots(state, seat));
  return bots && !verdict.repair.some((step) => liesOtherwise(state, step) !== null);
}

/**
 * Whether whoever is to choose waits until others' pieces lie right: a bot goes on no sooner.
 * @type {(state: State, verdict: Verdict | null) => boolean}
 */
export function waitsForHands(state, verdict) {
  const seats = view(state)?.decision.seats ?? [];
  if (verdict?.kind !== "pending" || !seats.length || !seats.every((seat) => isBots(state, seat))) return false;
  return verdict.repair.some((step) => !seats.includes(pieceOf(state, step.piece)?.seat ?? seats[0]));
}

/**
 * The orders for simulated hands that put the table as a verdict asks; empty where there's nothing that they
 * could do, or nobody here may ask them to.
 * @type {(state: State, verdict: Verdict) => SimulatorOrder[]}
 */
export function ordersFor(state, verdict) {
  if (!["pending", "illegal"].includes(verdict.kind) || !maySettle(state) || !simulated(state)) return [];
  return verdict.repair.flatMap((step) => {
    const lies = liesOtherwise(state, step);
    const cell = state.surface?.cells.find((one) => one.cell === step.to);
    if (!lies) return [];
    const { piece, card } = lies;
    if (!cell) return [{ order: "take", piece }];
    const put = { order: "put", piece, x_mm: cell.x_mm, y_mm: cell.y_mm, face: card ? step.face : "" };
    const stays = cellOf(state, lies) === cell.cell;
    return [...(stays && !card ? [] : [put]), ...(!card && lies.face !== step.face ? [{ order: "flip", piece }] : [])];
  });
}

/** @type {(state: State, lies: SimulatedPiece) => string | null} */
const cellOf = (state, { x_mm, y_mm }) => (!state.surface || x_mm === null || y_mm === null ? null : (cellAt(state.surface, x_mm, y_mm)?.cell ?? null));

/**
 * A step's piece where the simulated table has it lie otherwise for good, so that no simulated hand is at it; else null.
 * A carried piece lies as hands will leave it; of a card whose name was kept back nobody can say, nor of
 * another match's table.
 * @type {(state: State, step: RepairStep) => SimulatedPiece | null}
 */
function liesOtherwise(state, { piece, to, others, face }) {
  const table = state.simulated;
  if (!table || !state.surface || table.match !== state.match?.match) return null;
  const lies = table.pieces.find((one) => one.piece === piece || (piece !== "" && pieceOf(state, one.piece)?.piece === piece));
  if (!lies) return null;
  const cell = cellOf(state, lies);
  const there = cell === to || (cell !== null && others.includes(cell));
  return there && (cell === null || face === "" || lies.face === face) ? null : lies;
}
