// The facts that follow from the state, ready to be shown. Pure.

import { lookOfSeat } from "../appearance/worn_look.js";

/** @import { Advice, LeftToDo, PieceView, Verdict, View, ViolationText } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/**
 * The view of the match, or null.
 * @type {(state: State) => View | null}
 */
export const view = (state) => state.match?.view ?? null;

/**
 * A piece of the match by its id, or by the id that its tag says (`gen.est` for `w.gen.est`).
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
 * The advice that a tablet shows for a piece; nothing where its player wants warnings alone.
 * @type {(state: State, id: string) => Advice | null}
 */
export const shownAdvice = (state, id) => (state.help === "warnings" ? null : adviceOf(state, id));

/**
 * The advice for a piece; null when there's none at the revision that is shown.
 * @type {(state: State, id: string) => Advice | null}
 */
export function adviceOf(state, id) {
  const sheet = state.advice;
  if (!sheet || !state.match || sheet.match !== state.match.match || sheet.revision !== state.match.revision)
    return null;
  const piece = pieceOf(state, id);
  return (piece && sheet.advice.find((one) => one.piece === piece.piece)) ?? null;
}

/** The seat that this tablet plays; null for the arbiter and for whoever looks on. @type {(state: State) => string | null} */
export const ownSeat = (state) => (state.place?.role === "seat" ? state.place.seat : null);

/**
 * Whether this tablet may settle what everybody sees: questions, warnings.
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
 * A seat's number in the fixed order of looks (shape and colour); 4 is nobody's.
 * @type {(state: State, seat: string | null | undefined) => number}
 */
export function seatLook(state, seat) {
  return lookOfSeat(
    seat,
    (view(state)?.seats ?? []).map((one) => one.seat),
  );
}

/**
 * Every broken rule that stands against the place asked about, each once; null while the engine is asked.
 * @type {(state: State) => readonly ViolationText[] | null}
 */
export function reasons(state) {
  if (state.wondered !== null) return null;
  const all = (state.reasons ?? []).flatMap((one) => one.broken);
  return all.filter((one, i) => all.findIndex((other) => other.rule === one.rule && other.text === one.text) === i);
}

/**
 * The possible actions of a piece at a cell or with another piece: a list of words, empty when there are
 * none.
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
 * The list of what is left to do at the revision that is shown; empty when the engine hasn't said.
 * @type {(state: State) => readonly LeftToDo[]}
 */
export function leftToDo(state) {
  const sheet = state.advice;
  const fresh = sheet && state.match && sheet.match === state.match.match && sheet.revision === state.match.revision;
  return fresh && !view(state)?.outcome ? sheet.left : [];
}

/**
 * Whether help comes by itself: who wants it only when asking for it, or warnings alone, taps.
 * @type {(state: State) => boolean}
 */
export const helpsUnasked = (state) => state.help === "full" || state.help === "teaching";

/**
 * The pieces with something left to do in the turn, each with the kind of it.
 * @type {(state: State) => ReadonlyMap<string, string>}
 */
export const usableNow = (state) =>
  new Map(
    (helpsUnasked(state) ? leftToDo(state) : [])
      .filter((one) => !one.due)
      .flatMap((one) => one.pieces.map((piece) => /** @type {const} */ ([piece, one.kind]))),
  );

/**
 * Whether things lie in the zones of a table of cards, not in a board's hexes alone.
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
 * Whether a bot plays a seat, by the match's terms: "all", "2" (the last two), "west,north=search:60".
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
 * Whether the table hears, and has answered all that this tablet asked: now the next may be asked. A question
 * while the engine is away would get no answer, and what is asked while a hand still carries a piece would be judged
 * before the piece has come.
 * @type {(state: State) => boolean}
 */
export const mayAsk = ({ link, sent, services, carried }) =>
  link.open && services.engine?.online !== false && Object.values(sent).length === 0 && carried === null;

/**
 * Whether this tablet's own seat has the turn, and nobody is asked anything.
 * @type {(state: State) => boolean}
 */
export function ownTurn(state) {
  const decision = view(state)?.decision;
  return decision?.chooser === "seat" && decision.kind === "turn" && decision.seats.includes(state.place?.seat ?? "");
}

/**
 * The verdict in force: a warning, a question, pieces to put; or null. A match that has ended leaves nobody pieces to put.
 * @type {(state: State) => Verdict | null}
 */
export function current(state) {
  const verdict = state.situation?.current ?? null;
  return verdict?.kind === "pending" && state.match?.view.outcome ? null : verdict;
}

/**
 * The verdict in force, if anybody would notice that it's done: what hands have still to lay nobody does where nothing watches.
 * @type {(state: State) => Verdict | null}
 */
export function noticed(state) {
  const verdict = current(state);
  return verdict?.kind === "pending" && !state.situation?.watching ? null : verdict;
}
