// The words for a piece: its seat, its place, its state, its possible actions. Pure.

import { faceOf } from "../appearance/card_faces.js";
import { say } from "../words/say.js";
import { adviceOf, hasZones, pieceOf, seatLabel } from "./selectors.js";
import { placeName } from "./sentences.js";
import { strikesAt } from "./uses.js";

/** @import { Shown, State } from "../../types/page.js" */

/**
 * A piece with its place: "West cavalry 1 at d7".
 * @type {(state: State, piece: { label: string, cell: string | null }) => string}
 */
export const placed = (state, { label, cell }) =>
  cell ? say("piece.at", { piece: label, cell: placeName(state, cell) }) : label;

/**
 * A piece with its place and possible actions, for screen readers: "West cavalry 1 at d7, may move to 14 hexes".
 * `words` are those that are drawn on it, if they differ from its name.
 * @type {(state: State, piece: Shown, words?: string) => string}
 */
export function spoken(state, piece, words = piece.label) {
  const whose = owned(state, { ...piece, label: words });
  const place = piece.cell
    ? say("piece.at", { piece: whose, cell: placeName(state, piece.cell) })
    : say("piece.nowhere", { piece: whose });
  return [place, ...deeds(state, piece)].join(say("joins.comma"));
}

/**
 * A piece with its possible actions, without its place.
 * @type {(state: State, piece: Shown) => string}
 */
export const spokenHere = (state, piece) => [owned(state, piece), ...deeds(state, piece)].join(say("joins.comma"));

/**
 * The name of a piece, with its seat's name.
 * @type {(state: State, piece: Shown) => string}
 */
export function owned(state, { seat, label }) {
  const owner = seatLabel(state, seat);
  return owner && !label.toLowerCase().includes(owner.toLowerCase())
    ? say("piece.seats", { seat: owner, piece: label })
    : label;
}

/** @type {(state: State, piece: Shown) => string[]} */
function deeds(state, piece) {
  const advice = adviceOf(state, piece.piece);
  const parts = (faceOf(state, piece.piece)?.numbers ?? []).map((one) => one.label);
  if (piece.hp !== null && piece.hp_max !== null && piece.hp_max > 1)
    parts.push(say("piece.hp", { hp: piece.hp, max: piece.hp_max }));
  if (piece.face === "down") parts.push(say("piece.turned"));
  if (piece.spent) parts.push(say("piece.acted"));
  if (piece.lasting) parts.push(...piece.lasting);
  const ways = advice?.moves.length ?? 0;
  if (ways) parts.push(say(hasZones(state) ? "piece.may_move_card" : "piece.may_move", { n: ways }));
  if (advice?.attacks.length) parts.push(say("piece.may_attack", { n: advice.attacks.length }));
  if (advice?.digs.length) parts.push(say("piece.may_dig", { n: advice.digs.length }));
  const strikes = state.using === null ? strikesAt(state, piece.piece) : [];
  const by = pieceOf(state, state.selected)?.label ?? "";
  if (strikes.length) parts.push(say(strikes.length > 1 ? "piece.tap_asks" : "piece.tap_attacks", { piece: by }));
  return parts;
}
