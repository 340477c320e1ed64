// The list of the doctor's findings, on the page of a camera, on the page /start, and on the doctor's own page.

import { html } from "../page/dom.js";
import { capital, say, stopped } from "../words/say.js";

/** @import { Finding } from "../../types/messages.js" */

/** @type {Record<Finding["grade"], string>} */
const SIGNS = { good: "✓", fair: "!", bad: "✗", missing: "✗", unknown: "?" };

/**
 * A list item for each finding: its grade, the finding, and the advice.
 * @type {(findings: readonly Finding[]) => HTMLElement[]}
 */
export const findingItems = (findings) =>
  findings.map((one) =>
    html(
      "li",
      { class: one.grade, "data-check": one.check },
      html("span", { class: "sign", "aria-hidden": "true" }, SIGNS[one.grade]),
      html(
        "div",
        {},
        html("strong", {}, capital(one.label || one.check)),
        html(
          "span",
          { class: "grade" },
          one.grade === "unknown" || one.grade === "missing"
            ? say(`setup.grades.${one.grade}`)
            : say("setup.score", { grade: say(`setup.grades.${one.grade}`), n: one.score }),
        ),
        html("p", {}, stopped(capital(one.text))),
        one.advice ? html("p", { class: "advice" }, stopped(capital(one.advice))) : null,
      ),
    ),
  );
