// The codes that make phones cameras of the table, in the guide's first step.

import { fill, html } from "../page/dom.js";
import { firstSteps, reachLine } from "../line/seat_links.js";
import { linkHeaders } from "../line/own_link.js";
import { language, say } from "../words/say.js";

/**
 * The phones that are cameras of this table, with their links and codes.
 * @typedef {object} Phones
 * @property {"here" | "room" | "started"} reach the devices that can reach the pages.
 * @property {boolean} secure whether they are served by HTTPS.
 * @property {readonly { name: string, url: string, code: string }[]} phones
 * @property {{ url: string, code: string }} [trust] the page with the steps for a new device, if it has to trust the table's certificate first.
 */

/** Load the phones. @returns {Promise<Phones | null>} null: the table doesn't answer, or this isn't the arbiter's page. */
export async function askForPhones() {
  const answer = await fetch(`/links/phones?lang=${language()}`, { headers: linkHeaders() }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/**
 * Draw the phones' codes; `again` loads them again after the pages' reach has changed.
 * @type {(place: HTMLElement, found: Phones | null, again: () => void) => void}
 */
export function drawPhones(place, found, again) {
  place.hidden = found === null;
  fill(place, found, () =>
    found === null
      ? []
      : [
          html("h3", {}, say("phone.use")),
          ...(found.phones.length === 0 ? [html("p", { class: "hint" }, say("phone.use_start"))] : codes(found, again)),
        ],
  );
}

/** @type {(found: Phones, again: () => void) => (HTMLElement | null)[]} */
function codes(found, again) {
  const { reach, secure, phones } = found;
  return [
    reach !== "here" && !secure ? html("p", { class: "wrong" }, say("phone.use_insecure")) : null,
    reach === "here" ? null : html("p", {}, say("phone.use_scan")),
    reachLine(found, again),
    firstSteps(found),
    html(
      "ul",
      { class: "links" },
      phones.map(({ name, url, code }) =>
        html(
          "li",
          { "data-phone": name },
          html("h3", {}, name),
          code ? html("img", { src: code, alt: say("phone.use_code", { name }), width: 164, height: 164 }) : null,
          html(
            "a",
            { href: url, target: "_blank", rel: "noopener", "data-key": `phone-${name}` },
            say("phone.use_here"),
          ),
        ),
      ),
    ),
  ];
}
