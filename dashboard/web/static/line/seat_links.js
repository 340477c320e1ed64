// The links to the table's places, which the arbiter's page shows with their codes, and the line of a seated tablet.

import { connect } from "./connection.js";
import { lineAddress } from "./early_line.js";
import { fill, html } from "../page/dom.js";
import { linkHeaders, ownLink } from "./own_link.js";
import { capital, language, listed, say, sayable, whenTaught } from "../words/say.js";

/** @import { Connection, Tell } from "../../types/page.js" */

/** @typedef {{ name: string, label: string, url: string, code: string, passkey?: boolean }} Link A link to a place at the table, with a code to scan. If the place requires a passkey, it opens the page for signing in. */
/**
 * The links, or the reason why there are none (`text`).
 * @typedef {object} Found
 * @property {readonly Link[]} [links]
 * @property {string} [text]
 * @property {"here" | "room" | "started"} [reach] the devices that can reach the pages: this machine alone, the room for now, or others as the table was started.
 * @property {string} [url]
 * @property {readonly string[]} [bots] the seats that bots play.
 * @property {readonly string[]} [joined] the seats whose links a device has shown.
 * @property {{ url: string, code: string }} [trust] the page with the steps for a new device, if it has to trust the table's certificate first.
 */

/**
 * The line to this page's server, as `connect` makes it. The tablet's first request is for its place.
 * @type {(tell: Tell) => Connection}
 */
export function connectSeated(tell) {
  const address = () => lineAddress(language());
  const connection = connect(address, tell, () => (ownLink() ? { join: { link: ownLink() } } : null));
  whenTaught(() => connection.send({ hello: { language: language() } }));
  return connection;
}

/**
 * Ask the server for the links.
 * @type {() => Promise<Found>}
 */
export function askForLinks() {
  return linksFrom(`/links?lang=${language()}`, "GET");
}

/**
 * Take back a place's link, or all links (no name), and ask for the new ones. The arbiter's own tab takes the
 * arbiter's new link.
 * @type {(name?: string) => Promise<Found>}
 */
export async function renewLinks(name = "") {
  const had = ownLink();
  const found = await linksFrom(`/links/renewal?lang=${language()}&of=${encodeURIComponent(name)}`, "POST");
  const arbiters = found.links?.find(({ name }) => name === "arbiter");
  if (had && arbiters && !arbiters.passkey) location.hash = new URL(arbiters.url).hash;
  return found;
}

/**
 * Open the pages to the room's phones and tablets, or shut them.
 * @type {(allowed: boolean) => Promise<Found>}
 */
function letRoomIn(allowed) {
  return linksFrom(`/links/room?lang=${language()}&allowed=${allowed}`, "POST");
}

/** @type {(path: string, method: string) => Promise<Found>} */
async function linksFrom(path, method) {
  try {
    const answer = await fetch(path, { method, headers: linkHeaders() });
    return await answer.json();
  } catch {
    return { text: capital(say("notice.no_line")) };
  }
}

/**
 * Draw the links in a dialog; `below` makes the arbiter's other tools under them.
 * @type {(dialog: HTMLDialogElement, found: Found, below: () => HTMLElement) => void}
 */
export function drawLinks(dialog, found, below) {
  /** @type {(next: Found) => void} */
  const show = (next) => drawLinks(dialog, next, below);
  fill(dialog, found, () => [
    html(
      "div",
      { class: "links-head" },
      html("h2", {}, say("links.heading")),
      html(
        "button",
        { type: "button", class: "close", "aria-label": say("piece.close"), onclick: () => dialog.close() },
        "×",
      ),
    ),
    ...linkList(found, show),
    found.links
      ? html(
          "p",
          {},
          html("button", { type: "button", onclick: async () => show(await renewLinks()) }, say("links.renew")),
          " ",
          html("span", { class: "quiet" }, say("links.renewing")),
        )
      : null,
    found.links
      ? html(
          "p",
          {},
          html("a", { class: "away", href: "/links/page" }, say("holders.heading")),
          " ",
          html("a", { class: "away", href: "/audit/page" }, say("audit.heading")),
          " ",
          html("a", { class: "away", href: "/passkeys/page" }, say("passkeys.heading")),
        )
      : null,
    found.links ? below() : null,
  ]);
}

/** The name of a link's place. @param {Link} link */
export const called = ({ name, label }) => (sayable(`links.called.${name}`) ? say(`links.called.${name}`) : label);

/**
 * The links as a page shows them: their use, their reach, and each link with its code. `show` gets the new links when
 * the room is let in or shut out.
 * @type {(found: Found, show: (next: Found) => void) => (HTMLElement | null)[]}
 */
export function linkList(found, show) {
  return [
    found.text || found.reach !== "here" ? html("p", {}, found.text ?? say("links.scan")) : null,
    found.text && !found.links
      ? html(
          "p",
          {},
          html(
            "button",
            { type: "button", "data-key": "again", onclick: async () => show(await askForLinks()) },
            say("trouble.retry"),
          ),
        )
      : null,
    reachLine(found, show),
    firstSteps(found),
    found.bots?.length ? html("p", { class: "quiet" }, say("links.bots", { names: listed(found.bots) })) : null,
    html(
      "ul",
      { class: "links" },
      (found.links ?? []).map((one) =>
        html(
          "li",
          {},
          html("h3", {}, called(one)),
          one.code
            ? html("img", { src: one.code, alt: say("links.code", { name: called(one) }), width: 164, height: 164 })
            : null,
          ["spectator", "arbiter"].includes(one.name) ? html("p", { class: "quiet" }, say(`links.${one.name}`)) : null,
          one.passkey ? html("p", { class: "quiet" }, say("links.passkey")) : null,
          html(
            "a",
            {
              href: one.url,
              target: "_blank",
              rel: "noopener",
              "aria-label": say("links.open_as", { name: called(one) }),
            },
            say("links.open"),
          ),
        ),
      ),
    ),
  ];
}

/**
 * The reach of the table's pages, and the button that changes it. Two taps let the room in.
 * @type {(found: Pick<Found, "reach" | "url">, show: (next: Found) => void) => HTMLElement | null}
 */
export function reachLine({ reach, url }, show) {
  if (reach === "here") {
    return html(
      "details",
      { class: "reach" },
      html("summary", { "data-key": "allow" }, say("links.allow")),
      html("p", {}, say("links.allow_what")),
      html(
        "button",
        { type: "button", "data-key": "allow-yes", onclick: async () => show(await letRoomIn(true)) },
        say("links.allow_yes"),
      ),
      html("p", { class: "quiet" }, say("links.allow_hint")),
    );
  }
  if (reach !== "room") return null;
  return html(
    "div",
    { class: "reach" },
    html("p", {}, say("links.allowed", { url: url ?? "" })),
    html("p", { class: "quiet" }, say("links.unreached")),
    html(
      "button",
      { type: "button", "data-key": "shut", onclick: async () => show(await letRoomIn(false)) },
      say("links.shut"),
    ),
  );
}

/** The hint for a new device that has to trust the table's own certificate first; null if none has to. @type {(found: Pick<Found, "trust">) => HTMLElement | null} */
export function firstSteps({ trust }) {
  return trust
    ? html(
        "details",
        { class: "reach" },
        html("summary", { "data-key": "trust" }, say("links.trust")),
        html(
          "p",
          {},
          say("links.trust_what"),
          " ",
          html("a", { href: trust.url, target: "_blank", rel: "noopener" }, trust.url),
        ),
        html("img", { src: trust.code, alt: say("links.trust_code"), width: 164, height: 164 }),
      )
    : null;
}
