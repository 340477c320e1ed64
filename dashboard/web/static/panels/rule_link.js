// A rule's id as a link into the rulebook, and the rulebook's own words.

import { html } from "../page/dom.js";
import { ruleOf } from "../state/sentences.js";
import { say } from "../words/say.js";

/** @import { Verdict } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/**
 * A rule's id as a link to its place in the rulebook, in another tab, so that the match stays open.
 * @type {(state: State, id: string) => HTMLElement}
 */
export const rule = (state, id) =>
  html(
    "a",
    {
      class: "rule",
      "data-key": `rule-${id}`,
      href: rulebookAddress(state, id),
      target: "_blank",
      rel: "noopener",
      title: say("rulebook.look_up", { rule: id }),
    },
    id,
  );

/**
 * The address of a rule in the present game's rulebook; without a rule, the book's beginning.
 * @type {(state: State, id?: string) => string}
 */
export const rulebookAddress = (state, id = "") =>
  `/rulebook?game=${encodeURIComponent(state.match?.game ?? "")}${id && `#${encodeURIComponent(id)}`}`;

/**
 * The rulebook's words on a verdict's broken rules, each rule once, with its place in the book.
 * @type {(state: State, verdict: Verdict) => HTMLElement[]}
 */
export function law(state, verdict) {
  const ids = [...new Set(verdict.violations.map((one) => one.rule))];
  return ids.flatMap((id) => {
    const found = ruleOf(state, id);
    if (!found) return [];
    const where = html("cite", { title: state.rules?.book ?? "" }, say("alert.place", { place: found.place }));
    return [
      html(
        "p",
        { class: "law" },
        html("b", {}, id),
        " ",
        found.says,
        " ",
        found.left_open ? `${found.left_open} ` : null,
        where,
      ),
    ];
  });
}
