// The pages for the public: the overlay for streaming software, and the embedded board. They have nothing to tap.
// Parameters of the address: ?board=on|off (usually off in the overlay, on in the others), ?strip=on|off, ?side=west.
// The page with all hands shows them beside the board; its link has the key for them.

import "../page/language.js";
import { createBoard } from "../board/board.js";
import { createHands } from "./shown_hands.js";
import { lookKnown, whenWorn } from "../appearance/worn_look.js";
import { createFaces } from "../appearance/card_faces.js";
import { fill, html, region, regionOf } from "../page/dom.js";
import { sideOf } from "../surface/geometry.js";
import { drawSeats } from "../panels/counting.js";
import { drawTurn } from "../panels/turn_heading.js";
import { language, say } from "../words/say.js";
import { besides, lastPlayed, named, sentence } from "../state/sentences.js";
import { current } from "../state/selectors.js";
import { initial, reduce } from "../state/state.js";
import { followStream } from "../line/stream.js";

/** @import { PageEvent } from "../../types/page.js" */

const asked = new URLSearchParams(location.search);
const page = location.pathname.replace(/^\/|\/$/g, "");
/** @type {(what: string, usual: string) => boolean} */
const wants = (what, usual) => (asked.get(what) ?? usual) === "on";

let state = initial();
let drawing = 0;
const hands = page === "hands" ? createHands(region("hands"), () => redraw()) : null;
const root = regionOf("board", SVGSVGElement);
const board = createBoard(root);
const readFaces = createFaces((faces) => dispatch({ type: "faces", faces }), redraw);

/** @type {(event: PageEvent) => void} */
function dispatch(event) {
  state = reduce(state, event);
  redraw();
}

function redraw() {
  if (!drawing) drawing = requestAnimationFrame(draw);
}

/** Note the board's room on the page, because a table of cards is laid out for it. */
function shape() {
  const { clientWidth: width, clientHeight: height } = root;
  if (!width || !height) return;
  const aspect = Math.round((100 * width) / height) / 100;
  if (Math.abs(aspect - state.aspect) > 0.05)
    state = reduce(state, { type: "shape", upright: width < height, column: false, aspect });
}

/**
 * The present warning or question, or else the last play.
 * @type {() => { kind: string, rules: string[], text: string }}
 */
function news() {
  const verdict = current(state);
  if (verdict && verdict.kind !== "settled")
    return {
      kind: verdict.kind,
      rules: verdict.violations.map((one) => one.rule),
      text: sentence(state, verdict) || besides(verdict),
    };
  const last = lastPlayed(state);
  return {
    kind: "settled",
    rules: [],
    text: last ? named(state, last.actions.map((one) => one.text).join(say("joins.sentences"))) : "",
  };
}

function draw() {
  drawing = 0;
  document.body.dataset.ready = String(state.match !== null && lookKnown());
  document.body.classList.toggle("stale", !state.link.open);
  region("board").toggleAttribute("hidden", !wants("board", page === "overlay" ? "off" : "on"));
  region("strip").toggleAttribute("hidden", !wants("strip", "on"));
  shape();
  board.draw(state);
  void readFaces(state);
  drawTurn(region("turn"), state);
  drawSeats(region("seats"), state);
  hands?.(state);
  const shown = news();
  region("news").className = shown.kind;
  fill(region("news"), shown, () => [
    ...shown.rules.map((rule) => html("span", { class: "rule" }, rule)),
    html("span", {}, shown.text),
  ]);
}

document.body.dataset.page = page;
whenWorn(redraw);
window.addEventListener("resize", redraw);
if (asked.has("side")) dispatch({ type: "turn", quarters: sideOf(asked.get("side"), [1, 1]) });
followStream(`/api/v1/events?lang=${language()}`, dispatch);
