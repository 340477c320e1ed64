// The page of a hall: every table that is on its brokers, as each is now.

import "../page/language.js";
import { createFaces } from "../appearance/card_faces.js";
import { followStream } from "../line/stream.js";
import { fill, html, region } from "../page/dom.js";
import { isTicking } from "../panels/clocks.js";
import { reduce } from "../state/state.js";
import { capital, language, say, whenTaught } from "../words/say.js";
import { callers, inOrder, kept, told } from "./hall_tables.js";
import { lookOf } from "./looks.js";
import { callOf, createCard, nameLink } from "./table_card.js";

/** @import { HallNow } from "../../types/messages.js" */
/** @import { Tell } from "../../types/page.js" */
/** @import { Tables, TableMessage } from "./hall_tables.js" */

const TICK_MS = 500;

/** @type {Tables} */
let tables = new Map();
/** @type {HallNow["away"]} */
let brokersAway = {};
let open = false;
let everOpen = false;
let drawing = 0;
/** @type {Map<string, ReturnType<typeof createCard>>} */
const cards = new Map();
/** @type {Map<string, ReturnType<typeof createFaces>>} */
const faces = new Map();

/** @type {Tell} */
const hear = (event) => {
  if (event.type === "opened" || event.type === "closed") {
    open = event.type === "opened";
    everOpen ||= open;
  } else if (event.type === "message" && /** @type {string} */ (event.channel) === "hall") {
    const now = /** @type {HallNow} */ (/** @type {unknown} */ (event.data));
    tables = kept(tables, now.tables);
    brokersAway = now.away;
  } else if (event.type === "message") tables = told(tables, /** @type {TableMessage} */ (event));
  redraw();
};

function redraw() {
  if (!drawing) drawing = requestAnimationFrame(draw);
}

/** Read the names of a table's cards and zones, whenever it plays another game. @param {string} name */
function readFaces(name) {
  const reads = createFaces((found) => {
    const known = tables.get(name);
    if (!known) return;
    tables = new Map(tables).set(name, { ...known, state: reduce(known.state, { type: "faces", faces: found }) });
    redraw();
  }, redraw);
  faces.set(name, reads);
  return reads;
}

function draw() {
  drawing = 0;
  const shown = inOrder(tables, language());
  const several = new Set(shown.map(([, { listed }]) => listed.broker)).size > 1;
  for (const [name, card] of cards)
    if (!tables.has(name)) {
      card.element.remove();
      cards.delete(name);
      faces.delete(name);
    }
  let before = /** @type {Element | null} */ (null);
  for (const [name, table] of shown) {
    const card = cards.get(name) ?? createCard();
    cards.set(name, card);
    void (faces.get(name) ?? readFaces(name))(table.state);
    card.draw(table, lookOf(table.state, redraw), several);
    const next = before ? before.nextElementSibling : region("tables").firstElementChild;
    if (next !== card.element) region("tables").insertBefore(card.element, next);
    before = card.element;
  }
  drawAround(shown.filter(([, { listed }]) => listed.is_there).length);
}

/** Draw the count, the troubles and the calls. @param {number} there The number of tables that are there. */
function drawAround(there) {
  document.body.dataset.ready = String(everOpen);
  document.body.classList.toggle("stale", !open);
  fill(region("count"), [there, tables.size, everOpen], () =>
    everOpen ? say(tables.size ? "hall.count" : "hall.none", { n: there, all: tables.size }) : say("hall.connecting"),
  );
  fill(region("troubles"), [brokersAway, open, everOpen], () => [
    everOpen && !open ? html("p", {}, say("hall.no_line")) : null,
    ...Object.values(brokersAway).map((why) => html("p", {}, say("hall.broker_away", { why: capital(why) }))),
  ]);
  const calling = inOrder(tables, language()).filter(
    ([, { listed, state }]) => listed.is_there && callers(state.situation).length,
  );
  fill(region("calls"), [calling.map(([, { listed, state }]) => [listed.table, listed.pages, callOf(state)])], () =>
    calling.length
      ? html(
          "ul",
          {},
          calling.map(([, { listed, state }]) => html("li", {}, nameLink(listed), " · ", callOf(state))),
        )
      : null,
  );
}

/** Clocks count on between two words of their table. */
setInterval(() => {
  for (const [name, { state }] of tables) if (isTicking(state)) cards.get(name)?.tick(state);
}, TICK_MS);

let endLine = () => {};

function follow() {
  endLine();
  endLine = followStream(`/api/v1/events?lang=${language()}`, hear);
}
new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
whenTaught(follow);
follow();
