// The large page: the match page's state, shown as one question at a time, and read aloud.

import "../page/language.js";
import { createFaces, facesKnown } from "../appearance/card_faces.js";
import { followLook, lookKnown, whenWorn } from "../appearance/worn_look.js";
import { forgetLink, ownLink } from "../line/own_link.js";
import { connectSeated } from "../line/seat_links.js";
import { createAsking } from "../match/asking.js";
import { createHolding } from "../match/holding.js";
import { createUnasked } from "../match/unasked.js";
import { region, regionOf, set } from "../page/dom.js";
import { keep, keepLarge, kept } from "../page/keeping.js";
import { keepAwake } from "../page/offline.js";
import { createRedrawing } from "../page/pressing.js";
import { createRulebook } from "../page/reading_rules.js";
import { shapeOf } from "../page/shape.js";
import { drawClocks, isTicking } from "../panels/clocks.js";
import { currentSheet } from "../state/hand_sheet.js";
import { mayAsk, ownSeat } from "../state/selectors.js";
import { initial, reduce } from "../state/state.js";
import { language, say, whenTaught } from "../words/say.js";
import { createAloud } from "./aloud.js";
import { drawScreen } from "./drawing.js";
import { screenOf } from "./screen.js";
import { FIRST, onward } from "./steps.js";
import { sendWish } from "./wishing.js";

/** @import { PageWish } from "../../types/messages.js" */
/** @import { PageEvent } from "../../types/page.js" */
/** @import { Go } from "./shown.js" */

const TICK_MS = 250;
/** The longest wait for the game's own questions. Until then their usual names aren't read aloud, ms. */
const WORDS_MS = 4000;
/** The longest time that a piece is shown as carried, ms; looked after as often. */
const CARRYING_MS = 12000;
/** The languages that this device has no voice for, and whose player knows it. */
const VOICELESS = "boardwarden-voiceless";

const root = region("screen");
const choices = regionOf("choices", HTMLDialogElement);
let state = initial("match", shapeOf(innerWidth, innerHeight));
let step = FIRST;
/** The mark of the sentence that is shown. */
let shown = "";
const begun = performance.now();

/** @type {(event: PageEvent) => void} */
function dispatch(event) {
  const next = reduce(state, event);
  if (next === state) return;
  state = next;
  redraw();
}

const redraw = createRedrawing(draw);

const connection = connectSeated(dispatch);
const { command, wonder, order, suggest } = createAsking(connection, () => state, dispatch);
const unasked = createUnasked({ dispatch, command, order, suggest });
const readRules = createRulebook((rules) => dispatch({ type: "rules", rules }));
const readFaces = createFaces((faces) => dispatch({ type: "faces", faces }), redraw);
const stayAwake = keepAwake(() => state.link.open && state.match !== null && !state.match.view.outcome);
const readsAloud = () => state.wish?.aloud ?? true;
const aloud = createAloud({ isOn: readsAloud, found: redraw });
/** Whether the player has just turned this page on, and the table doesn't know it yet. */
let turnsOn = new URLSearchParams(location.search).has("on");

/** Do what a button is for. @type {(go: Go) => void} */
function go(go) {
  if ("event" in go) dispatch(go.event);
  else if ("step" in go) {
    step = { ...step, ...go.step };
    redraw();
  } else if ("play" in go) command("act", go.play.label, { action: go.action });
  else if ("choose" in go) command("act", go.choose.text, { action: go.choose.action });
  else if ("settle" in go) command("choose", say("asks.answer"), { choice: go.settle });
  else if ("decide" in go) command(go.decide, say("asks.decision"));
  else if ("orders" in go) go.orders.forEach(order);
  else if ("put" in go) carry(go.put);
  else if ("wonder" in go) wonder(go.wonder);
  else if ("playAll" in go) dispatch({ type: "play_all", keys: go.playAll });
  else if ("takeBack" in go) command("take_back", say("asks.take_back"), { choice: go.takeBack });
  else if ("draw" in go) command("act", say("asks.draw"), { action: { draw: go.draw } });
  else send(go.send);
}

/** @type {(what: Extract<Go, { send: unknown }>["send"]) => void} */
function send(what) {
  if (what === "end_turn") command("act", say("asks.end_turn"), { action: { end_turn: true } });
  else if (what === "resume") command("resume", say("asks.resume"));
  else if (what === "pause") command("pause", say("asks.pause"));
  else if (what === "rematch") command("rematch", say("over.rematch"));
  else {
    forgetLink();
    connection.send({ join: { link: ownLink() } });
  }
}

/** Have a simulated hand carry a piece. @param {{ piece: string, cell: string }} put */
function carry(put) {
  order({ order: "put", ...put });
  dispatch({ type: "carry", ...put });
  letGoLater();
}

/** Stop showing a piece as carried, once nothing about it is to be judged any more. */
function letGoLater() {
  const { carried } = state;
  setTimeout(() => {
    if (carried === null || state.carried !== carried) return;
    dispatch({ type: "carried" });
    letGoLater();
  }, CARRYING_MS);
}

/** Whether the words of the game's questions are there, or don't come. */
const isWorded = () => state.rules?.lang === language() || performance.now() - begun > WORDS_MS;

function draw() {
  void followLook(state);
  void readFaces(state);
  void readRules(state);
  if (turnsOn && ownSeat(state) !== null) turnOn();
  else if (state.wish && !state.wish.large) return goBack();
  step = onward(step, state);
  const screen = screenOf(state, step);
  const free = mayAsk(state) && (ownSeat(state) === null || currentSheet(state) !== null);
  const another = screen.mark !== shown;
  shown = screen.mark;
  const focused = root.contains(document.activeElement);
  drawScreen(root, state, screen, step, free, { go });
  if (focused && !root.contains(document.activeElement)) region("says").focus();
  else if (region("announced").textContent !== screen.says) region("announced").textContent = screen.says;
  if (another) scrollTo(0, 0);
  const ready = lookKnown() && facesKnown() && state.match !== null && isWorded();
  if (ready) aloud.tell(screen.mark, screen.says, screen.kind !== "wait");
  region("back").hidden = screen.back === null;
  region("back").onclick = () => screen.back && go(screen.back);
  drawVoice();
  drawClocks(root, state, Date.now());
  set(document.body, { "data-ready": String(ready), "data-drawn": state.match?.revision, "data-asks": screen.kind });
  unasked.follow(state);
  void stayAwake();
}

/** Draw the buttons about the voice. A device without a voice says so once. */
function drawVoice() {
  const missing = aloud.missing();
  region("again").hidden = missing || !readsAloud();
  region("voiceless").hidden = !missing || !readsAloud() || (kept(VOICELESS) ?? "").includes(language());
  set(region("aloud"), { "aria-pressed": String(readsAloud()) });
}

/** @type {(wish: PageWish) => void} */
function want(wish) {
  dispatch({ type: "wish", wish });
  void sendWish(wish);
}

function turnOn() {
  turnsOn = false;
  history.replaceState(null, "", location.pathname);
  want({ large: true, aloud: readsAloud() });
}

/** Open the usual page, because this person wants no large one. */
function goBack() {
  keepLarge(false);
  location.replace("/");
}

region("again").addEventListener("click", aloud.again);
region("heard").addEventListener("click", () => {
  keep(VOICELESS, `${kept(VOICELESS) ?? ""} ${language()}`);
  redraw();
});
region("choose").addEventListener("click", () => choices.showModal());
region("close").addEventListener("click", () => choices.close());
region("aloud").addEventListener("click", () => {
  want({ large: true, aloud: !readsAloud() });
  if (readsAloud()) aloud.again();
  else aloud.stop();
});
region("usual").addEventListener("click", async () => {
  aloud.stop();
  await sendWish({ large: false, aloud: readsAloud() });
  goBack();
});
createHolding(root, (place) => {
  if (state.selected === null || state.using !== null) return false;
  wonder(place);
  return true;
});

whenTaught(() => {
  aloud.stop();
  dispatch({ type: "language" });
});
whenWorn(redraw);
window.addEventListener("hashchange", () => connection.send({ join: { link: ownLink() } }));
setInterval(() => {
  if (isTicking(state)) drawClocks(root, state, Date.now());
}, TICK_MS);
setTimeout(redraw, WORDS_MS);
redraw();
