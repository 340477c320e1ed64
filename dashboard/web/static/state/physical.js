// The spots of the virtual table's pieces, on the board, in hands, and in the box under the board. Pure.

import { cellAt, down, extent } from "../surface/geometry.js";
import { CARD, wordsOn } from "../appearance/card.js";
import { faceOf, printedName, zoneLabel } from "../appearance/card_faces.js";
import { say } from "../words/say.js";
import { isTerrain, pieceLook } from "../appearance/worn_look.js";
import { owned } from "./spoken_pieces.js";
import { pieceOf, seatLabel, view } from "./selectors.js";

/** @import { SimulatedPiece, Surface, SurfaceCell } from "../../types/messages.js" */
/** @import { Fielded, PhysicalSpot, Shown, State } from "../../types/page.js" */

/** @typedef {ReadonlyMap<string, { x_mm: number, y_mm: number }>} Moved Places of pieces that the page has moved and the table hasn't reported yet. */
/** @typedef {SimulatedPiece & { x_mm: number, y_mm: number }} Lying A piece that lies on the table. */

const STACK = { width: 47, height: 44, radius: 15 };
const BOX_TOP = 16;

/**
 * The height of the hands and the box under the field, mm.
 * @type {(state: Fielded) => number}
 */
export function boxHeight(state) {
  const stacks = stacksOf(state).length;
  return handsHeight(state) + BOX_TOP + Math.max(1, Math.ceil(stacks / columns(state.surface))) * STACK.height;
}

/** The scale of a card in a hand, and the room above and below, mm. */
const HAND = { scale: 0.62, margin: 8 };

/** @type {(state: State) => boolean} */
const hasCards = (state) => (state.simulated?.pieces ?? []).some((one) => isCard(state, one));

/**
 * Whether a piece is one of the game's cards. A card that this tablet may not read has no name of its own.
 * @type {(state: State, one: SimulatedPiece) => boolean}
 */
const isCard = (state, one) => (isNameless(one.piece) ? one.card : faceOf(state, one.piece) !== null);

/** Whether a card's own name was kept back, so that it is named by its place. @type {(piece: string) => boolean} */
const isNameless = (piece) => piece.startsWith("~");

/** @type {(state: State) => number} */
const handsHeight = (state) => (hasCards(state) ? CARD.height * HAND.scale + 3 * HAND.margin : 0);

/**
 * The strips under the field where each seat's hand is drawn, in screen millimetres.
 * @type {(state: Fielded) => { seat: string, left: number, top: number, width: number, height: number }[]}
 */
export function handStrips(state) {
  const seats = hasCards(state) ? (view(state)?.seats ?? []) : [];
  const { left, top, width, height } = extent(state.surface);
  return seats.map(({ seat }, i) => ({
    seat,
    left: left + (i * width) / seats.length + HAND.margin / 2,
    top: top + height + HAND.margin,
    width: width / seats.length - HAND.margin,
    height: handsHeight(state) - HAND.margin,
  }));
}

/**
 * Whether this tablet's player may not read a card: it lies face down, or another seat holds it. The arbiter may read
 * all held cards.
 * @type {(state: State, piece: string | null) => boolean}
 */
export function isHidden({ simulated, place }, piece) {
  const one = simulated?.pieces.find((lying) => lying.piece === piece);
  if (!one) return false;
  if (isNameless(one.piece)) return true;
  return one.hand ? place?.role !== "arbiter" && place?.seat !== one.hand : one.x_mm !== null && one.face === "down";
}

/** @type {(surface: Surface) => number} */
const columns = (surface) => Math.floor(extent(surface).width / STACK.width);

/**
 * The facts of a physical piece: the match's piece, or else the facts that follow from its id.
 * @type {(state: State, id: string) => Shown}
 */
export function known(state, id) {
  const piece = pieceOf(state, id);
  if (piece) return piece;
  const card = faceOf(state, id);
  if (card)
    return {
      piece: id,
      cell: null,
      kind: card.kind,
      label: card.label,
      seat: null,
      face: "up",
      hp: null,
      hp_max: null,
      spent: false,
    };
  if (isNameless(id))
    return {
      piece: id,
      cell: null,
      kind: "card",
      label: say("table.hidden_card"),
      seat: null,
      face: "down",
      hp: null,
      hp_max: null,
      spent: false,
    };
  const { kind, seat, label } = pieceLook(id) ?? { kind: id, seat: null, label: id };
  return { piece: id, cell: null, kind, label, seat, face: "up", hp: null, hp_max: null, spent: false };
}

/**
 * The spot of every physical piece, by its id, in screen millimetres.
 * @type {(state: State, moved?: Moved) => Map<string, PhysicalSpot>}
 */
export function physicalSpots(state, moved = new Map()) {
  /** @type {Map<string, PhysicalSpot>} */
  const spots = new Map();
  const { surface } = state;
  if (!state.simulated || !surface) return spots;
  const lying = state.simulated.pieces.map((one) => ({ ...one, ...moved.get(one.piece) })).filter(isLying);
  for (const one of cardsSeen(state, lying)) spots.set(one.piece.piece, one);
  for (const one of heldSpots(/** @type {Fielded} */ (state)))
    spots.set(
      one.piece.piece,
      moved.has(one.piece.piece)
        ? { ...one, x: moved.get(one.piece.piece)?.x_mm ?? 0, y: down(moved.get(one.piece.piece)?.y_mm ?? 0) }
        : one,
    );
  for (const one of lying) {
    if (spots.has(one.piece) || isCard(state, one)) continue;
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
      y: top + height + handsHeight(state) + BOX_TOP + (row + 0.5) * STACK.height,
      radius: STACK.radius,
      piece: shown,
      cell: null,
      boxed: true,
      card: cardDrawn(state, stack[0], 0, stack.length),
      scale: 0.42,
      terrain: isTerrain(shown.kind),
      count: stack.length,
    });
  });
  return spots;
}

/**
 * The card to draw for a piece; undefined if the piece isn't a card.
 * @type {(state: State, one: SimulatedPiece, turned: number, count: number) => PhysicalSpot["card"]}
 */
const cardDrawn = (state, one, turned, count) =>
  isCard(state, one)
    ? { face: isHidden(state, one.piece) ? null : faceOf(state, one.piece), turned, count }
    : undefined;

/** The distance of two cards' middles below which they are one pile. */
const PILE_MM = 14;

/**
 * The cards on the table, the lowest first. Of a pile only the top card is there, with the number of cards.
 * @type {(state: State, lying: readonly Lying[]) => PhysicalSpot[]}
 */
function cardsSeen(state, lying) {
  const cards = lying.filter((one) => isCard(state, one));
  const near = (/** @type {Lying} */ a, /** @type {Lying} */ b) =>
    Math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) < PILE_MM;
  return cards.flatMap((one, i) => {
    if (cards.slice(i + 1).some((above) => near(one, above))) return [];
    const count = cards.filter((other) => near(one, other)).length;
    return [
      {
        x: one.x_mm,
        y: down(one.y_mm),
        radius: CARD.width / 2,
        scale: 1,
        terrain: false,
        shown: one.shown,
        piece: { ...known(state, one.piece), face: one.face },
        cell: state.surface && cellAt(state.surface, one.x_mm, one.y_mm),
        card: cardDrawn(state, one, -one.turned_deg, count),
      },
    ];
  });
}

/**
 * The cards in hands, side by side in their seat's strip.
 * @type {(state: Fielded) => PhysicalSpot[]}
 */
function heldSpots(state) {
  return handStrips(state).flatMap(({ seat, left, top, width, height }) => {
    const held = (state.simulated?.pieces ?? []).filter((one) => one.hand === seat);
    const wide = CARD.width * HAND.scale;
    const step = Math.min(wide + 3, (width - wide - 4) / Math.max(1, held.length - 1));
    return held.map((one, i) => ({
      x: left + 2 + wide / 2 + i * step,
      y: top + height / 2 + 4,
      radius: CARD.width / 2,
      scale: HAND.scale,
      terrain: false,
      hand: seat,
      piece: { ...known(state, one.piece), face: one.face },
      cell: null,
      card: cardDrawn(state, one, 0, 1),
    }));
  });
}

/**
 * Whether a piece lies on the table, not in the box.
 * @param {SimulatedPiece} one
 * @returns {one is Lying}
 */
export const isLying = (one) => one.x_mm !== null;

/**
 * The pieces that stand in a cell of the simulated table, without those that are its ground.
 * @type {(state: State, cell: SurfaceCell) => Lying[]}
 */
export function standingIn(state, cell) {
  const { surface } = state;
  const lying = surface ? (state.simulated?.pieces ?? []).filter(isLying) : [];
  return lying.filter(
    (one) => !isTerrain(known(state, one.piece).kind) && surface && cellAt(surface, one.x_mm, one.y_mm) === cell,
  );
}

/**
 * The radius of a piece: as large as its neighbours allow, because small pieces are hard to see and to hit.
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
 * The contents of the box: equal pieces in stacks, in the order of seats.
 * @type {(state: State, moved?: Moved) => SimulatedPiece[][]}
 */
function stacksOf(state, moved = new Map()) {
  const stacks = new Map();
  for (const one of state.simulated?.pieces ?? []) {
    const now = { ...one, ...moved.get(one.piece) };
    if (isLying(now) || now.hand || isIdle(state, now.piece)) continue;
    const key = printedName(now.piece).replace(/\.\d+$/, "") + now.face;
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
 * The words for a physical piece, for screen readers.
 * @type {(state: State, spot: PhysicalSpot) => string}
 */
export function spokenPhysical(state, { piece, cell, boxed, hand, card, count = 1 }) {
  if (card) {
    const place = hand
      ? say("table.in_hand", { seat: seatLabel(state, hand) })
      : boxed
        ? say("table.in_box")
        : cell
          ? say("table.lies_at", { cell: zoneLabel(state, cell.cell) || cell.cell })
          : say("table.beside");
    return [
      card.face ? wordsOn(card.face, card.count) : say("table.hidden_card"),
      place,
      ...(card.count > 1 ? [say("table.pile_of", { n: card.count })] : []),
    ].join(say("joins.comma"));
  }
  const where = boxed
    ? say((count ?? 1) > 1 ? "table.first_of" : "table.in_box", { n: count ?? 1 })
    : cell
      ? say("table.lies_at", { cell: cell.cell })
      : say("table.beside");
  return [owned(state, piece), where, ...(piece.face === "down" ? [say("piece.turned")] : [])].join(say("joins.comma"));
}
