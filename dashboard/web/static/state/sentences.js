// The referee's verdicts as sentences, with names instead of ids. Pure.

import { faceOf, zoneLabel } from "../appearance/card_faces.js";
import { capital, say } from "../words/say.js";
import { hasZones, view } from "./selectors.js";

/** @import { RepairStep, Verdict } from "../../types/messages.js" */
/** @import { RuleText, State } from "../../types/page.js" */

/**
 * The last verdict that committed actions which still hold; null without one.
 * @type {(state: State) => Verdict | null}
 */
export function lastPlayed(state) {
  return (
    state.verdicts.findLast(
      (verdict) => verdict.kind === "settled" && verdict.actions.length > 0 && stands(state, verdict),
    ) ?? null
  );
}

/**
 * Whether a verdict only says that the table is right again. Facts that an arbiter has set are settled verdicts too.
 * @type {(verdict: { kind: string, text: string }) => boolean}
 */
export const isRightAgain = ({ kind, text }) => kind === "settled" && text === say("verdict.again");

/**
 * The verdicts that are news, in their order. Unfinished moves aren't news; the bar shows them. A table that is
 * right again is only news after a warning or a question.
 * @type {(verdicts: readonly Verdict[]) => Verdict[]}
 */
export function newsOf(verdicts) {
  let wrong = verdicts[0]?.kind === "settled";
  return verdicts.filter((one) => {
    const spoken = one.kind !== "pending" && (!isRightAgain(one) || wrong);
    if (one.kind === "settled") wrong = false;
    if (one.kind === "illegal" || one.kind === "ambiguous") wrong = true;
    return spoken;
  });
}

/**
 * Whether the actions of a verdict still hold, and weren't taken back: the position before them is among the match's
 * earlier ones. Older plays than those count as holding, because the page can't know.
 * @type {(state: State, verdict: Verdict) => boolean}
 */
export function stands(state, verdict) {
  if (!state.match || verdict.kind !== "settled" || verdict.actions.length === 0) return true;
  const { earlier, revision } = state.match;
  if (verdict.revision >= revision) return true;
  const first = earlier[0]?.revision;
  return (
    first === undefined || verdict.revision - 1 < first || earlier.some((one) => one.revision === verdict.revision - 1)
  );
}

/**
 * The sentence of a step of a repair, with names instead of ids. The id of a card or a zone that there is only once
 * looks like a word (`dire-wolf`, `discards`), so it is replaced by itself.
 * @type {(state: State, step: Pick<RepairStep, "piece" | "text" | "to" | "seen">) => string}
 */
export function namedStep(state, { piece, text, to, seen }) {
  const label = state.labels[piece] ?? faceOf(state, piece)?.label;
  let said = label ? text.replace(piece, () => label) : text;
  for (const cell of [to, seen])
    if (cell && !cell.includes(".") && zoneLabel(state, cell))
      said = said.replace(word(cell), () => placeName(state, cell));
  return named(state, said);
}

/** A pattern for an id as a whole word, also between letters of a language without spaces. @type {(text: string) => RegExp} */
export const word = (text) => new RegExp(`(?<![A-Za-z\\d_.-])${text.replace(/[^\w]/g, "\\$&")}(?![A-Za-z\\d_-])`);

/**
 * A text with names instead of the ids of pieces, of copies of cards and of zones.
 * @type {(state: State, text: string) => string}
 */
export function named(state, text) {
  return text.replace(
    /\b[a-z][\w-]*(?:#\d+|(?:\.[A-Za-z0-9-]+)+)\b/g,
    (id) => state.labels[id] ?? faceOf(state, id)?.label ?? placeName(state, id),
  );
}

/** The placeholder for a name that isn't loaded yet. */
const UNREAD = "…";

/**
 * The name of a cell: its zone, its number if there are several, and its seat.
 * @type {(state: State, cell: string) => string}
 */
export function placeName(state, cell) {
  const zone = zoneLabel(state, cell);
  // The zones' names are loaded separately; until then a placeholder is shown instead of an id.
  if (!zone) return state.faces === null && hasZones(state) ? UNREAD : cell;
  const [whose] = cell.split(".");
  // A cell of a field needs its own name as well, because its zone has many cells.
  const number = /\.(\d+)$/.exec(cell)?.[1] ?? (/^[a-z]\d+$/.test(cell) ? cell : null);
  const owner = view(state)?.seats.find((one) => one.seat === whose)?.label;
  return [zone, number, owner ? `(${owner})` : null].filter(Boolean).join(" ");
}

/**
 * The sentence of a verdict.
 * @type {(state: State, verdict: Verdict) => string}
 */
export function sentence(state, verdict) {
  const raw = rawSentence(verdict);
  return named(
    state,
    verdict.repair.reduce(
      (text, step) => (step.text ? text.replaceAll(step.text, () => namedStep(state, step)) : text),
      raw,
    ),
  );
}

/**
 * The rulebook's text of a rule; null if it isn't known.
 * @type {(state: State, id: string) => RuleText | null}
 */
export const ruleOf = (state, id) => state.rules?.rules[id] ?? null;

/**
 * The heading of a verdict, in one or two words.
 * @type {(verdict: Verdict) => string}
 */
export function headOf(verdict) {
  if (verdict.felt.length) return say("verdict.felt");
  return say(
    verdict.kind === "ambiguous" && verdict.candidates.length === 1 ? "verdict.one" : `verdict.${verdict.kind}`,
  );
}

/** The question at the beginning of a verdict's text, which the heading has already. */
const ASKED = /^[^?？]*[?？]\s*/;

/**
 * The rest of a verdict's text, without its broken rules, steps and candidates, which the page shows separately.
 * @type {(verdict: Verdict) => string}
 */
export function besides(verdict) {
  const parts = [...verdict.violations, ...verdict.repair, ...verdict.candidates.flat()].map((one) => one.text);
  const left = parts
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .reduce((text, part) => text.replaceAll(part, ""), verdict.text);
  const rest = left
    .replace(/ — or —/g, " ")
    .replace(/(?:\s*[;:])+(?=\s*[;:.]|\s*$)/g, "")
    .replace(/([?.!])\s*[;:]\s*/g, "$1 ")
    .replace(verdict.kind === "ambiguous" ? ASKED : /^$/, "")
    .replace(/^[\s;:：,.]+|\s+$/g, "")
    .replace(/\s+/g, " ");
  // The part after the question is a sentence now, so it gets a capital. A cell's name at its beginning stays as it
  // is.
  return verdict.kind === "ambiguous" && rest !== left ? capital(rest) : rest;
}

/** @type {Partial<Record<Verdict["kind"], string>>} */
const UNSAID = {
  settled: "verdict.right",
  pending: "verdict.still",
  ambiguous: "verdict.ambiguous",
  illegal: "verdict.unexplained",
};

/** @type {(verdict: Verdict) => string} */
function rawSentence(verdict) {
  if (verdict.kind === "illegal" && verdict.violations.length)
    return [...new Set(verdict.violations.map((broken) => broken.text))].join(say("joins.after"));
  if (verdict.text) return verdict.text;
  if (verdict.actions.length) return verdict.actions.map((action) => action.text).join(say("joins.sentences"));
  const unsaid = UNSAID[verdict.kind];
  return unsaid ? say(unsaid) : "";
}
