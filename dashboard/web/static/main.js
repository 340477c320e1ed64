// The match page. Events change the state, and the state is drawn at the next frame.

import "./page/language.js";
import { offerPushing } from "./announcing/pushing.js";
import { createBoard } from "./board/board.js";
import { isFielded } from "./board/spots.js";
import { createFaces, facesKnown } from "./appearance/card_faces.js";
import { drawReading } from "./cards/reading.js";
import { drawBeside } from "./panels/beside.js";
import { drawCaption } from "./panels/caption.js";
import { drawEnd } from "./panels/end_of_turn.js";
import { drawPads } from "./panels/pads.js";
import { drawPiece } from "./panels/chosen_piece.js";
import { drawSeating, drawTags, drawTroubles } from "./panels/header_tags.js";
import { drawTurn } from "./panels/turn_heading.js";
import { drawAsked } from "./panels/asked.js";
import { drawCounters, drawSeats } from "./panels/counting.js";
import { drawAgree, drawBreaks, paused } from "./panels/breaks.js";
import { drawCalling, drawNames, giveKnownName } from "./panels/introducing.js";
import { drawClocks, isTicking } from "./panels/clocks.js";
import { createDesk } from "./panels/desk.js";
import { createRighting } from "./panels/righting.js";
import { drawDie } from "./panels/die.js";
import { drawDraw } from "./panels/drawing.js";
import { drawDrawers, openDrawers } from "./panels/drawers.js";
import { letScroll, region, regionOf, set } from "./page/dom.js";
import { shapeOf } from "./page/shape.js";
import { outline } from "./surface/geometry.js";
import { drawDangerSwitch, drawLeft, nextDanger } from "./panels/left.js";
import { askForLinks, connectSeated, drawLinks } from "./line/seat_links.js";
import { forgetLink, ownLink } from "./line/own_link.js";
import { language, say, whenTaught } from "./words/say.js";
import { drawSeat, light, lightSeats } from "./panels/seat.js";
import { troubles } from "./state/troubles.js";
import { drawInvitation } from "./panels/inviting.js";
import { handsSwitch } from "./panels/showing_hands.js";
import { drawLesson, readLessons } from "./panels/lesson.js";
import { initial, reduce } from "./state/state.js";
import { followLook, lookKnown, whenWorn } from "./appearance/worn_look.js";
import { createEye } from "./board/eye.js";
import { createHelping } from "./page/helping.js";
import { createRedrawing } from "./page/pressing.js";
import { createRaising } from "./page/raising.js";
import { drawFaults } from "./virtual_table/faults.js";
import { createTable } from "./virtual_table/table.js";
import { createSmallMap } from "./board/small_map.js";
import { createViewing } from "./board/viewing.js";
import { arbitersName, wantsLarge } from "./page/keeping.js";
import { createRulebook } from "./page/reading_rules.js";
import { drawAlert } from "./panels/alert.js";
import { drawHistory, drawPlayed } from "./panels/history.js";
import { drawSpoken, drawWarned } from "./panels/spoken.js";
import { rulebookAddress } from "./panels/rule_link.js";
import { createAttention } from "./announcing/attention.js";
import { createVoice } from "./announcing/voice.js";
import { createMoments } from "./announcing/moments.js";
import { drawOver } from "./panels/over.js";
import { keepAwake, keepPage } from "./page/offline.js";
import { actsInTurn, cellsTold, concerned, dotsOf, home, ownPlaces } from "./match/in_sight.js";
import { createAsking } from "./match/asking.js";
import { createHolding } from "./match/holding.js";
import { createTaps } from "./match/taps.js";
import { createUnasked } from "./match/unasked.js";

/** @import { AskedTools, PageEvent, PieceTools } from "../types/page.js" */

const TICK_MS = 250;
/** The longest wait for the match, its look and its cards, ms. A phone draws for half a second, so it draws once. */
const FIRST_MS = 1500;

const root = regionOf("board", SVGSVGElement);
const modeNow = () => (location.pathname.replace(/\/$/, "") === "/table" ? "table" : "match");
const shapeNow = () => shapeOf(innerWidth, innerHeight);
let state = initial(modeNow(), { ...shapeNow(), fills: true });
let drawnOnce = false;
const begun = performance.now();

/** @type {(event: PageEvent) => void} */
function dispatch(event) {
  const next = reduce(state, event);
  if (next === state) return;
  state = next;
  redraw();
  if (drawnOnce) return;
  void followLook(state);
  void readFaces(state);
}

const redraw = createRedrawing(draw);
const readFaces = createFaces((faces) => dispatch({ type: "faces", faces }), redraw);
const raise = createRaising(/** @type {HTMLElement} */ (root.closest("main")), root);

const connection = connectSeated(dispatch);

const { command, wonder, order, suggest } = createAsking(connection, () => state, dispatch);

/** Send an arbiter's command, with the person's name for the record. @type {typeof command} */
const word = (kind, what, fields = {}) => command(kind, what, { ...fields, by: arbitersName() });

/** People look at a running match without touching the screen, so it stays awake. */
const stayAwake = keepAwake(() => state.link.open && state.match !== null && !state.match.view.outcome);

/** Whether fingers move pieces. In a camera's picture they don't, because it shows the real pieces. */
const isMoving = () => state.mode === "table" && !state.eye;
const { select, letGo, onHold, takeOption, ...taps } = createTaps(root, {
  now: () => state,
  isMoving,
  dispatch,
  wonder,
  put: (carried) => order({ order: "put", ...carried }),
  play: (use, action) => seatTools.play(use, action),
  takePlace: (cell) => righting.takePlace(state, cell),
  focus: (cell) => board.focus(cell),
});
const board = createBoard(root, taps);
region("seats").addEventListener("click", ({ target }) => {
  const seat = target instanceof Element ? target.closest(/** @type {"li"} */ ("[data-seat]"))?.dataset.seat : null;
  if (seat) takeOption(seat);
});
createHolding(root, (place) => !isMoving() && onHold(place));
const table = createTable(root, { order, select, redraw });
const smallMap = createSmallMap(regionOf("small-map", SVGSVGElement), region("whole-board"), (at) => viewing.go(at));
const viewing = createViewing(root, /** @type {HTMLElement} */ (root.closest("main")), {
  letGo: table.letGo,
  shown: showPart,
});

/** The width of the part of the board in view; 0 for the whole board. */
let shownWidth = 0;

/** @type {(whole: import("./board/zooming.js").Frame, seen: import("./board/zooming.js").Frame | null) => void} */
function showPart(whole, seen) {
  smallMap.draw(whole, seen);
  // The small map and the sizes of names depend on the part in view.
  const width = Math.round(seen?.width ?? 0);
  if (width !== shownWidth) redraw();
  shownWidth = width;
}

/** @type {AskedTools} */
const seatTools = {
  aim: (use, picked) => dispatch({ type: "use", key: use.key, picked }),
  use: (key) => dispatch({ type: "use", key }),
  pick: (key, value) => taps.choose({ type: "pick", key, value }),
  enough: (key) => taps.choose({ type: "enough", key }),
  stop: () => dispatch({ type: "stop" }),
  layRest: (kind) => dispatch({ type: "lay_rest", kind }),
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
const righting = createRighting(region("righting"), {
  set: word,
  placing: (piece) => dispatch({ type: "placing", piece }),
});
const drawDesk = createDesk(region("desk"), { ask: word, redraw });
const eye = createEye(
  root,
  { button: region("eye"), age: region("age") },
  {
    look: (seen) => dispatch({ type: "look", eye: seen }),
    fail: (text) => dispatch({ type: "refused", text }),
  },
);

createHelping((help) => dispatch({ type: "help", help }));
const readRules = createRulebook((rules) => dispatch({ type: "rules", rules }));
const unasked = createUnasked({
  dispatch,
  command,
  order,
  suggest,
});
const voice = createVoice();
voice.whenFound(redraw);
const attend = createAttention(
  { dialog: /** @type {HTMLDialogElement} */ (region("settings")), opener: region("set") },
  unasked.answerAlone,
  voice,
);
/** Read a text aloud at once, instead of what is being read. @param {string} text */
function speak(text) {
  voice.stop();
  voice.tell([{ topic: "why", text, sound: null, buzz: null }]);
}
const show = createMoments(region("moment"));
/** Write each seat's time beside its name, and in the question to this tablet's seat. */
function tick() {
  for (const one of [region("seats"), region("asked")]) drawClocks(one, state, Date.now());
}

/** Draw the board with its pieces and marks. */
function drawField() {
  if (!isMoving()) table.rest();
  const spots = isMoving() && isFielded(state) && lookKnown() ? table.draw(state) : undefined;
  eye.draw(state);
  board.draw(state, spots);
  // For another match or side of the table, the whole board is in view at first.
  if (isFielded(state)) {
    viewing.fit(
      home(state, isMoving()),
      `${state.match?.match} ${state.quarters} ${state.eye?.camera} ${state.mode}`,
      ownPlaces(state),
      actsInTurn(state),
      concerned(state),
    );
    if (root.classList.contains("close"))
      smallMap.mark(
        state.surface.cells.map((cell) => outline(cell)),
        dotsOf(state),
      );
    document.body.style.setProperty("--aspect", root.style.getPropertyValue("--aspect"));
  }
  light(root, state);
}

function draw() {
  if (state.mode === "match" && wantsLarge(state)) return location.replace(`/large${location.search}`);
  const focused = document.activeElement;
  const ready = state.surface !== null && state.match !== null && lookKnown() && facesKnown();
  if (!drawnOnce && !ready && state.link.retryAt === null && performance.now() - begun < FIRST_MS) return;
  drawnOnce = true;
  region("loading").hidden = ready || state.match === null;
  // By a slow line, the files that the browser keeps would delay the match.
  if (ready || (state.match === null && state.dashboard !== null)) keepPage();
  set(document.body, {
    "data-mode": state.mode,
    "data-role": state.place?.role ?? "",
    "data-help": state.help,
    "data-quarters": state.quarters,
    "data-ready": String(ready),
  });
  drawField();
  // While a piece is dragged, new texts beside the board would move the hex under it.
  if (table.holds()) return;
  document.body.classList.toggle("paused", paused(state));
  document.body.classList.toggle(
    "stale",
    troubles(state).some((one) => one.stale),
  );
  drawTurn(region("turn"), state);
  drawSeats(region("seats"), state);
  lightSeats(region("seats"), state);
  drawCounters(region("counters"), state);
  region("large").hidden = state.place?.role !== "seat";
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
  drawCaption(region("caption"), state, voice.missing() ? null : speak);
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
    pause: (/** @type {import("../types/page.js").CommandFields | undefined} */ fields) =>
      command("pause", say("asks.pause"), fields),
    goOn: () => command("resume", say("asks.resume")),
    takeBack: (/** @type {number} */ choice, reason = "") =>
      command("take_back", say("asks.take_back"), { choice, reason }),
    resign: (/** @type {string} */ player) => command("resign", say("asks.resign"), { player }),
    adjudicate: (/** @type {string[]} */ winners, /** @type {string} */ reason) =>
      word("adjudicate", say("asks.adjudicate"), { winners, reason }),
  };
  /** @type {(player: string, name: string, sign: string) => void} */
  const introduce = (player, name, sign) => command("introduce", say("asks.introduce"), { player, name, sign });
  giveKnownName(state, introduce);
  offerPushing(state);
  drawCalling(region("calling"), state, { introduce, decline: redraw });
  drawNames(region("names"), state, introduce);
  drawAgree(region("agree"), state, breaking);
  drawBreaks(region("breaks"), state, breaking);
  drawDesk(state);
  righting.draw(state);
  drawBeside(region("beside"), state);
  drawHistory(region("history"), state);
  set(region("rulebook"), { href: rulebookAddress(state) });
  drawWarned(region("warned"), state);
  drawSpoken(region("spoken"), state);
  drawDrawers(region("drawers"), region("panel"), state, (drawer) => dispatch({ type: "drawer", drawer }));
  // Once the browser has drawn the page, its sizes are known without another layout.
  setTimeout(() => ["turn", "caption", "seats"].forEach((name) => letScroll(region(name))));
  raise(cellsTold(state));
  // If the focused element is gone, or in a drawer that closed, the keyboard goes on in the bar instead of the page's top.
  if (focused !== document.body) {
    const now = document.activeElement;
    const hidden = now?.checkVisibility({ visibilityProperty: true }) === false;
    if (now === document.body || hidden) region("bar").focus({ preventScroll: true });
  }
  stayAwake();
  set(document.body, {
    "data-drawn": state.match?.revision,
    "data-advised": state.advice?.revision,
    "data-held": state.hand?.piece ?? null,
  });
  drawOver(region("over"), state, {
    close: () => dispatch({ type: "look_at_board" }),
    again: () => command("rematch", say("over.rematch")),
  });
  unasked.follow(state);
  show(state);
  attend(state);
  readRules(state);
  void readLessons(language(), redraw);
  readFaces(state);
}

/** Switch between moving pieces with fingers and playing by taps, on the same page. */
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
  if (
    shape.upright !== state.upright ||
    shape.column !== state.column ||
    Math.abs(shape.aspect - state.aspect) > (shape.column ? 0 : 0.05)
  )
    dispatch({ type: "shape", ...shape });
});

// The texts around the board change its room. With a column this isn't measured, because the column's width depends
// on the board.
new ResizeObserver(
  ([
    {
      contentRect: { width, height },
    },
  ]) => {
    if (!state.column && height > 0) dispatch({ type: "room", aspect: width / height });
  },
).observe(region("stage"));

setInterval(() => {
  if (isTicking(state)) tick();
}, TICK_MS);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  if (state.placing !== null) dispatch({ type: "placing", piece: null });
  else if (state.using !== null) dispatch({ type: "stop" });
  else if (state.drawer !== null && !state.column && openDrawers(state).includes(state.drawer))
    dispatch({ type: "drawer", drawer: null });
  else if (state.selected !== null) letGo();
});
setTimeout(redraw, FIRST_MS);
redraw();
