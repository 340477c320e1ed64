// The facts that follow from the state, ready to be shown. Pure.

import { lookOfSeat } from "../board/looks.js";
import { faceOf, zoneLabel } from "../cards/faces.js";
import { capital, say } from "../words/say.js";

/** @import { Advice, ViolationText, LeftToDo, PieceView, RepairStep, Verdict, View } from "../../types/messages.js" */
/** @import { RuleText, Shown, State, Trace } from "../../types/page.js" */

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
  return pieces.find((piece) => piece.piece === id) ?? pieces.find((piece) => bare !== null && piece.piece.endsWith(bare)) ?? null;
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
  if (!sheet || !state.match || sheet.match !== state.match.match || sheet.revision !== state.match.revision) return null;
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
  return lookOfSeat(seat, (view(state)?.seats ?? []).map((one) => one.seat));
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
export const usableNow = (state) => new Map((helpsUnasked(state) ? leftToDo(state) : []).filter((one) => !one.due).flatMap((one) => one.pieces.map((piece) => /** @type {const} */ ([piece, one.kind]))));

/**
 * Whether things lie in the zones of a table of cards, not in a board's hexes alone.
 * @type {(state: State) => boolean}
 */
export const hasZones = (state) => state.surface?.cells.some((one) => one.zone) ?? false;

/**
 * The possible targets of the advised piece in a cell.
 * @type {(state: State, advice: Advice | null, cell: string) => string[]}
 */
export const targetsIn = (state, advice, cell) => (advice?.attacks ?? []).filter((id) => pieceOf(state, id)?.cell === cell);

/**
 * The pieces that lie in a cell in the match.
 * @type {(state: State, cell: string) => PieceView[]}
 */
export const piecesIn = (state, cell) => (view(state)?.pieces ?? []).filter((piece) => piece.cell === cell);

/**
 * A piece and where it stands: "West cavalry 1 at d7".
 * @type {(state: State, piece: { label: string, cell: string | null }) => string}
 */
export const placed = (state, { label, cell }) => (cell ? say("piece.at", { piece: label, cell: placeName(state, cell) }) : label);

/**
 * A piece and what it may do, for screen readers: "West cavalry 1 at d7, may move to 14 hexes".
 * @type {(state: State, piece: Shown) => string}
 */
export function spoken(state, piece) {
  const whose = owned(state, piece);
  const place = piece.cell ? say("piece.at", { piece: whose, cell: placeName(state, piece.cell) }) : say("piece.nowhere", { piece: whose });
  return [place, ...deeds(state, piece)].join(say("joins.comma"));
}

/**
 * The same without where it stands.
 * @type {(state: State, piece: Shown) => string}
 */
export const spokenHere = (state, piece) => [owned(state, piece), ...deeds(state, piece)].join(say("joins.comma"));

/**
 * The name of a piece, with whose it is.
 * @type {(state: State, piece: Shown) => string}
 */
export function owned(state, { seat, label }) {
  const owner = seatLabel(state, seat);
  return owner && !label.toLowerCase().includes(owner.toLowerCase()) ? say("piece.seats", { seat: owner, piece: label }) : label;
}

/** @type {(state: State, piece: Shown) => string[]} */
function deeds(state, piece) {
  const advice = adviceOf(state, piece.piece);
  const parts = [];
  if (piece.hp !== null && piece.hp_max !== null && piece.hp_max > 1) parts.push(say("piece.hp", { hp: piece.hp, max: piece.hp_max }));
  if (piece.face === "down") parts.push(say("piece.turned"));
  if (piece.spent) parts.push(say("piece.acted"));
  if (piece.lasting) parts.push(...piece.lasting);
  if (advice?.moves.length) parts.push(say("piece.may_move", { n: advice.moves.length }));
  if (advice?.attacks.length) parts.push(say("piece.may_attack", { n: advice.attacks.length }));
  if (advice?.digs.length) parts.push(say("piece.may_dig", { n: advice.digs.length }));
  return parts;
}

/**
 * The last verdict that committed actions.
 * @type {(state: State) => Verdict | null}
 */
export function lastPlayed(state) {
  return state.verdicts.findLast((verdict) => verdict.kind === "settled" && verdict.actions.length > 0 && stands(state, verdict)) ?? null;
}

/**
 * Whether a verdict says that the table is right again, and nothing else: what an arbiter set is settled too.
 * @type {(verdict: { kind: string, text: string }) => boolean}
 */
export const isRightAgain = ({ kind, text }) => kind === "settled" && text === say("verdict.again");

/**
 * The verdicts that are news, in their order. An unfinished move is no verdict once it is finished (while it
 * isn't, the bar says so), nor that it is then: only after a warning or a question the table is right again.
 * @type {(verdicts: readonly Verdict[]) => Verdict[]}
 */
export function newsOf(verdicts) {
  let wrong = verdicts[0]?.kind === "settled";
  return verdicts.filter((one) => {
    const told = one.kind !== "pending" && (!isRightAgain(one) || wrong);
    if (one.kind === "settled") wrong = false;
    if (one.kind === "illegal" || one.kind === "ambiguous") wrong = true;
    return told;
  });
}

/**
 * Whether what a verdict committed still stands: its last position before is among the match's earlier ones. Of plays
 * from before those the page can't know, and takes it.
 * @type {(state: State, verdict: Verdict) => boolean}
 */
export function stands(state, verdict) {
  if (!state.match || verdict.kind !== "settled" || verdict.actions.length === 0) return true;
  const { earlier, revision } = state.match;
  if (verdict.revision >= revision) return true;
  const first = earlier[0]?.revision;
  return first === undefined || verdict.revision - 1 < first || earlier.some((one) => one.revision === verdict.revision - 1);
}

/**
 * Whether a bot plays a seat, by the match's terms: "all", "2" (the last two), "west,north=search:60".
 * @type {(state: State, seat: string | null | undefined) => boolean}
 */
export function isBots(state, seat) {
  const seats = (view(state)?.seats ?? []).map((one) => one.seat);
  const names = (state.match?.terms?.bots ?? "").split(",").map((word) => word.split("=")[0]).filter(Boolean);
  return names.some((name) => name === "all" || name === seat || (/^\d+$/.test(name) && seats.slice(-Number(name)).includes(seat ?? "")));
}

/**
 * A step that puts something right, for people. A card that there's once has a name like any word (`dire-wolf`), and so
 * has a zone that there's once (`discards`).
 * @type {(state: State, step: Pick<RepairStep, "piece" | "text" | "to" | "seen">) => string}
 */
export function namedStep(state, { piece, text, to, seen }) {
  const label = state.labels[piece] ?? faceOf(state, piece)?.label;
  let said = label ? text.replace(piece, () => label) : text;
  for (const cell of [to, seen]) if (cell && !cell.includes(".") && zoneLabel(state, cell)) said = said.replace(word(cell), () => placeName(state, cell));
  return named(state, said);
}

/** A name that stands by itself, also beside letters of a language without spaces. @type {(text: string) => RegExp} */
const word = (text) => new RegExp(`(?<![A-Za-z\\d_.-])${text.replace(/[^\w]/g, "\\$&")}(?![A-Za-z\\d_-])`);

/**
 * A text for people: ids of pieces, of copies of cards and of zones become their names.
 * @type {(state: State, text: string) => string}
 */
export function named(state, text) {
  return text.replace(/\b[a-z][\w-]*(?:#\d+|(?:\.[A-Za-z0-9-]+)+)\b/g, (id) => state.labels[id] ?? faceOf(state, id)?.label ?? placeName(state, id));
}

/** In the place of a name that hasn't come yet. */
const UNREAD = "…";

/**
 * The name of a place of a zone: which of several, and whose.
 * @type {(state: State, cell: string) => string}
 */
export function placeName(state, cell) {
  const zone = zoneLabel(state, cell);
  // The names of a table of cards come on their own way: until they're there, nobody reads an id.
  if (!zone) return state.faces === null && hasZones(state) ? UNREAD : cell;
  const [whose] = cell.split(".");
  const number = /\.(\d+)$/.exec(cell)?.[1];
  const owner = view(state)?.seats.find((one) => one.seat === whose)?.label;
  return [zone, number, owner ? `(${owner})` : null].filter(Boolean).join(" ");
}

/**
 * The sentence of a verdict.
 * @type {(state: State, verdict: Verdict) => string}
 */
export function sentence(state, verdict) {
  const raw = rawSentence(verdict);
  return named(state, verdict.repair.reduce((text, step) => (step.text ? text.replaceAll(step.text, () => namedStep(state, step)) : text), raw));
}

/**
 * The rulebook's text of a rule; null where it isn't known.
 * @type {(state: State, id: string) => RuleText | null}
 */
export const ruleOf = (state, id) => state.rules?.rules[id] ?? null;

/**
 * The name of a verdict, in a word or two, for its heading.
 * @type {(verdict: Verdict) => string}
 */
export function headOf(verdict) {
  if (verdict.felt.length) return say("verdict.felt");
  return say(verdict.kind === "ambiguous" && verdict.candidates.length === 1 ? "verdict.one" : `verdict.${verdict.kind}`);
}

/** The asking words at the head of a question: the heading asks them already. */
const ASKED = /^[^?？]*[?？]\s*/;

/**
 * The rest of a verdict's text, without its broken rules, steps and candidates, which are shown by
 * themselves.
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
  // The part behind the question's colon stands alone now. A cell's name begins a sentence as it is.
  return verdict.kind === "ambiguous" && rest !== left ? capital(rest) : rest;
}

/** @type {Partial<Record<Verdict["kind"], string>>} */
const UNSAID = { settled: "verdict.right", pending: "verdict.still", ambiguous: "verdict.ambiguous", illegal: "verdict.unexplained" };

/** @type {(verdict: Verdict) => string} */
function rawSentence(verdict) {
  if (verdict.kind === "illegal" && verdict.violations.length) return [...new Set(verdict.violations.map((broken) => broken.text))].join(say("joins.after"));
  if (verdict.text) return verdict.text;
  if (verdict.actions.length) return verdict.actions.map((action) => action.text).join(say("joins.sentences"));
  const unsaid = UNSAID[verdict.kind];
  return unsaid ? say(unsaid) : "";
}

/**
 * The lines that the last played actions draw: [{kind: "move" | "strike", from, to}] in cells.
 * @type {(state: State) => Trace[]}
 */
export function traces(state) {
  const last = lastPlayed(state);
  if (!last || !state.match || last.revision !== state.match.revision) return [];
  const before = state.places.findLast((kept) => kept.revision <= last.revision - last.actions.length);
  const after = state.places.at(-1)?.cells;
  if (!after) return [];
  if (!before) return tracesByCells(last, after);
  const now = new Map(Object.entries(before.cells));
  /** @type {Trace[]} */
  const lines = [];
  for (const { action } of last.actions) {
    const { target, to } = action;
    const named = Object.values(action).filter((value) => typeof value === "string");
    if (typeof target === "string") {
      const from = now.get(named.find((value) => value !== target && now.get(value)) ?? "");
      const hit = now.get(target);
      if (from && hit) lines.push({ kind: "strike", from, to: hit });
    }
    const mover = typeof to === "string" ? named.find((value) => now.has(value)) : undefined;
    const from = now.get(mover ?? "");
    if (typeof to === "string" && mover && from && from !== to) {
      lines.push({ kind: "move", from, to });
      now.set(mover, to);
    }
  }
  for (const [piece, cell] of Object.entries(after)) {
    const from = now.get(piece);
    if (cell && from && from !== cell) lines.push({ kind: "move", from, to: cell });
  }
  return lines;
}

/**
 * The same for a page that didn't see the position before: the verdict has the cells that it is about.
 * @type {(last: Verdict, after: Readonly<Record<string, string | null>>) => Trace[]}
 */
function tracesByCells({ actions, cells }, after) {
  const [{ action }] = actions;
  if (actions.length !== 1) return [];
  /** The one other cell. @param {unknown} known */
  const other = (known) => (cells.includes(/** @type {string} */ (known)) && cells.length === 2 ? cells.find((cell) => cell !== known) : undefined);
  const { to, target } = action;
  const actor = Object.values(action).find((value) => typeof value === "string" && value !== target && after[value]);
  const [from, hit] = [other(to), other(after[String(actor)])];
  if (typeof to === "string" && from) return [{ kind: "move", from, to }];
  if (typeof target === "string" && hit) return [{ kind: "strike", from: String(after[String(actor)]), to: hit }];
  return [];
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
 * while the engine is away would get no answer.
 * @type {(state: State) => boolean}
 */
export const mayAsk = ({ link, sent, services }) => link.open && services.engine?.online !== false && Object.values(sent).length === 0;

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
