// The printed labels on somebody's own pieces, as they are photographed, tapped and undone. Pure.

/** @import { LabelPhotograph, LabelledPiece } from "../../types/messages.js" */

/** @typedef {readonly (readonly [number, number])[]} Outline */
/**
 * The state of the page. `chosen`: for each piece the piece whose label is on it; `skipped`: pieces that aren't there;
 * `before`: earlier states of both, for undoing.
 * @typedef {{ pieces: readonly LabelledPiece[], photographs: readonly LabelPhotograph[], chosen: Readonly<Record<string, string>>, skipped: readonly string[], wanted: string | null, before: readonly { chosen: Readonly<Record<string, string>>, skipped: readonly string[] }[] }} Choosing
 */

/** The most steps that can be undone. */
const KEPT = 200;

/** @param {readonly LabelledPiece[]} pieces @returns {Choosing} */
export const begun = (pieces) => ({ pieces, photographs: [], chosen: {}, skipped: [], wanted: null, before: [] });

/** The piece that a tag's label is printed for; null for a tag of no label. @param {Choosing} state @param {number} tag */
export const printedFor = ({ pieces }, tag) => pieces.find(({ tags }) => tags.includes(tag))?.piece ?? null;

/** The piece that a label is on; null if nobody has said. @param {Choosing} state @param {string | null} label */
export const pieceWith = ({ chosen }, label) =>
  Object.keys(chosen).find((piece) => label !== null && chosen[piece] === label) ?? null;

/** The labels in all photographs, each once. @param {Choosing} state @returns {string[]} */
export function seenLabels(state) {
  const all = state.photographs.flatMap(({ labels }) => labels.map(({ tag }) => printedFor(state, tag)));
  return [...new Set(all)].filter((one) => one !== null);
}

/** The piece to tap next: the one that somebody chose, or the first that has no label and isn't left out. @param {Choosing} state @returns {string | null} */
export function nextPiece(state) {
  if (state.wanted !== null && !(state.wanted in state.chosen)) return state.wanted;
  return state.pieces.find(({ piece }) => !(piece in state.chosen) && !state.skipped.includes(piece))?.piece ?? null;
}

/** @param {Choosing} state @param {{ chosen?: Readonly<Record<string, string>>, skipped?: readonly string[] }} now @returns {Choosing} */
const changed = (state, now) => ({
  ...state,
  ...now,
  wanted: null,
  before: [...state.before.slice(-KEPT + 1), { chosen: state.chosen, skipped: state.skipped }],
});

/** A label was tapped: it is on the next piece, or is taken from the piece that it is on. @param {Choosing} state @param {number} tag @returns {Choosing} */
export function tapped(state, tag) {
  const label = printedFor(state, tag);
  if (label === null) return state;
  const has = pieceWith(state, label);
  if (has !== null) return changed(state, { chosen: without(state.chosen, has) });
  const piece = nextPiece(state);
  if (piece === null) return state;
  return changed(state, {
    chosen: { ...state.chosen, [piece]: label },
    skipped: state.skipped.filter((one) => one !== piece),
  });
}

/** Every label that was photographed is on the piece that it's printed for. @param {Choosing} state @returns {Choosing} */
export const asPrinted = (state) =>
  changed(state, { chosen: Object.fromEntries(seenLabels(state).map((label) => [label, label])) });

/** The next piece isn't there. @param {Choosing} state @returns {Choosing} */
export function skippedOne(state) {
  const piece = nextPiece(state);
  return piece === null ? state : changed(state, { skipped: [...state.skipped, piece] });
}

/** Somebody wants to tap a piece next; its label is taken away. @param {Choosing} state @param {string} piece @returns {Choosing} */
export const wanting = (state, piece) => ({
  ...changed(state, {
    chosen: without(state.chosen, piece),
    skipped: state.skipped.filter((one) => one !== piece),
  }),
  wanted: piece,
});

/** @param {Choosing} state @returns {Choosing} */
export function undone(state) {
  const last = state.before.at(-1);
  return last ? { ...state, ...last, wanted: null, before: state.before.slice(0, -1) } : state;
}

/** A photograph was added. @param {Choosing} state @param {LabelPhotograph} one @returns {Choosing} */
export const added = (state, one) => ({ ...state, photographs: [...state.photographs, one] });

/** A photograph was taken away; labels that no other one shows are on nothing any more. @param {Choosing} state @param {number} at @returns {Choosing} */
export function removed(state, at) {
  const left = { ...state, photographs: state.photographs.filter((_, which) => which !== at) };
  const seen = seenLabels(left);
  return changed(left, {
    chosen: Object.fromEntries(Object.entries(state.chosen).filter(([, label]) => seen.includes(label))),
  });
}

/** The tags that are twice in one photograph, with where. The same piece in two photographs is no double. @param {LabelPhotograph} photograph @returns {{ tag: number, outlines: Outline[] }[]} */
export function doubles({ labels }) {
  const tags = [...new Set(labels.map(({ tag }) => tag))];
  return tags
    .map((tag) => ({ tag, outlines: labels.filter((one) => one.tag === tag).map(({ outline }) => outline) }))
    .filter(({ outlines }) => outlines.length > 1);
}

/** The choices that the server is sent: for each piece the tag on top of its label. @param {Choosing} state @returns {Record<string, number>} */
export const tagsChosen = ({ pieces, chosen }) =>
  Object.fromEntries(
    Object.entries(chosen).map(([piece, label]) => [piece, pieces.find((one) => one.piece === label)?.tags[0] ?? -1]),
  );

const ROWS = ["upper", "", "lower"];
const COLUMNS = ["left", "", "right"];

/** The name of an outline's place in its photograph: one of nine parts, as `upper_left`. @param {Outline} outline */
export function placeOf(outline) {
  const mean = (/** @type {0 | 1} */ i) => outline.reduce((sum, one) => sum + one[i], 0) / outline.length;
  const part = (/** @type {number} */ share) => Math.min(2, Math.max(0, Math.floor(share * 3)));
  return [ROWS[part(mean(1))], COLUMNS[part(mean(0))]].filter(Boolean).join("_") || "middle";
}

/** The pieces that have no label. @param {Choosing} state @returns {LabelledPiece[]} */
export const missing = ({ pieces, chosen }) => pieces.filter(({ piece }) => !(piece in chosen));

/** @param {Readonly<Record<string, string>>} chosen @param {string} piece */
const without = (chosen, piece) => Object.fromEntries(Object.entries(chosen).filter(([one]) => one !== piece));
