// The page that makes a device trust the table: it finds out whether the device does, and shows the steps for its
// system first. It is served by plain HTTP too, where the table has no other page, so it needs no seat and no line to
// the table.

import "../page/language.js";
import { fill, html, region } from "../page/dom.js";
import { say } from "../words/say.js";

/**
 * The server's answer at /trust/facts.
 * @typedef {object} Facts
 * @property {"own" | "given" | "none"} how the certificate: the table's own, a given one, or none.
 * @property {string} url the table's pages by HTTPS.
 * @property {string} [name] the authority's name, as the device's settings show it.
 * @property {string} [fingerprint]
 * @property {string} [ends] the authority's last day.
 * @property {string} [here] this page's address by plain HTTP.
 * @property {string} [code] the code to scan that opens this page.
 */

/** @typedef {"android" | "apple" | "windows" | "mac" | "linux" | "firefox"} System */

/** The file for each system, and the number of its steps in the texts: `trust.steps.android.1`. @type {Readonly<Record<System, readonly [string, number]>>} */
const SYSTEMS = {
  android: ["crt", 4],
  apple: ["mobileconfig", 4],
  windows: ["crt", 4],
  mac: ["crt", 3],
  linux: ["crt", 3],
  firefox: ["crt", 3],
};
const AGAIN_MS = 3000;

/** The system that this browser runs on. An iPad calls itself a Mac, but it has a touch screen. @type {() => System} */
function ownSystem() {
  const said = navigator.userAgent;
  if (/Android/.test(said)) return "android";
  if (/iPhone|iPad|iPod/.test(said) || (/Macintosh/.test(said) && navigator.maxTouchPoints > 1)) return "apple";
  if (/Firefox\//.test(said)) return "firefox";
  return /Windows/.test(said) ? "windows" : /Macintosh/.test(said) ? "mac" : "linux";
}

/** Whether this page came by HTTPS. Then the browser trusts the table, or its user went on in spite of a warning. */
const BY_HTTPS = location.protocol === "https:";

/**
 * Whether this device trusts the table. A request by HTTPS only succeeds if it does; the answer isn't read.
 * @type {(url: string) => Promise<boolean>}
 */
const trusts = (url) =>
  fetch(`${url}trust/facts`, { mode: "no-cors", cache: "no-store" }).then(
    () => true,
    () => false,
  );

/** The table's address by HTTPS, with the link in this page's address. @type {(url: string) => string} */
const onward = (url) => `${url}${location.hash}`;

/** @type {(facts: Facts, trusted: boolean) => void} */
function draw(facts, trusted) {
  const done = facts.how !== "own" || trusted;
  const state =
    facts.how === "none"
      ? "none"
      : facts.how === "given"
        ? "given"
        : BY_HTTPS
          ? "secure"
          : trusted
            ? "trusted"
            : "untrusted";
  region("state").className = `first ${facts.how === "none" ? "fair" : done ? "good" : "fair"}`;
  fill(region("state"), state, () => [
    html("p", {}, say(`trust.state.${state}`)),
    html(
      "a",
      { href: facts.how === "none" ? "/" : onward(facts.url) },
      say(done || BY_HTTPS ? "trust.open" : "trust.open_anyway"),
    ),
  ]);
  fill(region("steps"), facts.how, () => (facts.how === "own" ? steps() : null));
  fill(region("about"), facts, () => (facts.how === "own" ? about(facts) : null));
}

/** @type {() => HTMLElement[]} */
function steps() {
  const mine = ownSystem();
  const others = /** @type {System[]} */ (Object.keys(SYSTEMS)).filter((one) => one !== mine);
  return [
    html("h2", {}, say("trust.steps_heading")),
    ...[mine, ...others].map((system) => {
      const [ending, count] = SYSTEMS[system];
      const get = html("a", { class: "get", href: `/trust/authority.${ending}` }, say("trust.get"));
      const said = Array.from({ length: count }, (_, number) =>
        html("li", {}, say(`trust.steps.${system}.${number + 1}`), number === 0 ? [" ", get] : null),
      );
      return html(
        "details",
        { open: system === mine || null, "data-key": system },
        html("summary", {}, say(`trust.steps.${system}.name`)),
        html("ol", {}, said),
      );
    }),
  ];
}

/** @type {(facts: Facts) => HTMLElement[]} */
function about({ name = "", fingerprint = "", ends = "", here = "", code = "" }) {
  return [
    html("h2", {}, say("trust.about")),
    html("p", {}, say("trust.holds")),
    html(
      "dl",
      {},
      html("dt", {}, say("trust.name")),
      html("dd", {}, name),
      html("dt", {}, say("trust.fingerprint")),
      html("dd", { class: "fingerprint" }, fingerprint),
      html("dt", {}, say("trust.ends")),
      html("dd", {}, ends),
    ),
    html("p", {}, say("trust.compare")),
    html("p", {}, say("trust.remove")),
    html("h2", {}, say("trust.next")),
    html("p", {}, say("trust.scan", { url: here })),
    html("img", { src: code, alt: say("trust.code"), width: 164, height: 164 }),
  ];
}

async function follow() {
  const facts = await fetch("/trust/facts").then(
    (answer) => /** @type {Promise<Facts>} */ (answer.json()),
    () => null,
  );
  if (facts) draw(facts, facts.how !== "own" || BY_HTTPS || (await trusts(facts.url)));
  // When the reader comes back from the settings, the page looks again by itself.
  setTimeout(follow, AGAIN_MS);
}

follow();
