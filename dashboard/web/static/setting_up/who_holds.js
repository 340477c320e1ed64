// The page of the devices that hold each place's link. It can take back a place's link.

import "../page/language.js";
import { fill, fillEach, html, region } from "../page/dom.js";
import { drawHandsSwitch } from "../panels/showing_hands.js";
import { called, renewLinks } from "../line/seat_links.js";
import { linkHeaders } from "../line/own_link.js";
import { capital, language, say, whenTaught } from "../words/say.js";

/** @import { Link } from "../line/seat_links.js" */

/**
 * A device that holds a link: its address and names, the times when it was first and last seen (s since 1970), the
 * number of its connected pages, and whether it is this device.
 * @typedef {{ device: { address: string, browser: string, system: string }, since: number, seen: number, lines: number, asks: boolean }} Holder
 */
/**
 * The server's answer at /links/holders, or a refusal (`text`).
 * @typedef {{ lasts?: "match" | "table", links?: readonly (Link & { holders: readonly Holder[] })[], text?: string }} Held
 */

const EVERY_MS = 3000;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** The new links of places whose link was taken back here, by the place's name. @type {Map<string, Link>} */
const fresh = new Map();

/** @type {(seen: number) => string} */
function ago(seen) {
  const past = Math.max(0, Date.now() / 1000 - seen);
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  if (past < MINUTE_S) return say("holders.just");
  return past < HOUR_S
    ? words.format(-Math.round(past / MINUTE_S), "minute")
    : words.format(-Math.round(past / HOUR_S), "hour");
}

/** @type {(holder: Holder) => string} */
const deviceName = ({ device: { browser, system } }) =>
  browser && system ? say("holders.device", { browser, system }) : browser || system || say("holders.program");

/** @type {(holder: Holder) => HTMLElement} */
const deviceRow = (holder) =>
  html(
    "li",
    {},
    html("span", {}, deviceName(holder)),
    html("span", { class: "quiet" }, holder.device.address),
    holder.lines
      ? html("span", { class: "now" }, say("holders.now"))
      : html("span", { class: "quiet" }, say("holders.seen", { when: ago(holder.seen) })),
    holder.asks ? html("span", { class: "here" }, say("holders.here")) : null,
  );

/** @type {(link: Link) => HTMLElement} */
const newCode = (link) =>
  html(
    "div",
    { class: "new", role: "status" },
    html("p", {}, say("holders.taken", { name: called(link) }), " ", html("a", { href: link.url }, say("links.open"))),
    link.code
      ? html("img", { src: link.code, alt: say("links.code", { name: called(link) }), width: 164, height: 164 })
      : null,
  );

/** @type {(place: HTMLElement, link: Link & { holders: readonly Holder[] }) => void} */
function drawPlace(place, link) {
  const { name, holders } = link;
  const made = fresh.get(name);
  fill(
    place,
    [
      name,
      called(link),
      holders.map((one) => [deviceName(one), one.device.address, one.lines > 0 || ago(one.seen), one.asks]),
      made,
    ],
    () => [
      html("h2", {}, called(link)),
      holders.length
        ? html("ul", { class: "devices" }, holders.map(deviceRow))
        : html("p", { class: "quiet" }, say("holders.nobody")),
      made && name !== "arbiter" ? newCode(made) : null,
      html(
        "details",
        {},
        html("summary", { "data-key": `take-${name}` }, say("holders.take_back")),
        html("p", {}, say(sure(name))),
        html(
          "button",
          { type: "button", "data-key": `sure-${name}`, onclick: () => void takeBack(name) },
          say("holders.yes"),
        ),
      ),
    ],
  );
}

/** The consequences of taking a link back. @type {(name: string) => string} */
const sure = (name) => (["arbiter", "streamer"].includes(name) ? `holders.sure_${name}` : "holders.sure");

/** @type {(name: string) => Promise<void>} */
async function takeBack(name) {
  const found = await renewLinks(name);
  const link = found.links?.find((one) => one.name === name);
  if (link) fresh.set(name, link);
  if (link)
    /** @type {HTMLDetailsElement | null} */ (
      region("places")
        .querySelector(`[data-key="take-${CSS.escape(name)}"]`)
        ?.closest("details")
    )?.removeAttribute("open");
  if (found.text) refuse(found.text);
  else await look();
}

/** @type {(text: string) => void} */
function refuse(text) {
  region("state").className = "refused";
  fill(region("state"), text, () => capital(text));
}

async function look() {
  /** @type {Held} */
  const held = await fetch(`/links/holders?lang=${language()}`, { headers: linkHeaders() }).then(
    (answer) => answer.json(),
    () => ({ text: say("notice.no_line") }),
  );
  if (!held.links) {
    fillEach(region("places"), []);
    refuse(held.text ?? "");
    return;
  }
  region("state").className = "quiet";
  fill(region("state"), held.lasts, () => say(`holders.lasts_${held.lasts}`));
  // Each place keeps its card when devices come or go, because the arbiter may be using it.
  fillEach(
    region("places"),
    held.links.map((one) => ({ shown: one.name, build: () => html("li", { "data-place": one.name }) })),
  );
  held.links.forEach((one, i) => drawPlace(/** @type {HTMLElement} */ (region("places").children[i]), one));
}

async function follow() {
  await look();
  setTimeout(follow, EVERY_MS);
}

void follow();
const drawHands = () => void drawHandsSwitch(region("hands"));
whenTaught(drawHands);
drawHands();
