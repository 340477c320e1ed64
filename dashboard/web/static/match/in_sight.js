// The places that decide which part of the board the match page shows: its frame, the player's own pieces, the places
// of a warning or a question. Pure.

import { spotsOf } from "../board/spots.js";
import { askedAbout } from "../panels/asked.js";
import { verdictNow } from "../state/bar.js";
import { boxHeight } from "../state/physical.js";
import { current, hasZones, ownTurn, pieceOf, seatLook } from "../state/selectors.js";
import { extent } from "../surface/geometry.js";

/** @import { Frame, Point } from "../board/zooming.js" */
/** @import { Fielded, State } from "../../types/page.js" */

/**
 * The frame of the drawing: the field, and if fingers move pieces, the box under it.
 * @type {(fielded: Fielded, moving: boolean) => Frame}
 */
export function home(fielded, moving) {
  const frame = extent(fielded.surface);
  return moving ? { ...frame, height: frame.height + boxHeight(fielded) } : frame;
}

/**
 * The places of this tablet's own pieces in the drawing; none at a table of cards, where its side is large already.
 * @type {(fielded: Fielded) => Point[]}
 */
export function ownPlaces(fielded) {
  const own = fielded.place?.role === "seat" && !hasZones(fielded) && !fielded.eye ? fielded.place.seat : null;
  return own === null
    ? []
    : [...spotsOf(fielded).values()].filter((one) => one.piece.seat === own).map(({ x, y }) => [x, y]);
}

/** Whether it is this tablet's own turn, without a warning or a question elsewhere. @type {(now: State) => boolean} */
export const actsInTurn = (now) =>
  now.place?.role === "seat" && ownTurn(now) && (current(now)?.kind ?? "pending") === "pending";

/** The cells by their names, or by the pieces in them. @type {(now: State, named: readonly unknown[]) => string[]} */
const cellsOf = (now, named) => named.map((one) => pieceOf(now, `${one}`)?.cell ?? `${one}`);

/** The cells that a warning is about. @type {(now: State) => string[]} */
export function cellsTold(now) {
  const wrong = verdictNow(now);
  if (!wrong) return [];
  const put = wrong.repair.flatMap((step) => [step.seen, step.to, ...step.others]);
  const meant = wrong.candidates.flat().flatMap((one) => Object.values(one.action));
  return cellsOf(now, [...wrong.cells, ...put, ...meant].filter(Boolean));
}

/**
 * The places of a warning, or of a question to this tablet's player.
 * @type {(fielded: Fielded) => Point[]}
 */
export function concerned(fielded) {
  if (hasZones(fielded) || fielded.eye || fielded.mode === "table") return [];
  const wrong = verdictNow(fielded);
  const places = wrong && wrong.kind !== "pending" ? cellsTold(fielded) : cellsOf(fielded, askedAbout(fielded));
  const spots = spotsOf(fielded);
  return fielded.surface.cells
    .filter((cell) => places.includes(cell.cell))
    .map((cell) => {
      const [spot] = [...spots.values()].filter((one) => one.cell.cell === cell.cell);
      return spot ? [spot.x, spot.y] : [cell.x_mm, -cell.y_mm];
    });
}

/**
 * The pieces as the small map shows them. @type {(fielded: Fielded) => { at: Point, look: ReturnType<typeof seatLook>, own: boolean }[]}
 */
export function dotsOf(fielded) {
  const own = fielded.place?.seat ?? null;
  return [...spotsOf(fielded).values()]
    .filter((one) => one.piece.seat !== null)
    .map(({ x, y, piece }) => ({ at: [x, y], look: seatLook(fielded, piece.seat), own: piece.seat === own }));
}
