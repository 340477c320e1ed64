// The page of a hall: every table that is on its brokers, as each is now.

import "../page/language.js";
import { createFaces } from "../appearance/card_faces.js";
import { linkHeaders } from "../line/own_link.js";
import { followStream } from "../line/stream.js";
import { fill, html, region } from "../page/dom.js";
import { isTicking } from "../panels/clocks.js";
import { reduce } from "../state/state.js";
import { capital, language, say, whenTaught } from "../words/say.js";
import { callers, inOrder, kept, withMessage } from "./hall_tables.js";
import { lookOf } from "./looks.js";
import { callOf, createCard, nameLink } from "./table_card.js";

/** @import { FollowedTable, HallNow, NearbyTables } from "../../types/messages.js" */
/** @import { Tell } from "../../types/page.js" */
/** @import { Tables, TableMessage } from "./hall_tables.js" */

const TICK_MS = 500;

/** @type {Tables} */
let tables = new Map();
/** @type {HallNow["away"]} */
let brokersAway = {};
/** @type {Readonly<Record<string, string>>} */
let desks = {};
/** The tables of the network that aren't in the hall; only the arbiter's page reads them. @type {NearbyTables} */
let nearby = { tables: [], option: "" };
/** Whether this page's link is the arbiter's, and why it isn't valid any more if it was. */
let arbiter = { is: false, refused: "" };
/** The end of the link that this page has asked for; empty: it asked for none. */
let renewed = "";
/** The table that the audience's page follows; the hall's page shows all. */
let followed = { name: "", drama: "" };
const follows = Boolean(document.querySelector("main[data-follows]"));
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
    void readDesks();
    brokersAway = now.away;
  } else if (event.type === "message" && /** @type {string} */ (event.channel) === "followed") {
    followed = /** @type {FollowedTable} */ (/** @type {unknown} */ (event.data));
  } else if (event.type === "message") {
    const message = /** @type {TableMessage} */ (event);
    tables = withMessage(tables, message);
    // A table that was started again may have another link.
    if (message.channel === "table") void readDesks();
  }
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
  const shown = inOrder(tables, language()).filter(([name]) => !follows || name === followed.name);
  const several = new Set(shown.map(([, { listed }]) => listed.broker)).size > 1;
  for (const [name, card] of cards)
    if (!shown.some(([one]) => one === name)) {
      card.element.remove();
      cards.delete(name);
      faces.delete(name);
    }
  let before = /** @type {Element | null} */ (null);
  for (const [name, table] of shown) {
    const card = cards.get(name) ?? createCard();
    cards.set(name, card);
    void (faces.get(name) ?? readFaces(name))(table.state);
    card.draw(table, lookOf(table.state, redraw), several, desks[name] ?? "");
    const next = before ? before.nextElementSibling : region("tables").firstElementChild;
    if (next !== card.element) region("tables").insertBefore(card.element, next);
    before = card.element;
  }
  if (follows) drawDrama();
  drawAround([...tables.values()].filter(({ listed }) => listed.is_there).length);
}

/** Say why the followed table is shown. */
function drawDrama() {
  fill(region("drama"), [followed, everOpen], () => {
    if (!everOpen) return say("hall.connecting");
    return followed.name ? say(`hall.watch.${followed.drama}`) : say("hall.none");
  });
}

/** Draw the count, the troubles and the calls. @param {number} there The number of tables that are there. */
function drawAround(there) {
  document.body.dataset.ready = String(everOpen);
  document.body.classList.toggle("stale", !open);
  fill(region("count"), [there, tables.size, everOpen], () =>
    everOpen ? say(tables.size ? "hall.count" : "hall.none", { n: there, all: tables.size }) : say("hall.connecting"),
  );
  fill(region("troubles"), [brokersAway, open, everOpen, arbiter.refused], () => [
    everOpen && !open ? html("p", {}, say("hall.no_line")) : null,
    arbiter.refused ? html("p", {}, capital(arbiter.refused)) : null,
    ...Object.values(brokersAway).map((why) => html("p", {}, say("hall.broker_away", { why: capital(why) }))),
  ]);
  if (follows) return;
  drawNearby();
  region("arbiter").hidden = !arbiter.is;
  fill(region("renewed"), renewed, () =>
    renewed ? [say("hall.renewed"), " ", html("a", { href: `/#join=${renewed}` }, say("hall.arbiter"))] : null,
  );
  const calling = inOrder(tables, language()).filter(
    ([, { listed, state }]) => listed.is_there && callers(state.situation).length,
  );
  fill(
    region("calls"),
    [calling.map(([, { listed, state }]) => [listed.table, listed.pages, callOf(state)]), desks],
    () =>
      calling.length
        ? html(
            "ul",
            {},
            calling.map(([name, { listed, state }]) =>
              html("li", {}, nameLink(listed, desks[name] ?? ""), " · ", callOf(state)),
            ),
          )
        : null,
  );
}

/** Draw the tables of the network that aren't in the hall, and how they come to it. */
function drawNearby() {
  const { tables: found, option } = nearby;
  fill(region("nearby"), [found, option, language()], () =>
    found.length
      ? [
          html("h2", {}, say("hall.nearby.heading")),
          html(
            "ul",
            {},
            found.map(({ table, pages, host }) =>
              html("li", {}, html("a", { href: pages, "data-key": `nearby ${pages}` }, table), " · ", host),
            ),
          ),
          option
            ? html("p", {}, say("hall.nearby.join"), " ", html("code", {}, option))
            : html("p", {}, say("hall.nearby.private")),
        ]
      : null,
  );
}

/** Clocks count on between two words of their table. */
setInterval(() => {
  for (const [name, { state }] of tables) if (isTicking(state)) cards.get(name)?.tick(state);
}, TICK_MS);

/** Read the arbiter's addresses of the tables, if this page has the link of the hall's arbiter. */
async function readDesks() {
  const headers = linkHeaders();
  if (!headers.authorization) return;
  const answer = await fetch(`/desks?lang=${language()}`, { headers }).catch(() => null);
  if (!answer) return;
  const found = await answer.json();
  desks = answer.ok ? found : {};
  arbiter = { is: answer.ok, refused: answer.ok ? "" : found.text };
  redraw();
  if (answer.ok && !follows) await readNearby(headers);
}

/** Read which tables of the network aren't in the hall. @param {Record<string, string>} headers */
async function readNearby(headers) {
  const answer = await fetch(`/nearby?lang=${language()}`, { headers }).catch(() => null);
  if (!answer?.ok) return;
  nearby = await answer.json();
  redraw();
}

/** Take the arbiter's link back. This page gets the new one; every other that has the old one is refused. */
async function renew() {
  const answer = await fetch(`/link/renewal?lang=${language()}`, { method: "POST", headers: linkHeaders() }).catch(
    () => null,
  );
  if (!answer) return;
  const found = await answer.json();
  if (answer.ok) {
    renewed = found.link;
    location.hash = `#join=${renewed}`;
  }
  arbiter = { is: answer.ok, refused: answer.ok ? "" : found.text };
  redraw();
  void readDesks();
}
if (!follows) region("renew").addEventListener("click", renew);

let endLine = () => {};

function follow() {
  endLine();
  endLine = followStream(`/api/v1/events?lang=${language()}`, hear);
}
new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
whenTaught(follow);
follow();
