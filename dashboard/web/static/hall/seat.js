// The page where a person of a tournament sits down by a code. `?table=` and `?seat=` bind a tablet to where it stands.

import "../page/language.js";
import { fill, html, region, regionOf } from "../page/dom.js";
import { keep, kept } from "../page/keeping.js";
import { capital, language, listed, say, whenTaught } from "../words/say.js";
import { pageOf } from "./hall_tables.js";

/** @import { SeatAsked, SeatGiven } from "../../types/messages.js" */

/** The key of the ticket that this tablet got when it took a seat, before the code: with it, it takes the seat again. */
const TICKET = "boardwarden-ticket";

const stands = new URLSearchParams(location.search);
const form = regionOf("form", HTMLFormElement);
const typed = /** @type {HTMLInputElement} */ (form.elements.namedItem("code"));
/** @type {SeatGiven | null} */
let given = null;
let refused = "";

/** @param {string} code */
const ticketOf = (code) => `${TICKET} ${code.toUpperCase().replace(/[^0-9A-Z]/g, "")}`;

async function sit() {
  const code = typed.value.trim();
  /** @type {SeatAsked} */
  const asked = {
    code,
    table: stands.get("table") ?? "",
    seat: stands.get("seat") ?? "",
    ticket: kept(ticketOf(code)) ?? "",
  };
  try {
    const answer = await fetch(`/seat?lang=${language()}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(asked),
    });
    const found = await answer.json();
    [given, refused] = answer.ok ? reachable(found) : [null, capital(found.text)];
  } catch {
    [given, refused] = [null, say("rounds.seat.code_away")];
  }
  draw();
  if (!given) return;
  keep(ticketOf(code), given.ticket);
  location.assign(given.url);
}

/** A seat whose table this device reaches, or else why it doesn't. @type {(found: SeatGiven) => [SeatGiven | null, string]} */
const reachable = (found) =>
  pageOf(found.url, location.hostname)
    ? [found, ""]
    : [null, say("hall.only_there", { host: URL.canParse(found.url) ? new URL(found.url).hostname : found.url })];

function draw() {
  const at = stands.get("table");
  region("at").textContent = at ? say("rounds.seat.at", { table: at }) : "";
  region("said").textContent = refused;
  fill(region("given"), [given, language()], () =>
    given
      ? [
          html(
            "h2",
            {},
            say("rounds.seat.given", { name: given.person, n: given.number, table: given.table, seat: given.seat }),
          ),
          html("p", {}, say("rounds.seat.against", { names: listed(given.others) })),
          html("p", { class: "quiet", role: "status" }, say("rounds.seat.leads")),
          html("p", {}, html("a", { class: "away", href: given.url }, say("rounds.seat.go"))),
        ]
      : [],
  );
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void sit();
});
whenTaught(draw);
draw();
const scanned = /^#code=(.+)$/.exec(location.hash)?.[1];
if (scanned) {
  typed.value = decodeURIComponent(scanned);
  // The code leaves the address, so that nobody reads it in the browser's history.
  history.replaceState(null, "", location.pathname + location.search);
  void sit();
} else typed.focus();
