// Puts the page together: events change the state, the state is drawn at the next frame.

import "./words/language.js";
import { createBoard, isFielded, spotsOf } from "./board/board.js";
import { createFaces, facesKnown } from "./cards/faces.js";
import { drawReading } from "./cards/reading.js";
import { freshId } from "./line/connection.js";
import { drawBeside, drawCaption, drawEnd, drawPads, drawPiece, drawSeating, drawTags, drawTroubles, drawTurn } from "./panels/panels.js";
import { askedAbout, drawAsked, onlyAnswer } from "./panels/asked.js";
import { drawCounters, drawSeats } from "./panels/counting.js";
import { drawAgree, drawBreaks, paused } from "./panels/breaks.js";
import { drawCalling, drawNames } from "./panels/calling.js";
import { drawClocks, isTicking } from "./panels/clock.js";
import { createDesk } from "./panels/desk.js";
import { drawDie } from "./panels/die.js";
import { drawDraw } from "./panels/drawing.js";
import { drawDrawers, openDrawers } from "./panels/drawers.js";
import { region, regionOf, set } from "./page/dom.js";
import { shapeOf } from "./page/shape.js";
import { extent, outline, turnedPoint } from "./board/geometry.js";
import { drawDangerSwitch, drawLeft, nextDanger } from "./panels/left.js";
import { askForLinks, connectSeated, drawLinks, forgetLink, ownLink } from "./line/links.js";
import { patiently } from "./line/patiently.js";
import { boxHeight, physicalSpots } from "./virtual_table/physical.js";
import { language, say, whenTaught } from "./words/say.js";
import { drawSeat, light, optionAt, usingOf } from "./panels/seat.js";
import { questionOf, toldNow, wantsSuggestion } from "./state/bar.js";
import { hasPlayedAll, nextToPlay } from "./state/playing_all.js";
import { carriedBy, handsDue } from "./state/hands.js";
import { adviceOf, current, hasZones, mayAsk, ownTurn, pieceOf, piecesIn, seatLook, targetsIn, usesOf } from "./state/selectors.js";
import { troubles } from "./state/troubles.js";
import { drawInvitation } from "./panels/inviting.js";
import { handsSwitch } from "./panels/showing_hands.js";
import { drawLesson, readLessons } from "./panels/lesson.js";
import { initial, reduce } from "./state/state.js";
import { isTerrain, lookKnown, whenWorn } from "./board/looks.js";
import { createEye } from "./board/eye.js";
import { createHelping } from "./page/helping.js";
import { createPressing } from "./page/pressing.js";
import { createRaising } from "./page/raising.js";
import { drawFaults } from "./virtual_table/faults.js";
import { createTable } from "./virtual_table/table.js";
import { createSmallMap } from "./board/small_map.js";
import { createViewing } from "./board/viewing.js";
import { createRulebook } from "./words/rulebook.js";
import { drawAlert, drawHistory, drawPlayed, drawSpoken, drawWarned, rulebookAddress } from "./panels/verdicts.js";
import { createAttention } from "./announcing/attention.js";
import { createMoments } from "./announcing/moments.js";
import { drawOver } from "./panels/over.js";
import { keepAwake, keepPage } from "./page/installing.js";

/** @import { CommandKind, Request, SimulatorOrder } from "../types/messages.js" */
/** @import { AskedTools, CommandFields, Fielded, PageEvent, PieceTools, State } from "../types/page.js" */

const UNANSWERED_MS = 8000;
const TICK_MS = 250;
/** How long a piece is shown where a hand was asked to carry it, while nobody has seen it there. */
const CARRYING_MS = 12000;

const root = regionOf("board", SVGSVGElement);
const modeNow = () => (location.pathname.replace(/\/$/, "") === "/table" ? "table" : "match");
const shapeNow = () => shapeOf(innerWidth, innerHeight);
let state = initial(modeNow(), { ...shapeNow(), fills: true });
let drawing = 0;

/** @type {(event: PageEvent) => void} */
function dispatch(event) {
  const next = reduce(state, event);
  if (next === state) return;
  state = next;
  redraw();
}

const isPressed = createPressing(document, redraw);
const raise = createRaising(/** @type {HTMLElement} */ (root.closest("main")), root);

function redraw() {
  if (!drawing && !isPressed()) drawing = requestAnimationFrame(draw);
}

const connection = connectSeated(dispatch);

/** @type {(request: Request, otherwise: string) => void} */
function ask(request, otherwise) {
  if (!connection.send(request)) dispatch({ type: "refused", text: say("notice.failed", { what: otherwise, why: say("notice.no_line") }) });
}

/** @type {(kind: CommandKind, what: string, fields?: CommandFields) => void} */
function command(kind, what, fields = {}) {
  // A button that is pressed twice before it's drawn again means one action.
  if (kind === "act" && Object.keys(state.sent).length) return;
  const id = freshId();
  dispatch({ type: "sent", id, what, acts: kind === "act" || kind === "choose" });
  setTimeout(() => dispatch({ type: "unanswered", id }), UNANSWERED_MS);
  ask({ command: { id, kind, revision: state.match?.revision ?? 0, match: state.match?.match ?? "", ...fields } }, what);
}

/** @type {(piece: string | null) => void} */
const select = (piece) => dispatch({ type: "select", piece });

/**
 * Ask about a place; why it can't be, the engine knows.
 * @type {(place: string) => void}
 */
function wonder(place) {
  dispatch({ type: "ask", place });
  const advice = state.selected === null ? null : adviceOf(state, state.selected);
  if (!state.match || !advice || usesOf(advice, place).length || targetsIn(state, advice, place).length) return;
  const id = freshId();
  if (!connection.send({ command: { id, kind: "ask", revision: state.match.revision, piece: advice.piece, place } })) return;
  dispatch({ type: "wonder", id });
  setTimeout(() => dispatch({ type: "unanswered", id }), UNANSWERED_MS);
}

/** @type {(what: SimulatorOrder) => void} */
function order(what) {
  const [x_mm, y_mm] = turnedPoint([what.x_mm ?? 0, what.y_mm ?? 0], -state.quarters);
  ask({ simulator: what.order === "put" || what.order === "carry" ? { ...what, x_mm, y_mm } : what }, say("asks.move"));
}

/**
 * A tap while targets are chosen: takes what is lit.
 * @type {(place: string) => boolean}
 */
function takeOption(place) {
  const using = usingOf(state);
  if (!using) return false;
  const option = using.now.key ? optionAt(state, place) : null;
  if (using.now.key && option !== null) dispatch({ type: "pick", key: using.now.key, value: option });
  else if (using.now.action && optionAt(state, place) !== null && mayAsk(state)) seatTools.play(using.use, using.now.action);
  return true;
}

/** @type {(id: string) => void} */
function onPiece(id) {
  if (takeOption(id)) return;
  const chosen = state.selected;
  if (chosen === id) return select(null);
  // A tap on an enemy of the chosen piece asks about the hit; a second tap chooses the enemy.
  if (chosen !== null && state.asked !== id && asksAbout(chosen, id)) return wonder(id);
  return select(id);
}

/** @type {(chosen: string, id: string) => boolean} */
function asksAbout(chosen, id) {
  const [own, other] = [pieceOf(state, chosen), pieceOf(state, id)];
  if (usesOf(adviceOf(state, chosen), id).length) return true;
  return own !== null && own.seat === state.match?.view.turn && other?.seat !== own.seat && adviceOf(state, chosen) !== null;
}

/** Have a simulated hand carry the chosen piece to where was tapped. @type {(cell: string) => boolean} */
function carry(cell) {
  const carried = carriedBy(state, cell);
  if (!carried) return false;
  order({ order: "put", ...carried });
  dispatch({ type: "carry", ...carried });
  setTimeout(() => state.carried?.piece === carried.piece && dispatch({ type: "carried" }), CARRYING_MS);
  return true;
}

/** @type {(cell: string, near: string | null) => void} */
function onPlace(cell, near) {
  if (takeOption(near && optionAt(state, near) ? near : cell) || carry(cell)) return;
  if (state.selected !== null) wonder(cell);
  else if (near) select(near);
}

/** A match that runs is looked at without being touched. */
const stayAwake = keepAwake(() => state.link.open && state.match !== null && !state.match.view.outcome);

/**
 * Enter on a cell: of the pieces in it one after the other, then none.
 * @type {(cell: string) => void}
 */
function onCell(cell) {
  if (takeOption(cell)) return;
  const here = piecesAt(cell);
  if (here.length === 0) onPlace(cell, null);
  else if (state.selected !== null && here.includes(state.selected)) select(here[here.indexOf(state.selected) + 1] ?? null);
  else onPiece(here[0]);
}

/** @type {(cell: string) => string[]} */
function piecesAt(cell) {
  if (isMoving()) return [...physicalSpots(state)].filter(([, spot]) => spot.cell?.cell === cell).map(([id]) => id);
  return piecesIn(state, cell).filter((one) => !isTerrain(one.kind)).map((one) => one.piece);
}

/** Let the chosen piece go; the keyboard goes on where it lies. */
function letGo() {
  const chosen = state.selected ?? "";
  const at = isMoving() ? physicalSpots(state).get(chosen)?.cell?.cell : pieceOf(state, chosen)?.cell;
  select(null);
  if (root.contains(document.activeElement)) return;
  if (at) board.focus(at);
  else root.querySelector(/** @type {"g"} */ (`[data-piece="${CSS.escape(chosen)}"]`))?.focus();
}

const board = createBoard(root, { onPiece, onPlace, onCell });
const table = createTable(root, { order, select, redraw });
/** Whether fingers move pieces: in a camera's picture lie the pieces themselves. */
const isMoving = () => state.mode === "table" && !state.eye;
const smallMap = createSmallMap(regionOf("small-map", SVGSVGElement), region("whole-board"), (at) => viewing.go(at));
const viewing = createViewing(root, /** @type {HTMLElement} */ (root.closest("main")), { letGo: table.letGo, shown: showPart });

/** How wide the part of the board is that was shown last; 0: all of it. */
let shownWidth = 0;

/** @type {(whole: import("./board/zooming.js").Frame, seen: import("./board/zooming.js").Frame | null) => void} */
function showPart(whole, seen) {
  smallMap.draw(whole, seen);
  // The places of pieces are drawn on a map that comes to be seen; names are as large as can be read there.
  const width = Math.round(seen?.width ?? 0);
  if (width !== shownWidth) redraw();
  shownWidth = width;
}

/**
 * The surfaces to draw on: the field, and on the virtual table the box under it.
 * @param {Fielded} fielded
 */
function home(fielded) {
  const frame = extent(fielded.surface);
  return isMoving() ? { ...frame, height: frame.height + boxHeight(fielded) } : frame;
}

/**
 * Where this tablet's own pieces lie in what is drawn; at a table of cards its side is large already.
 * @type {(fielded: Fielded) => import("./board/zooming.js").Point[]}
 */
function ownPlaces(fielded) {
  const own = fielded.place?.role === "seat" && !hasZones(fielded) && !fielded.eye ? fielded.place.seat : null;
  return own === null ? [] : [...spotsOf(fielded).values()].filter((one) => one.piece.seat === own).map(({ x, y }) => [x, y]);
}

/** Whether it's this tablet's own turn, and nothing elsewhere on the board asks for its eyes. @type {(now: State) => boolean} */
const actsInTurn = (now) => now.place?.role === "seat" && ownTurn(now) && (current(now)?.kind ?? "pending") === "pending";

/** The cells by their names, or by the pieces in them. @type {(now: State, told: readonly unknown[]) => string[]} */
const cellsOf = (now, told) => told.map((one) => pieceOf(now, `${one}`)?.cell ?? `${one}`);

/** The cells that a warning is about. @type {(now: State) => string[]} */
function cellsTold(now) {
  const wrong = toldNow(now);
  if (!wrong) return [];
  return cellsOf(now, [...wrong.cells, ...wrong.repair.flatMap((step) => [step.seen, step.to, ...step.others]), ...wrong.candidates.flat().flatMap((one) => Object.values(one.action))].filter(Boolean));
}

/**
 * Where on the board lies what is wrong, or what this tablet's player is asked about.
 * @type {(fielded: Fielded) => import("./board/zooming.js").Point[]}
 */
function concerned(fielded) {
  if (hasZones(fielded) || fielded.eye || fielded.mode === "table") return [];
  const wrong = toldNow(fielded);
  const places = wrong && wrong.kind !== "pending" ? cellsTold(fielded) : cellsOf(fielded, askedAbout(fielded));
  const spots = spotsOf(fielded);
  return fielded.surface.cells.filter((cell) => places.includes(cell.cell)).map((cell) => {
    const [spot] = [...spots.values()].filter((one) => one.cell.cell === cell.cell);
    return spot ? [spot.x, spot.y] : [cell.x_mm, -cell.y_mm];
  });
}

/** Draw what the small map shows of the pieces. @type {(fielded: Fielded) => void} */
function markMap(fielded) {
  const own = fielded.place?.seat ?? null;
  const dots = [...spotsOf(fielded).values()].filter((one) => one.piece.seat !== null)
    .map(({ x, y, piece }) => ({ at: /** @type {const} */ ([x, y]), look: seatLook(fielded, piece.seat), own: piece.seat === own }));
  smallMap.mark(fielded.surface.cells.map((cell) => outline(cell)), dots);
}

/** @type {AskedTools} */
const seatTools = {
  aim: (use, picked) => dispatch({ type: "use", key: use.key, picked }),
  use: (key) => dispatch({ type: "use", key }),
  pick: (key, value) => dispatch({ type: "pick", key, value }),
  enough: (key) => dispatch({ type: "enough", key }),
  stop: () => dispatch({ type: "stop" }),
  play: (use, action) => command("act", use.label, { action }),
  choose: (one) => command("act", one.text, { action: one.action }),
  leave() {
    forgetLink();
    connection.send({ join: { link: ownLink() } });
  },
};

async function showLinks() {
  const dialog = regionOf("links", HTMLDialogElement);
  drawLinks(dialog, await askForLinks(), handsSwitch);
  dialog.showModal();
}

/** @type {PieceTools} */
const tools = { use: seatTools.use, select: (piece) => (piece === null ? letGo() : select(piece)), ask: wonder, table };
const drawDesk = createDesk(region("desk"), { ask: command, redraw });
const eye = createEye(root, { button: region("eye"), age: region("age") }, {
  look: (seen) => dispatch({ type: "look", eye: seen }),
  fail: (text) => dispatch({ type: "refused", text }),
});

createHelping((help) => dispatch({ type: "help", help }));
const readRules = createRulebook((rules) => dispatch({ type: "rules", rules }));
const readFaces = createFaces((faces) => dispatch({ type: "faces", faces }), redraw);
const attend = createAttention({ dialog: /** @type {HTMLDialogElement} */ (region("settings")), opener: region("set") }, answerAlone);
const show = createMoments(region("moment"));
let answeredAt = "";
let laidFor = "";
let recapped = "";

/** Answer what has one answer, once. @param {State} now */
function answerAlone(now) {
  const only = onlyAnswer(now);
  const at = `${now.match?.match} ${now.match?.revision}`;
  if (!only || at === answeredAt || !mayAsk(now)) return;
  answeredAt = at;
  command("act", only.text, { action: only.action });
}

/** Have simulated hands do what is left of this tablet's play, once each. */
function layWhatIsLeft() {
  const orders = handsDue(state);
  const laid = orders.length ? JSON.stringify([state.match?.match, state.match?.revision, orders]) : laidFor;
  if (laid === laidFor) return;
  laidFor = laid;
  orders.forEach(order);
}

/** Play the next of the cards that are all to be played. */
function playTheNext() {
  const use = nextToPlay(state);
  if (use) {
    dispatch({ type: "play_all", keys: (state.playingAll ?? []).filter((key) => key !== use.key) });
    command("act", use.label, { action: use.actions[0] });
  } else if (hasPlayedAll(state)) dispatch({ type: "play_all", keys: null });
}

/** Read how a match went once it's over; a table that keeps no matches has nothing to tell. */
async function recap() {
  const match = state.match?.match ?? "";
  if (!state.match?.view.outcome || recapped === match + language()) return;
  recapped = match + language();
  const answer = await patiently(`/matches/${encodeURIComponent(match)}?lang=${language()}`);
  if (answer?.ok) dispatch({ type: "recap", recap: await answer.json() });
}

/** Ask what a bot would play, once a position, for a player who is being taught. */
function askForSuggestion() {
  if (!wantsSuggestion(state) || !state.match) return;
  const [id, revision] = [freshId(), state.match.revision];
  if (connection.send({ command: { id, kind: "suggest", revision } })) dispatch({ type: "suggest", id, revision });
}

/** Write each seat's time where it stands: beside its name, and where this tablet's seat is asked. */
function tick() {
  for (const one of [region("seats"), region("asked")]) drawClocks(one, state, Date.now());
}

/** Draw the board itself, and what lies on it. */
function drawField() {
  if (!isMoving()) table.rest();
  const spots = isMoving() && isFielded(state) && lookKnown() ? table.draw(state) : undefined;
  eye.draw(state);
  board.draw(state, spots);
  // Another match or side of the table is seen as a whole first.
  if (isFielded(state)) {
    viewing.fit(home(state), `${state.match?.match} ${state.quarters} ${state.eye?.camera} ${state.mode}`, ownPlaces(state), actsInTurn(state), concerned(state));
    if (root.classList.contains("close")) markMap(state);
    document.body.style.setProperty("--aspect", root.style.getPropertyValue("--aspect"));
  }
  light(root, state);
}

function draw() {
  drawing = 0;
  if (isPressed()) return; // it's drawn once the finger has gone
  const focused = document.activeElement;
  const ready = state.surface !== null && state.match !== null && lookKnown() && facesKnown();
  region("loading").hidden = ready || state.match === null;
  set(document.body, {
    "data-mode": state.mode,
    "data-role": state.place?.role ?? "",
    "data-help": state.help,
    "data-quarters": state.quarters,
    "data-ready": String(ready),
  });
  drawField();
  // Words beside the board take room: they would move the hex that a piece is being dragged to.
  if (table.holds()) return;
  document.body.classList.toggle("paused", paused(state));
  document.body.classList.toggle("stale", troubles(state).some((one) => one.stale));
  drawTurn(region("turn"), state);
  drawSeats(region("seats"), state);
  drawCounters(region("counters"), state);
  drawSeating(region("seating"), state, { showLinks });
  drawTags(region("tags"), state, turnMode);
  drawInvitation(region("invitation"), state);
  drawTroubles(region("troubles"), state, { retry: connection.hurry });
  drawAlert(region("alert"), state, {
    choose: (choice) => command("choose", say("asks.answer"), { choice }),
    decide: (kind, place) => command(kind, say("asks.decision"), place ? { place } : {}),
    order,
  });
  drawReading(region("reading"), state, { close: () => letGo() });
  drawPlayed(region("played"), state);
  drawCaption(region("caption"), state);
  drawDangerSwitch(region("danger-map"), state);
  drawPiece(region("piece"), state, { ...tools, table: isMoving() ? table : null });
  drawLeft(region("left"), state, tools);
  drawFaults(region("faults"), state, { order });
  drawSeat(region("seat"), state, seatTools);
  drawAsked(region("asked"), state, seatTools);
  drawLesson(region("lesson"), state, redraw);
  tick();
  drawDie(region("die"), state, { choose: seatTools.choose, toss: () => order({ order: "throw" }) });
  drawDraw(region("draw"), state, { draw: (card) => command("act", say("asks.draw"), { action: { draw: card } }) });
  drawEnd(region("end"), state, {
    showLinks,
    choose: seatTools.choose,
    playAll: (keys) => dispatch({ type: "play_all", keys }),
    endTurn: () => command("act", say("asks.end_turn"), { action: { end_turn: true } }),
    dismiss: () => dispatch({ type: "dismiss" }),
  });
  drawPads(region("pads"), state, {
    lay: (seat, tag) => order({ order: "lay", device: `pad.${seat}`, tag }),
    press: (seat) => order({ order: "press", device: `pad.${seat}`, button: "end_turn" }),
  });
  const breaking = {
    pause: () => command("pause", say("asks.pause")),
    goOn: () => command("resume", say("asks.resume")),
    takeBack: (/** @type {number} */ choice, reason = "") => command("take_back", say("asks.take_back"), { choice, reason }),
    resign: (/** @type {string} */ player) => command("resign", say("asks.resign"), { player }),
    adjudicate: (/** @type {string[]} */ winners, /** @type {string} */ reason) => command("adjudicate", say("asks.adjudicate"), { winners, reason }),
  };
  /** @type {(player: string, name: string, sign: string) => void} */
  const introduce = (player, name, sign) => command("introduce", say("asks.introduce"), { player, name, sign });
  drawCalling(region("calling"), state, { introduce, decline: redraw });
  drawNames(region("names"), state, introduce);
  drawAgree(region("agree"), state, breaking);
  drawBreaks(region("breaks"), state, breaking);
  drawDesk(state);
  drawBeside(region("beside"), state);
  drawHistory(region("history"), state);
  set(region("rulebook"), { href: rulebookAddress(state) });
  drawWarned(region("warned"), state);
  drawSpoken(region("spoken"), state);
  drawDrawers(region("drawers"), region("panel"), state, (drawer) => dispatch({ type: "drawer", drawer }));
  raise(cellsTold(state));
  // The focused element is gone: the keyboard goes on in the bar, not at the top of the page.
  if (focused !== document.body && document.activeElement === document.body) region("bar").focus({ preventScroll: true });
  stayAwake();
  set(document.body, { "data-drawn": state.match?.revision, "data-advised": state.advice?.revision, "data-held": state.hand?.piece ?? null });
  drawOver(region("over"), state, { close: () => dispatch({ type: "look_at_board" }), again: () => command("rematch", say("over.rematch")) });
  recap();
  // Where everybody sees that there's one answer, nobody need be asked for it.
  if (questionOf(state).open) answerAlone(state);
  layWhatIsLeft();
  playTheNext();
  askForSuggestion();
  show(state);
  attend(state);
  readRules(state);
  void readLessons(language(), redraw);
  readFaces(state);
}

/** Move pieces with fingers, or play by taps again, on the same page. */
function turnMode() {
  history.pushState(null, "", (state.mode === "table" ? "/" : "/table") + location.search);
  dispatch({ type: "mode", mode: modeNow() });
}

window.addEventListener("popstate", () => dispatch({ type: "mode", mode: modeNow() }));
region("eye").addEventListener("click", () => eye.turn(state));
region("danger-map").addEventListener("click", () => dispatch({ type: "danger", seat: nextDanger(state) }));
whenTaught(() => dispatch({ type: "language" }));
whenWorn(redraw);
window.addEventListener("hashchange", () => connection.send({ join: { link: ownLink() } }));
region("turn-board").addEventListener("click", () => dispatch({ type: "turn" }));

window.addEventListener("resize", () => {
  const shape = shapeNow();
  redraw();
  if (shape.upright !== state.upright || shape.column !== state.column || Math.abs(shape.aspect - state.aspect) > (shape.column ? 0 : 0.05)) dispatch({ type: "shape", ...shape });
});

// Words beside the board take room: a column's width follows from the board, and is no measure for it.
new ResizeObserver(([{ contentRect: { width, height } }]) => {
  if (!state.column && height > 0) dispatch({ type: "room", aspect: width / height });
}).observe(region("stage"));

setInterval(() => {
  if (isTicking(state)) tick();
}, TICK_MS);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  if (state.using !== null) dispatch({ type: "stop" });
  else if (state.drawer !== null && !state.column && openDrawers(state).includes(state.drawer)) dispatch({ type: "drawer", drawer: null });
  else if (state.selected !== null) letGo();
});
keepPage();
redraw();
