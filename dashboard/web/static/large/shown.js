// The values of the large page: a sentence with its possible answers, and what they are about. Pure.

import { faceOf } from "../appearance/card_faces.js";
import { pieceOf, view } from "../state/selectors.js";

/** @import { CardFace, PieceView, PlayedAction, SimulatorOrder, UseView } from "../../types/messages.js" */
/** @import { Action, PageEvent, State } from "../../types/page.js" */
/** @import { Step } from "./steps.js" */

/**
 * The deed of a press: an event of the page's state, another step, or something that is sent.
 * @typedef {{ event: PageEvent } | { step: Partial<Step> } | { play: UseView, action: Action } | { choose: PlayedAction } | { settle: number } | { decide: "game_is_right" } | { orders: readonly SimulatorOrder[] } | { put: { piece: string, cell: string } } | { wonder: string } | { playAll: readonly string[] } | { send: "end_turn" | "resume" | "pause" | "rematch" | "leave" } | { takeBack: number } | { draw: string }} Go
 */
/** @typedef {{ piece: PieceView } | { card: CardFace } | { seat: string }} Picture */
/** @typedef {{ key: string, text: string, go: Go, detail?: string, picture?: Picture | null, place?: string | null, dim?: boolean }} Option An answer; `place`: the cell that it is about, `dim`: it can't be used, and says why. */
/**
 * `kind`: `ask` and `warn` want an answer, `why` explains, `over` is the end, `wait` wants nothing. `mark` changes with
 * the question, not with its words. `options` are listed in pages; `always` are shown on each. `from`: the cell that a
 * piece leaves; `back`: what the button to go back does.
 * @typedef {{ kind: "ask" | "warn" | "why" | "over" | "wait", mark: string, says: string, detail: string, picture: Picture | null, options: readonly Option[], always: readonly Option[], from: string | null, back: Go | null }} Screen
 */

/** @type {(kind: Screen["kind"], mark: string, says: string, more?: Partial<Screen>) => Screen} */
export const screen = (kind, mark, says, more = {}) => ({
  ...{ kind, mark, says, detail: "", picture: null, options: [], always: [], from: null, back: null },
  ...more,
});

/** The picture of a piece, a card or a seat; null if nothing is known by that name. @type {(state: State, id: string | null | undefined) => Picture | null} */
export function pictureOf(state, id) {
  const card = faceOf(state, id);
  if (card) return { card };
  const piece = pieceOf(state, id);
  if (piece) return { piece };
  return view(state)?.seats.some((one) => one.seat === id) ? { seat: id ?? "" } : null;
}

const FIELD = /^[a-z]\d+$/;

/**
 * Whether a place is a cell of the board's field, such as `e5`, and not a place for cards.
 * @type {(state: State, place: string | null | undefined) => boolean}
 */
export const isOnField = (state, place) =>
  FIELD.test(place ?? "") && (state.surface?.cells.some((cell) => cell.cell === place) ?? false);
