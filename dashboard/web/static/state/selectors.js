// What follows from the state, ready to be shown. Pure.

import { lookOfSeat } from "../board/looks.js";
import { faceOf, zoneLabel } from "../cards/faces.js";
import { language, listed, say } from "../words/say.js";
import { isBotsDoing, waitsForHands } from "./hands.js";

/** @import { Advice, Availability, BrokenRule, LeftToDo, PieceView, RepairStep, Verdict, View } from "../../types/messages.js" */
/** @import { Due, RuleText, Shown, State, Trace, Trouble, Turn } from "../../types/page.js" */

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
 * What a tablet shows of a piece's advice; nothing where its player wants warnings alone.
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
 * @type {(state: State) => readonly BrokenRule[] | null}
 */
export function reasons(state) {
  if (state.wondered !== null) return null;
  const all = (state.reasons ?? []).flatMap((one) => one.broken);
  return all.filter((one, i) => all.findIndex((other) => other.rule === one.rule && other.text === one.text) === i);
}

/**
 * What a piece may do at a cell or with another piece: a list of words, empty when nothing.
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
 * What is left to do at the revision that is shown; empty when the engine hasn't said.
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
 * What something is still left to do with in the turn: by piece, of which kind.
 * @type {(state: State) => ReadonlyMap<string, string>}
 */
export const usableNow = (state) => new Map((helpsUnasked(state) ? leftToDo(state) : []).filter((one) => !one.due).flatMap((one) => one.pieces.map((piece) => /** @type {const} */ ([piece, one.kind]))));

/**
 * Whether things lie in the zones of a table of cards, not in a board's hexes alone.
 * @type {(state: State) => boolean}
 */
export const hasZones = (state) => state.surface?.cells.some((one) => one.zone) ?? false;

/**
 * What the advised piece may attack in a cell.
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
 * What a piece is called, with whose it is.
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
 * The verdict that people are told of now: not what simulated hands of a bot haven't finished, nor what hands have
 * still to do where nothing watches them: nobody would ever say that it's done.
 * @type {(state: State) => Verdict | null}
 */
export function toldNow(state) {
  const verdict = noticed(state);
  if (!verdict || verdict.kind === "settled") return null;
  return verdict.kind === "pending" && isBotsDoing(state, verdict) ? null : verdict;
}

/**
 * A step that puts something right, for people. A card that there's once has a name like any word (`dire-wolf`).
 * @type {(state: State, step: Pick<RepairStep, "piece" | "text">) => string}
 */
export function namedStep(state, { piece, text }) {
  const label = state.labels[piece] ?? faceOf(state, piece)?.label;
  return named(state, label ? text.replace(piece, label) : text);
}

/**
 * A text for people: ids of pieces, of copies of cards and of zones become their names.
 * @type {(state: State, text: string) => string}
 */
export function named(state, text) {
  return text.replace(/\b[a-z][\w-]*(?:#\d+|(?:\.[a-z0-9-]+)+)\b/g, (id) => state.labels[id] ?? faceOf(state, id)?.label ?? placeName(state, id));
}

/**
 * What people call a place of a zone: which of several, and whose.
 * @type {(state: State, cell: string) => string}
 */
export function placeName(state, cell) {
  const zone = zoneLabel(state, cell);
  if (!zone) return cell;
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
  return named(state, rawSentence(verdict));
}

/**
 * What the rulebook says of a rule; null where it isn't known.
 * @type {(state: State, id: string) => RuleText | null}
 */
export const ruleOf = (state, id) => state.rules?.rules[id] ?? null;

/**
 * What a verdict is, in a word or two, for its heading.
 * @type {(verdict: Verdict) => string}
 */
export const headOf = (verdict) => say(verdict.kind === "ambiguous" && verdict.candidates.length === 1 ? "verdict.one" : `verdict.${verdict.kind}`);

/** What is asked, at the head of a question: the heading asks it already. */
const ASKED = /^[^?？]*[?？]\s*/;

/**
 * What a verdict's text says besides its broken rules, steps and candidates, which are shown by themselves.
 * @type {(verdict: Verdict) => string}
 */
export function besides(verdict) {
  const parts = [...verdict.violations, ...verdict.repair, ...verdict.candidates.flat()].map((one) => one.text);
  const left = parts
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .reduce((text, part) => text.replaceAll(part, ""), verdict.text);
  return left
    .replace(/ — or —/g, " ")
    .replace(/(?:\s*[;:])+(?=\s*[;:.]|\s*$)/g, "")
    .replace(/([?.!])\s*[;:]\s*/g, "$1 ")
    .replace(verdict.kind === "ambiguous" ? ASKED : /^$/, "")
    .replace(/^[\s;:：,.]+|\s+$/g, "")
    .replace(/\s+/g, " ");
}

/** @type {Partial<Record<Verdict["kind"], string>>} */
const UNSAID = { settled: "verdict.right", pending: "verdict.still", ambiguous: "verdict.ambiguous", illegal: "verdict.unexplained" };

/** @type {(verdict: Verdict) => string} */
function rawSentence(verdict) {
  if (verdict.kind === "illegal" && verdict.violations.length) return verdict.violations.map((broken) => broken.text).join(say("joins.after"));
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
 * Whether the table hears, and has answered all that this tablet asked: now the next may be asked. What's asked while
 * the engine is away nobody would answer.
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

/** @type {(seconds: number) => string} */
const clock = (seconds) => new Date(seconds * 1000).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

/**
 * A moment for people; footage counts from its start, live sources from the epoch.
 * @type {(seconds: number) => string}
 */
export function moment(seconds) {
  if (seconds > 1e8) return clock(seconds);
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, "0")}`;
}

/** The device that stands for all boards of a table together. */
const BOARD = "board";

/**
 * Everything that stands between the page and the truth, worst first: [{stale, text}].
 * `stale`: the board shown may not be the match's any more.
 * @type {(state: State) => Trouble[]}
 */
export function troubles(state) {
  const asItWas = (/** @type {number | null} */ at) =>
    state.match && at ? say("joins.after") + say("trouble.as_it_was", { time: clock(at) }) : "";
  // While the bus is away the server's heartbeats go on: they tell nothing of the table.
  const cutOff = state.dashboard && !state.dashboard.connected ? state.dashboard.since : null;
  if (!state.link.open) {
    const text = say(state.link.ever ? "trouble.lost" : "trouble.connecting");
    const at = state.link.lostAt ?? state.heardAt;
    return [{ stale: true, retry: true, text: text + asItWas(cutOff ?? (at && at / 1000)) }];
  }
  const found = [];
  const { engine, vision, ...others } = state.services;
  if (cutOff !== null) {
    found.push({ stale: true, text: say("trouble.bus") + asItWas(cutOff) });
  } else if (!engine?.online) {
    const why = engine ? away("trouble.engine", engine) : say("trouble.no_engine");
    found.push({ stale: true, text: state.match ? why + say("joins.after") + say("trouble.may_be_old") : why });
  }
  if (state.situation?.problem) found.push({ stale: false, text: state.situation.problem });
  const cameras = Object.entries(state.cameras);
  if (vision && !vision.online) found.push({ stale: false, text: away("trouble.vision", vision) });
  for (const [name, camera] of cameras) {
    // A camera that gives no pictures sees no moves, whatever it calls its fault.
    if (camera.problem && camera.frames > 0 && camera.rate_hz === 0) found.push({ stale: false, unwatched: true, text: say("trouble.camera_gone") });
    else if (camera.problem) found.push({ stale: false, text: say("trouble.camera", { name, problem: camera.problem }) });
    else if (camera.ended) found.push({ stale: false, text: say("trouble.camera_ended", { name }) });
  }
  // A board that is there and names a pad no longer was laid out anew: nothing has gone away.
  const there = new Set(Object.values(state.devices).filter((one) => one.connected && one.port).map((one) => one.port));
  for (const [name, device] of Object.entries(state.devices)) {
    // What the board has, each of its pads has: once is enough.
    if (device.problem && name !== BOARD && device.problem === state.devices[BOARD]?.problem) continue;
    if (device.problem) found.push({ stale: false, text: say("trouble.device", { name, problem: device.problem }) });
    else if (!device.connected && !there.has(device.port)) found.push({ stale: false, text: say("trouble.device_away", { name }) });
  }
  const said = [...(state.sensing?.disagreements ?? []), ...(state.sensing?.faults ?? [])].map((one) =>
    named(state, [one.text, one.advice].filter(Boolean).join(say("joins.after"))));
  // One after the other they would take the room that's the board's.
  if (said.length > 1) found.push({ stale: false, text: say("trouble.sensors", { n: said.length }), more: said });
  else found.push(...said.map((text) => ({ stale: false, text })));
  // Likewise: on a board with readers whose stickers nobody has named yet, each piece has some.
  const pads = [...new Set(state.tags?.tags.filter((tag) => !tag.thing).map((tag) => tag.pad.replace(".", " ")))];
  if (pads.length > 0) {
    const text = pads.length > 1 ? say("trouble.tags", { pads: listed(pads) }) : say("trouble.tag", { pad: pads[0] });
    found.push({ stale: false, text, link: "/enrol" });
  }
  for (const [name, service] of Object.entries(others)) {
    if (!service.online && name !== "dashboard") found.push({ stale: false, text: away("trouble.service", service, { name }) });
  }
  if (found.length === 0 && state.situation && !state.situation.watching) {
    found.push({ stale: false, text: say("trouble.blind") });
  }
  return found;
}

/**
 * That a service is away, and why when it's known.
 * @type {(key: string, service: Availability, facts?: Record<string, string>) => string}
 */
const away = (key, service, facts = {}) => (service.reason ? say(`${key}_why`, { ...facts, why: service.reason }) : say(key, facts));

/**
 * Who must choose now, for the heading: {seat, title, detail}.
 * @type {(state: State) => Turn}
 */
export function turnOf(state) {
  const now = view(state);
  if (!now) return { seat: null, title: say("turn.none"), detail: say("turn.waiting"), kind: null };
  if (now.outcome) {
    const names = now.outcome.winners.map((seat) => seatLabel(state, seat));
    return { seat: now.outcome.winners[0] ?? null, title: names.length ? say("turn.won", { names: listed(names) }) : say("turn.over"),
      detail: now.headline, kind: null };
  }
  const { chooser, seats, kind } = now.decision;
  const names = listed(seats.map((seat) => seatLabel(state, seat)));
  if (chooser === "seat" && kind !== "turn" && seats.length) {
    return { seat: seats[0], title: say("turn.must_choose", { names }), detail: now.headline, kind };
  }
  if (chooser === "chance" && kind === "draw") return { seat: seats[0] ?? now.turn, title: say(seats.length ? "turn.draws" : "draw.somebody", { names }), detail: say("turn.round", { n: now.round }), kind };
  if (chooser === "chance" && seats.length) return { seat: seats[0], title: say("turn.rolls", { names }), detail: now.headline, kind };
  const seat = now.turn ?? seats[0] ?? null;
  return { seat, title: seat ? say("turn.of", { seat: seatLabel(state, seat) }) : now.headline, detail: say("turn.round", { n: now.round }), kind };
}

/**
 * What is due now, and who waits for it: {must, waits}; empty where the heading has said it all.
 * @type {(state: State) => Due}
 */
export function dueOf(state) {
  const now = view(state);
  if (!now || now.outcome) return { must: "", waits: "" };
  const { chooser, seats, kind } = now.decision;
  const own = state.place?.role === "seat" ? state.place.seat : null;
  const due = leftToDo(state).filter((one) => one.due);
  const must = due.find((one) => one.seat === own) ?? due.find((one) => seats.includes(one.seat)) ?? due[0];
  const outOfTurn = chooser === "seat" && kind !== "turn" && now.turn !== null && !seats.includes(now.turn);
  const waiting = outOfTurn ? [now.turn] : waitsForHands(state, toldNow(state)) ? seats : [];
  return { must: must?.text ?? "", waits: waiting.length ? say("turn.waits", { names: listed(waiting.map((seat) => seatLabel(state, seat))) }) : "" };
}

/**
 * Whether this tablet's player, who is being taught, is to choose and hasn't been told of a play for it.
 * @type {(state: State) => boolean}
 */
export const wantsSuggestion = (state) =>
  state.help === "teaching" && state.place?.role === "seat" && !state.situation?.paused && state.situation?.current === null && state.match !== null &&
  state.match.view.decision.chooser === "seat" && state.match.view.decision.seats.includes(state.place.seat ?? "") && state.suggesting?.revision !== state.match.revision;

/**
 * What a bot would play now, for a player who is being taught; null where nothing was said of this position.
 * @type {(state: State) => string | null}
 */
export const suggestionOf = (state) => (state.help === "teaching" && state.suggested?.revision === state.match?.revision ? (state.suggested?.text ?? null) : null);
