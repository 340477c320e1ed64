// The regions around the board. Each builds itself from the state, and only when what it shows has changed.

import { comesTo } from "./coming.js";
import { fill, html, svg } from "../page/dom.js";
import { disc } from "../board/board.js";
import { actsNow } from "../board/counsel_marks.js";
import { listed, say } from "../words/say.js";
import { isForOwnHand } from "../state/hands.js";
import { playableAtOnce } from "../state/playing_all.js";
import { dueOf, suggestionOf, turnOf, waitingOf } from "../state/bar.js";
import { adviceOf, hasZones, isBots, mayAsk, maySettle, named, pieceOf, piecesIn, placed, placeName, reasons, seatLabel, seatLook, simulated, targetsIn, shownAdvice, usesOf, view, ownSeat } from "../state/selectors.js";
import { troubles } from "../state/troubles.js";
import { paused } from "./breaks.js";
import { standing } from "./clock.js";
import { faceOf } from "../cards/faces.js";
import { cardTools } from "../virtual_table/card_tools.js";
import { isHidden } from "../virtual_table/physical.js";
import { dieDue } from "./die.js";
import { drawDue } from "./drawing.js";
import { choresOf } from "./left.js";
import { currentSheet } from "../state/hand_sheet.js";
import { usesOfPiece, usingOf } from "./seat.js";
import { seatIcon, signOf } from "./seat_icon.js";
import { handsLine } from "./showing_hands.js";
import { isTerrain } from "../board/looks.js";
import { rule } from "./verdicts.js";

/** @import { Advice, PieceView, PlayedAction, SeatView, SimulatedPiece } from "../../types/messages.js" */
/** @import { PieceTools, Sentence, Shown, State } from "../../types/page.js" */

/**
 * The actions at the end of a turn.
 * @typedef {{ endTurn: () => void, playAll: (keys: string[]) => void, choose: (one: PlayedAction) => void, dismiss: () => void, showLinks: () => void }} EndTools
 */
/**
 * The actions at the virtual table's pads.
 * @typedef {{ press: (seat: string) => void, lay: (seat: string, tag: string) => void }} PadTools
 */

/**
 * A piece or seat drawn small.
 * @type {(state: State, piece: Shown, size?: number) => SVGElement}
 */
function icon(state, piece, size = 34) {
  const look = seatLook(state, piece.seat);
  const classes = `token icon seat-${look}${piece.face === "down" ? " facedown" : ""}`;
  return svg("svg", { viewBox: "-13 -13 26 26", width: size, height: size, "aria-hidden": "true", class: classes }, disc(look, { ...piece, hp: null, spent: false }, 11));
}

/**
 * The due action, as a sentence of its own where another one follows. @param {string} text @param {string}
 * next
 */
const stopped = (text, next) => text + (next && !/[.。!?！？]$/.test(text) ? say("joins.stop") : "");

/** @type {(region: HTMLElement, state: State) => void} */
export function drawTurn(region, state) {
  const turn = turnOf(state);
  const sign = turn.seat ? signOf(state, turn.seat) : "";
  const stands = standing(state);
  const due = dueOf(state);
  const { waits } = due;
  // A due action is said once: where the heading says it, only the seat that waits for it is said beneath.
  const must = due.must && named(state, due.must) === turn.title ? "" : due.must;
  fill(region, [turn, seatLook(state, turn.seat), sign, stands, must, waits], () => [
    turn.seat ? seatIcon(state, turn.seat, 38) : null,
    html("div", {}, html("h1", {}, turn.title),
      html("p", { class: "detail" }, must ? html("span", { class: "must" }, stopped(named(state, must), waits)) : due.must ? null : turn.detail,
        waits ? html("span", { class: "waits" }, say("joins.after"), waits) : null,
        stands ? html("span", { class: "stands" }, say("turn.stands", { why: stands })) : null)),
  ]);
}

/** @type {(region: HTMLElement, state: State, tools: { showLinks: () => void }) => void} */
export function drawSeating(region, state, { showLinks }) {
  const role = state.place?.role ?? null;
  fill(region, role, () => [
    role === "spectator" ? html("span", { class: "tag" }, say("seating.looking_on")) : null,
    role === "arbiter" ? html("button", { type: "button", class: "tag link", "data-key": "links", onclick: showLinks }, say("seating.seat_tablets")) : null,
    role === "arbiter" ? html("a", { class: "tag link", href: "/start" }, say("seating.set_up")) : null,
  ]);
}

/** @type {(region: HTMLElement, state: State, turnMode: () => void) => void} */
export function drawTags(region, state, turnMode) {
  // The same page shows both: a reload would cost seconds, and lose what was chosen.
  const turn = (/** @type {Event} */ event) => {
    event.preventDefault();
    turnMode();
  };
  const simulatedTable = simulated(state);
  const found = troubles(state);
  const live = state.link.open && found.every((one) => !one.stale);
  const watched = found.every((one) => !one.unwatched);
  fill(region, [simulatedTable, live, watched, state.mode, state.place], () => [
    simulatedTable ? html("span", { class: "tag simulated" }, say("tags.simulated")) : null,
    simulatedTable && state.mode === "match" && maySettle(state) ? html("a", { class: "tag link", href: "/table", onclick: turn }, say("tags.move")) : null,
    state.mode === "table" ? html("a", { class: "tag link", href: "/", onclick: turn }, say("tags.match")) : null,
    html("span", { class: `tag ${live && watched ? "live" : "dead"}` }, html("span", { class: "said" }, say(!live ? "tags.dead" : watched ? "tags.live" : "tags.unwatched"))),
  ]);
}

/** @type {(region: HTMLElement, state: State, tools: { retry: () => void }) => void} */
export function drawTroubles(region, state, { retry }) {
  const found = troubles(state);
  const open = region.querySelector("details")?.open ?? false;
  fill(region, found, () =>
    found.map((one) =>
      html(
        "div",
        { class: `trouble ${one.stale ? "stale" : "note"}` },
        one.more
          ? html("details", { open }, html("summary", { "data-key": "sensors" }, one.text), html("ul", {}, one.more.map((text) => html("li", {}, text))))
          : html("p", {}, one.text),
        one.link ? html("a", { class: "tag link", href: one.link }, say("tags.say_what")) : null,
        one.retry && state.link.ever ? html("button", { type: "button", "data-key": "retry", onclick: retry }, say("trouble.retry")) : null,
      ),
    ),
  );
}

/** @type {(region: HTMLElement, state: State) => void} */
export function drawCaption(region, state) {
  const lines = caption(state);
  fill(region, lines, () => lines.map((line) => html("p", { class: line.tone ?? "" }, line.rule ? rule(state, line.rule) : null, line.rule ? " " : null, line.text)));
}

/** @type {(state: State) => Sentence[]} */
function caption(state) {
  if (!state.match) return [{ text: say("caption.no_match") }];
  const piece = state.selected === null ? null : pieceOf(state, state.selected);
  const using = usingOf(state);
  if (state.carried) return [{ tone: "yes", text: say("caption.carrying", { piece: pieceOf(state, state.carried.piece)?.label ?? "", place: placeName(state, state.carried.cell) }) }];
  if (using) return [{ text: say(using.now.action ? "caption.confirm" : "caption.tap_marked", { name: using.use.label }) }];
  if (!piece) {
    if (state.danger) return [{ text: say("caption.danger", { seat: seatLabel(state, state.danger) }) }];
    const suggestion = suggestionOf(state);
    if (suggestion !== null) return [{ tone: "yes suggested", text: suggestion }];
    if (state.mode === "table" && !state.eye) return [{ text: say("caption.drag") }];
    const elsewhere = chosenElsewhere(state);
    if (elsewhere !== null) return elsewhere;
    const waiting = waitingOf(state);
    if (!hasZones(state)) return [{ text: [waiting, say("caption.tap")].filter(Boolean).join(say("joins.after")) }];
    // Facts that a seat reads of the table alone (distances, reach) stand where it looks for what it may do.
    const reads = (currentSheet(state)?.uses ?? []).filter((use) => use.kind === "known");
    if (waiting) return [{ text: waiting }];
    return [...(reads.length ? [{ text: reads.map((use) => named(state, use.label)).join(" · ") }] : []), { tone: "idle", text: idle(state) }];
  }
  if (state.help === "warnings") return [{ text: say("caption.warnings") }];
  const advice = adviceOf(state, piece.piece);
  if (state.asked) return answerAt(state, piece, advice, state.asked);
  const own = usesOfPiece(state, piece.piece, currentSheet(state)?.uses ?? []);
  const whys = own.some((use) => use.actions.length) ? [] : own.flatMap((use) => use.why_not);
  if (whys.length) return whys.slice(0, REASONS).map(([id, text]) => ({ tone: "no", rule: id, text: named(state, text) }));
  if (!advice) return [{ text: say("caption.cannot", { piece: piece.label }) }];
  const free = actsNow(advice);
  if (!free && advice.next_moves.length && piece.seat !== view(state)?.turn) {
    return [{ text: say("caption.next", { piece: piece.label }) }];
  }
  const cards = hasZones(state) ? "_card" : "";
  return [{ text: say(free ? `caption.free${cards}` : `caption.done${cards}`, { piece: piece.label }) }];
}

/**
 * The words in place of buttons where nothing here is to be tapped: it's over, or somebody else is asked;
 * null else.
 * @type {(state: State) => Sentence[] | null}
 */
function chosenElsewhere(state) {
  const now = view(state);
  if (!now || now.outcome) return now ? [] : null;
  const { chooser, seats, kind } = now.decision;
  const own = ownSeat(state);
  if (chooser !== "seat" || kind === "turn" || !seats.length || (own !== null && seats.includes(own))) return null;
  return [{ text: say("caption.elsewhere", { names: listed(seats.map((seat) => seatLabel(state, seat))) }) }];
}

const REASONS = 4;

/**
 * The list of what is left to do in the turn at a table of cards, for the seat that has it.
 * @type {(state: State) => string}
 */
function idle(state) {
  const own = state.place?.role === "seat" ? state.place.seat : turnOf(state).seat;
  const left = choresOf(state).filter((one) => one.seat === own && !one.due && one.kind !== "turn").map((one) => named(state, one.text));
  return left.length ? say("caption.left", { left: left.join(" · ") }) : say("caption.tap_card");
}

/**
 * One of several pieces, by their names.
 * @type {(state: State, ids: readonly string[]) => string}
 */
const either = (state, ids) => listed(ids.map((id) => pieceOf(state, id)?.label ?? id), "disjunction");

/** @type {(state: State, piece: PieceView, advice: Advice | null, place: string) => Sentence[]} */
function answerAt(state, piece, advice, place) {
  const here = targetsIn(state, advice, place);
  if (here.length) return here.flatMap((target) => answerAt(state, piece, advice, target));
  const uses = usesOf(advice, place);
  const target = pieceOf(state, place);
  const name = target ? placed(state, target) : place;
  if (advice && uses.length) {
    const splash = advice.splash.find(([id]) => id === place)?.[1] ?? [];
    const also = splash.length ? say("joins.after") + say("caption.splash", { names: either(state, splash) }) : "";
    const way = advice.paths.find((path) => path.at(-1) === place);
    const skill = advice.skills.find((one) => one.key === place);
    const blockers = advice.guards.find(([id]) => id === place)?.[1] ?? [];
    const taken = blockers.length ? say("joins.after") + say("caption.blockers", { names: either(state, blockers) }) : "";
    const facts = { piece: piece.label, place: name };
    const after = (/** @type {string} */ text) => (text ? say("joins.after") + text : "");
    /** @type {(use: string) => string} */
    const words = (use) => {
      if (use === "skill") return say("caption.skill", { skill: skill?.label ?? "" });
      if (use === "move" && way) return say("caption.move_by", { ...facts, n: way.length, way: way.slice(0, -1).join(say("joins.comma")) });
      return say(`caption.${use}`, facts) + (use === "attack" ? after(comesTo(advice, target)) + taken : "");
    };
    const byHand = isForOwnHand(state, piece.piece, place) ? after(say("caption.by_hand", facts)) : "";
    return [{ tone: "yes", text: uses.map(words).join(say("joins.after")) + also + byHand }];
  }
  const broken = reasons(state);
  if (broken === null) return [{ text: say("caption.asking", { place: name }) }];
  if (broken.length) return broken.slice(0, REASONS).map((why) => ({ tone: "no", rule: why.rule, text: named(state, why.text) }));
  if (advice?.note) return [{ tone: "no", text: advice.note }];
  if (target?.cell === piece.cell || place === piece.cell) return [{ text: say("caption.is_at", { piece: piece.label, cell: piece.cell ?? "" }) }];
  return [{ tone: "no", text: say("caption.cannot_reach", { piece: piece.label, place: name }) }];
}

/** @type {(region: HTMLElement, state: State, tools: PieceTools) => void} */
export function drawPiece(region, state, tools) {
  const piece = state.selected === null ? null : pieceOf(state, state.selected);
  const advice = piece && shownAdvice(state, piece.piece);
  const mates = piece?.cell ? piecesIn(state, piece.cell).filter((one) => one.piece !== piece.piece && !isTerrain(one.kind)) : [];
  const lying = tools.table && state.selected !== null ? state.simulated?.pieces.find((one) => one.piece === state.selected) : null;
  region.hidden = !piece && !lying;
  const own = piece ? usesOfPiece(state, piece.piece) : [];
  fill(region, [piece, advice, state.help, mates, own.map((use) => use.key), lying?.piece, lying?.x_mm === null], () => {
    if (!piece) return lying ? [html("h2", {}, isHidden(state, lying.piece) ? say("table.hidden_card") : (faceOf(state, lying.piece)?.label ?? lying.piece)), physicalTools(state, lying, advice, tools)] : [];
    return [
      html("div", { class: "piece-head" }, icon(state, piece, 44),
        html("div", {}, html("h2", {}, piece.label), html("p", { class: "facts" }, facts(state, piece))),
        html("button", { type: "button", class: "close", "data-key": "close", "aria-label": say("piece.close"), onclick: () => tools.select(null) }, "×")),
      lying ? physicalTools(state, lying, advice, tools) : null,
      own.length ? html("div", { class: "row" }, own.map((use) => html("button", { type: "button", "data-key": `own-${use.key}`, onclick: () => tools.use(use.key) }, use.label))) : null,
      advice ? html("dl", { class: "uses" }, uses(state, advice, tools)) : html("p", { class: "quiet" }, say(state.help === "warnings" ? "caption.warnings" : "piece.no_action")),
      advice?.note ? html("p", { class: "quiet" }, advice.note) : null,
      piece.lasting.length ? html("ul", { class: "lasting", "aria-label": say("piece.for_a_while") }, piece.lasting.map((text) => html("li", {}, named(state, text)))) : null,
      mates.length ? html("div", { class: "mates" }, html("h3", {}, say("piece.also_at", { cell: piece.cell ?? "" })), html("div", { class: "row" },
        mates.map((one) => html("button", { type: "button", class: "chip", "data-key": `mate-${one.piece}`, onclick: () => tools.select(one.piece) }, icon(state, one, 26), one.label)))) : null,
    ];
  });
}

/** @type {(state: State, piece: PieceView) => string} */
function facts(state, piece) {
  const found = [piece.cell ? say("piece.on_cell", { cell: placeName(state, piece.cell) }) : say("piece.off_board")];
  if (piece.hp !== null && piece.hp_max !== null && piece.hp_max > 1) found.push(say("piece.hp", { hp: piece.hp, max: piece.hp_max }));
  if (piece.face === "down") found.push(say("piece.turned"));
  if (piece.spent) found.push(say("piece.acted"));
  return found.join(" · ");
}

const LISTED = 9;

/** @type {(state: State, advice: Advice, tools: PieceTools) => HTMLElement[]} */
function uses(state, advice, { ask }) {
  /** @type {(places: readonly string[]) => HTMLElement} */
  const chips = (places) => html("dd", { class: "row" }, places.map((place) => {
    const target = pieceOf(state, place);
    return html("button", { type: "button", class: "chip", "data-key": `ask-${place}`, onclick: () => ask(place) }, target ? `${target.label} ${placeName(state, target.cell ?? "")}` : placeName(state, place));
  }));
  /** @type {(swatch: string, title: string) => HTMLElement} */
  const head = (swatch, title) => html("dt", {}, html("span", { class: `swatch ${swatch}`, "aria-hidden": "true" }), title);
  /** @type {(swatch: string, title: string, places: readonly string[], counted?: string) => HTMLElement[]} */
  const group = (swatch, title, places, counted = "piece.group") => {
    if (!places.length) return [];
    if (places.length <= LISTED) return [head(swatch, title), chips(places)];
    // The board shows them; the list is there for who can't see or tap it.
    return [head(swatch, say(counted, { title, n: places.length })), html("dd", {}, html("details", {}, html("summary", { "data-key": `list-${swatch}` }, say("piece.list")), html("div", { class: "row" }, [...chips(places).childNodes])))];
  };
  return [
    ...group("move", say("piece.move"), advice.moves),
    ...group("strike", say("piece.attack"), advice.attacks, "piece.group_pieces"),
    ...group("dig", say("piece.dig"), advice.digs),
    ...group("warp", say("piece.warp"), advice.warps),
    ...group("guard", say("piece.guard"), advice.blocks, "piece.group_pieces"),
    ...skills(advice, ask, head),
    ...group("threat", say("piece.danger", { n: advice.danger }), advice.threats, "piece.group_pieces"),
    ...advice.stops.flatMap((stop) => [html("dt", {}, rule(state, stop.rule), stop.text), html("dd", { class: "quiet" }, stop.cells.join(say("joins.comma")))]),
  ];
}

/** @type {(advice: Advice, ask: PieceTools["ask"], head: (swatch: string, title: string) => HTMLElement) => HTMLElement[]} */
function skills(advice, ask, head) {
  if (!advice.skills.length) return [];
  /** @type {(one: Advice["skills"][number]) => number} */
  const targets = (one) => one.cells.length + one.pieces.length;
  return [head("aim", say("piece.use")), html("dd", { class: "row" }, advice.skills.map((one) =>
    html("button", { type: "button", class: "chip", "data-key": `ask-${one.key}`, onclick: () => ask(one.key) }, targets(one) ? say("piece.targets", { skill: one.label, n: targets(one) }) : one.label)))];
}

/** @type {(state: State, lying: SimulatedPiece, advice: Advice | null, tools: PieceTools) => HTMLElement} */
function physicalTools(state, lying, advice, { table }) {
  const boxed = lying.x_mm === null;
  const first = advice?.moves ?? [];
  const rest = (state.surface?.cells ?? []).map((cell) => cell.cell).filter((cell) => !first.includes(cell));
  /** @type {(names: readonly string[]) => HTMLElement[]} */
  const options = (names) => names.map((name) => html("option", { value: name }, name));
  const where = html("select", { "aria-label": say("table.where"), "data-key": "where" },
    first.length ? html("optgroup", { label: say("piece.move") }, options(first)) : null, html("optgroup", { label: say("table.anywhere") }, options(rest)));
  /** @type {(key: string, text: string, act: () => void) => HTMLElement} */
  const button = (key, text, act) => html("button", { type: "button", "data-key": key, onclick: act }, text);
  if (table && faceOf(state, lying.piece)) return cardTools(state, lying, table);
  return html("div", { class: "row tools" },
    button("flip", say("table.flip"), () => table?.flip(lying.piece)),
    boxed ? null : button("push", say("table.push"), () => table?.push(lying.piece)),
    boxed ? null : button("take", say("table.take"), () => table?.take(lying.piece)),
    html("span", { class: "put" }, where, button("put", say("table.put"), () => table?.put(lying.piece, where.value))));
}

/**
 * The people who are asked what only their own tablets may say, so that there's nothing to press for the table.
 * @type {(state: State) => readonly string[]}
 */
function choosingSecretly(state) {
  const now = view(state);
  if (!now || now.outcome || now.decision.chooser !== "seat" || now.decision.kind === "turn") return [];
  return now.decision.seats.filter((seat) => !isBots(state, seat));
}

/** @type {(region: HTMLElement, state: State, tools: EndTools) => void} */
export function drawEnd(region, state, { endTurn, playAll, choose, dismiss, showLinks }) {
  const turn = turnOf(state);
  const now = view(state);
  const label = now?.seats.find((one) => one.seat === now.turn)?.label;
  const { role, seat: own } = state.place ?? {};
  // A seat's own choices stand in its own region, and only it ends its turn.
  const mayEnd = role === "arbiter" || (role === "seat" && own === now?.turn);
  const asking = Object.values(state.sent);
  const ready = now && now.turn && !paused(state) && turn.kind === "turn" && mayAsk(state);
  const choices = role === "arbiter" && state.mode === "match" && now && !now.outcome && !dieDue(state).length && !drawDue(state) ? (state.match?.choices ?? []) : [];
  const free = mayAsk(state);
  const secretly = role === "arbiter" && state.mode === "match" && !choices.length ? choosingSecretly(state) : [];
  const atOnce = ready && state.playingAll === null ? playableAtOnce(state) : [];
  fill(region, [atOnce.map((use) => use.key), label, ready, free, mayEnd, role, choices, secretly, asking, state.notice, state.mode, state.labels], () => [
    state.notice ? html("div", { class: `notice ${state.notice.tone}`, role: "alert" }, html("p", {}, named(state, state.notice.text)), html("button", { type: "button", "data-key": "dismiss", onclick: dismiss }, say("notice.ok"))) : null,
    choices.length
      ? html("div", { class: "choices" }, html("h2", {}, turn.title),
          choices.map((one, i) => html("button", { type: "button", class: "choice", "data-key": `choice-${i}`, disabled: !free, onclick: () => choose(one) }, named(state, one.text))))
      : null,
    secretly.length
      ? html("div", { class: "notice", "data-key": "secretly" }, html("p", {}, say("end.secretly", { names: listed(secretly.map((seat) => seatLabel(state, seat))) })),
          html("button", { type: "button", "data-key": "secretly-seat", onclick: showLinks }, say("seating.seat_tablets")))
      : null,
    atOnce.length > 1
      ? html("button", { type: "button", class: "play-all", "data-key": "play-all", onclick: () => playAll(atOnce.map((use) => use.key)) }, say("end.play_all", { n: atOnce.length }))
      : null,
    // Out of the usual turn there's nothing to end.
    state.mode === "match" && label && !now.outcome && !choices.length && mayEnd && turn.kind === "turn"
      ? html("button", { type: "button", class: "end-turn", "data-key": "end-turn", disabled: !ready, onclick: endTurn }, asking.length ? say("end.asking") : role === "seat" ? say("end.yours") : say("end.of", { seat: label }))
      : null,
  ]);
}

/** @type {(region: HTMLElement, state: State, tools: PadTools) => void} */
export function drawPads(region, state, { press, lay }) {
  const now = state.mode === "table" ? view(state) : null;
  region.hidden = now === null;
  const own = ownSeat(state);
  const seats = (now?.seats ?? []).filter((one) => own === null || one.seat === own);
  fill(region, [seats.map((one) => one.seat), state.link.open, maySettle(state)], () => now === null ? [] : [
    html("div", { class: "pads" }, html("h2", {}, say("table.buttons")), html("div", { class: "row" },
      seats.map((seat) => html("button", { type: "button", class: "pad", "data-key": `pad-${seat.seat}`, disabled: !state.link.open || !maySettle(state), onclick: () => press(seat.seat) }, seatIcon(state, seat.seat), seat.label)))),
    tagTray(state, seats, lay),
  ]);
}

/**
 * Where a tag is laid on a pad of the simulated board: its uid is typed, as it would be printed on it.
 * @type {(state: State, seats: readonly SeatView[], lay: PadTools["lay"]) => HTMLElement}
 */
function tagTray(state, seats, lay) {
  const uid = html("input", { type: "text", "aria-label": say("table.uid"), placeholder: "04A1B2C3D4E5F6", "data-key": "tag-uid", size: 16 });
  return html("details", { class: "pads" }, html("summary", { "data-key": "tag-tray" }, say("table.pads")),
    html("p", { class: "quiet" }, say("table.lay")), uid,
    html("div", { class: "row" }, seats.map((seat) => html("button", { type: "button", class: "pad", "data-key": `lay-${seat.seat}`, disabled: !state.link.open || !maySettle(state), onclick: () => lay(seat.seat, uid.value.trim()) }, seatIcon(state, seat.seat), seat.label))));
}


/**
 * The changes of the rules for now, and what lies beside the board.
 * @type {(region: HTMLElement, state: State) => void}
 */
export function drawBeside(region, state) {
  const { in_force: now = [], notes = [] } = view(state) ?? {};
  const shown = state.match?.hands;
  region.hidden = now.length + notes.length === 0 && !shown;
  fill(region, [now, notes, shown, state.labels], () => [
    handsLine(state),
    now.length ? html("ul", { class: "in-force", "aria-label": say("beside.in_force") }, now.map((text) => html("li", {}, text))) : null,
    notes.length ? html("details", {}, html("summary", { "data-key": "beside" }, say("beside.notes", { n: notes.length })),
      html("ul", { class: "notes" }, notes.map((text) => html("li", {}, named(state, text))))) : null,
  ]);
}
