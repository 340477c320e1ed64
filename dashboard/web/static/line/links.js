// The links that seat tablets: shown at the table's own page, each with a code to scan.

import { connect } from "./connection.js";
import { fill, html } from "../page/dom.js";
import { capital, language, say, sayable, whenTaught } from "../words/say.js";

/** @import { Connection, Tell } from "../../types/page.js" */

/** @typedef {{ name: string, label: string, url: string, code: string }} Link A link to a place at the table, with a code to scan. */
/** @typedef {{ links?: readonly Link[], text?: string }} Found The links, or why there are none. */

const KEPT = "boardwarden-place";

/**
 * The link that this page was opened with, or the one that this tab has kept; empty for none.
 * @type {() => string}
 */
export function ownLink() {
  const said = /^#join=(.+)$/.exec(location.hash)?.[1];
  if (said) sessionStorage.setItem(KEPT, decodeURIComponent(said));
  return sessionStorage.getItem(KEPT) ?? "";
}

/** Forget the place that this tab had. */
export function forgetLink() {
  sessionStorage.removeItem(KEPT);
  history.replaceState(null, "", location.pathname);
}

/**
 * The line to this page's server, on which the tablet takes its place first; as `connect`.
 * @type {(tell: Tell) => Connection}
 */
export function connectSeated(tell) {
  const server = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
  const address = () => `${server}?steps=1&lang=${language()}`;
  const connection = connect(address, tell, () => (ownLink() ? { join: { link: ownLink() } } : null));
  whenTaught(() => connection.send({ hello: { language: language() } }));
  return connection;
}

/**
 * The headers by which the server knows whose tablet asks.
 * @type {() => Record<string, string>}
 */
export function linkHeaders() {
  const link = ownLink();
  return link ? { authorization: `Bearer ${link}` } : {};
}

/**
 * Ask the server for the links; {links} or {text} with why not.
 * @type {() => Promise<Found>}
 */
export function askForLinks() {
  return linksFrom(`/links?lang=${language()}`, "GET");
}

/**
 * Have every seat's link lead nowhere from now on, and ask for the new ones.
 * @type {() => Promise<Found>}
 */
function renewLinks() {
  return linksFrom(`/links/renewal?lang=${language()}`, "POST");
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

/** @type {(dialog: HTMLDialogElement, found: Found) => void} */
export function drawLinks(dialog, found) {
  fill(dialog, found, () => [
    html("div", { class: "links-head" }, html("h2", {}, say("links.heading")),
      html("button", { type: "button", class: "close", "aria-label": say("piece.close"), onclick: () => dialog.close() }, "×")),
    ...linkList(found),
    found.links
      ? html("p", {}, html("button", { type: "button", onclick: async () => drawLinks(dialog, await renewLinks()) }, say("links.renew")),
        " ", html("span", { class: "quiet" }, say("links.renewing")))
      : null,
  ]);
}

/** What a link's place is called. @param {Link} link */
const called = ({ name, label }) => (sayable(`links.called.${name}`) ? say(`links.called.${name}`) : label);

/**
 * The links as a page shows them: what they're for, and each with its code.
 * @type {(found: Found) => (HTMLElement | null)[]}
 */
export function linkList(found) {
  const here = found.links?.some((one) => /\/\/(127\.|localhost|\[::1\])/.test(one.url));
  return [
    html("p", {}, found.text ?? say("links.scan")),
    here ? html("p", { class: "quiet" }, say("links.only_here")) : null,
    html("ul", { class: "links" }, (found.links ?? []).map((one) => html("li", {},
      html("h3", {}, called(one)), html("img", { src: one.code, alt: say("links.code", { name: called(one) }), width: 164, height: 164 }),
      ["spectator", "arbiter"].includes(one.name) ? html("p", { class: "quiet" }, say(`links.${one.name}`)) : null,
      html("a", { href: one.url, target: "_blank", rel: "noopener", "aria-label": say("links.open_as", { name: called(one) }) }, say("links.open"))))),
  ];
}
