// The virtual table's pieces: where they physically lie, on the board and in the box under it. Pure.

import { cellAt, down, extent } from "../board/geometry.js";
import { say } from "../words/say.js";
import { isTerrain, pieceLook } from "../board/looks.js";
import { owned, pieceOf, view } from "../state/selectors.js";

/** @import { SimulatedPiece, Surface } from "../../types/messages.js" */
/** @import { Fielded, PhysicalSpot, Shown, State } from "../../types/page.js" */

/** @typedef {ReadonlyMap<string, { x_mm: number, y_mm: number }>} Moved Pieces that lie elsewhere than was told. */
/** @typedef {SimulatedPiece & { x_mm: number, y_mm: number }} Lying A piece that lies on the table. */

const STACK = { width: 47, height: 44, radius: 15 };
const BOX_TOP = 16;

/**
 * How much room the box takes under the field, in millimetres.
 * @type {(state: Fielded) => number}
 */
export function boxHeight(state) {
  const stacks = stacksOf(state).length;
  return BOX_TOP + Math.max(1, Math.ceil(stacks / columns(state.surface))) * STACK.height;
}

/** @type {(surface: Surface) => number} */
const columns = (surface) => Math.floor(extent(surface).width / STACK.width);

/**
 * What a physical piece is: the match's piece when it has one, else what its id says.
 * @type {(state: State, id: string) => Shown}
 */
export function known(state, id) {
  const piece = pieceOf(state, id);
  if (piece) return piece;
  const { kind, seat, label } = pieceLook(id) ?? { kind: id, seat: null, label: id };
  return { piece: id, cell: null, kind, label, seat, face: "up", hp: null, hp_max: null, spent: false };
}

/**
 * Where every physical piece is drawn: id → {x, y, radius, piece, cell, count}, screen millimetres.
 * @type {(state: State, moved?: Moved) => Map<string, PhysicalSpot>}
 */
export function physicalSpots(state, moved = new Map()) {
  /** @type {Map<string, PhysicalSpot>} */
  const spots = new Map();
  const { surface } = state;
  if (!state.simulated || !surface) return spots;
  const lying = state.simulated.pieces
    .map((one) => ({ ...one, ...moved.get(one.piece) }))
    .filter(isLying);
  for (const one of lying) {
    const shown = { ...known(state, one.piece), face: one.face };
    spots.set(one.piece, {
      x: one.x_mm,
      y: down(one.y_mm),
      radius: isTerrain(shown.kind) ? 27 : roomy(one, lying, state),
      piece: shown,
      cell: cellAt(surface, one.x_mm, one.y_mm),
      terrain: isTerrain(shown.kind),
      shown: one.shown,
    });
  }
  const { left, top, height } = extent(surface);
  stacksOf(state, moved).forEach((stack, i) => {
    const [column, row] = [i % columns(surface), Math.floor(i / columns(surface))];
    const shown = { ...known(state, stack[0].piece), face: stack[0].face };
    spots.set(stack[0].piece, {
      x: left + (column + 0.5) * STACK.width,
      y: top + height + BOX_TOP + (row + 0.5) * STACK.height,
      radius: STACK.radius,
      piece: shown,
      cell: null,
      boxed: true,
      terrain: isTerrain(shown.kind),
      count: stack.length,
    });
  });
  return spots;
}

/**
 * Whether a piece lies on the table, not in the box.
 * @param {SimulatedPiece} one
 * @returns {one is Lying}
 */
export const isLying = (one) => one.x_mm !== null;

/**
 * As big as its neighbours leave room for: small pieces are hard to see and to hit.
 * @type {(one: Lying, lying: readonly Lying[], state: State) => number}
 */
function roomy(one, lying, state) {
  const near = lying
    .filter((other) => other.piece !== one.piece && !isTerrain(known(state, other.piece).kind))
    .map((other) => Math.hypot(other.x_mm - one.x_mm, other.y_mm - one.y_mm));
  return Math.max(10, Math.min(16, Math.min(...near, 64) / 2 - 0.4));
}

/**
 * Whether a piece belongs to a seat that doesn't play (`s.inf.1` without a south).
 * @type {(state: State, id: string) => boolean}
 */
function isIdle(state, id) {
  const owner = pieceLook(id)?.seat ?? null;
  const seats = view(state)?.seats ?? [];
  return seats.length > 0 && owner !== null && !seats.some((one) => one.seat === owner);
}

/**
 * What lies in the box, alike pieces together, in the order of seats and kinds.
 * @type {(state: State, moved?: Moved) => SimulatedPiece[][]}
 */
function stacksOf(state, moved = new Map()) {
  const stacks = new Map();
  for (const one of state.simulated?.pieces ?? []) {
    const now = { ...one, ...moved.get(one.piece) };
    if (isLying(now) || isIdle(state, now.piece)) continue;
    const key = now.piece.replace(/\.\d+$/, "") + now.face;
    stacks.set(key, [...(stacks.get(key) ?? []), now]);
  }
  const seats = (view(state)?.seats ?? []).map((one) => one.seat);
  /** @type {(stack: SimulatedPiece[]) => number} */
  const order = (stack) => {
    const at = seats.indexOf(known(state, stack[0].piece).seat ?? "");
    return at < 0 ? seats.length : at;
  };
  return [...stacks.values()].sort((a, b) => order(a) - order(b));
}

/**
 * A physical piece for screen readers.
 * @type {(state: State, spot: PhysicalSpot) => string}
 */
export function spokenPhysical(state, { piece, cell, boxed, count = 1 }) {
  const where = boxed ? say((count ?? 1) > 1 ? "table.first_of" : "table.in_box", { n: count ?? 1 }) : cell ? say("table.lies_at", { cell: cell.cell }) : say("table.beside");
  return [owned(state, piece), where, ...(piece.face === "down" ? [say("piece.turned")] : [])].join(say("joins.comma"));
}
