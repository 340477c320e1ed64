// The doctor's report of a running table, which is loaded again at intervals while the page is visible.

import "../page/language.js";
import { askDoctor, watchCameras } from "./checkups.js";
import { fill, html, region } from "../page/dom.js";
import { findingItems } from "./findings.js";
import { capital, language, say, stopped } from "../words/say.js";

const EVERY_MS = 2000;

async function follow() {
  if (!document.hidden) {
    const report = await askDoctor(language());
    draw(report);
  }
  setTimeout(follow, EVERY_MS);
}

/** @type {(report: import("../../types/messages.js").Report | null) => void} */
function draw(report) {
  const first = report?.findings.find((one) => one.check === report.first);
  const grade = report === null ? "bad" : (first?.grade ?? "good");
  region("first").className = `first ${grade}`;
  fill(region("first"), [report === null, first], () =>
    report === null
      ? html("p", {}, say("start.away"))
      : first
        ? [
            html("h2", {}, say("setup.first", { check: first.label || first.check })),
            html("p", {}, stopped(capital(first.advice || first.text))),
          ]
        : [html("h2", {}, say("setup.well")), html("p", {}, say("setup.nothing"))],
  );
  if (report) fill(region("findings"), report.findings, () => findingItems(report.findings));
}

watchCameras(() => true);
follow();
