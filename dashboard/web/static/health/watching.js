// The health page: asks for the health report every two seconds, and draws it as tables.

import "../page/language.js";
import { fill, html, region } from "../page/dom.js";
import { linkHeaders } from "../line/own_link.js";
import { language, say } from "../words/say.js";

/** @import { Availability, CameraState, DeviceState, SensingState } from "../../types/messages.js" */

/**
 * A row of a table: whether its part is well, and its cells.
 * @typedef {readonly [boolean, ...(string | number)[]]} Row
 */
/**
 * The server's answer at /health.
 * @typedef {object} Report
 * @property {string} status
 * @property {string} version
 * @property {number} tablets
 * @property {readonly string[]} troubles
 * @property {readonly (Availability & Named)[]} services
 * @property {readonly (CameraState & Named)[]} cameras
 * @property {readonly (DeviceState & Named)[]} devices
 * @property {SensingState} sensing
 * @property {{ counted: number, p50_ms: number | null, p95_ms: number | null }} verdicts
 * @property {{ matches: number, journal_bytes: number, evidence_bytes: number, free_bytes: number } | null} disk
 * @typedef {{ name: string }} Named
 */

const EVERY_MS = 2000;
const FILE = "boardwarden-support.zip";

/** @type {(good: boolean) => HTMLElement} */
const sign = (good) =>
  html(
    "span",
    { class: `sign${good ? "" : " bad"}`, role: "img", "aria-label": say(good ? "health.well" : "health.not_well") },
    good ? "✓" : "✗",
  );

/**
 * Draw a table; without rows draw the sentence `none`.
 * @type {(id: string, heads: readonly string[], rows: readonly Row[], none: string) => void}
 */
function drawTable(id, heads, rows, none) {
  fill(region(id), [heads, rows.length > 0], () =>
    rows.length
      ? html(
          "div",
          {
            class: "scroll",
            tabindex: 0,
            role: "group",
            "data-key": id,
            "aria-label": say("health.scroll", { name: say(`health.${id}`) }),
          },
          html(
            "table",
            {},
            html(
              "thead",
              {},
              html(
                "tr",
                {},
                html("th", {}, html("span", { class: "unseen" }, say("health.state"))),
                heads.map((head) => html("th", { scope: "col" }, say(`health.${head}`))),
              ),
            ),
            html("tbody"),
          ),
        )
      : html("p", { class: "quiet" }, none),
  );
  // Only the rows are drawn again, so that the scroll position and the keyboard's focus stay.
  const body = region(id).querySelector("tbody");
  if (body)
    fill(body, rows, () =>
      rows.map(([good, ...cells]) =>
        html(
          "tr",
          {},
          html("td", {}, sign(good)),
          cells.map((cell) => html("td", {}, String(cell))),
        ),
      ),
    );
}

/** @type {(bytes: number) => string} */
export function megabytes(bytes) {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** @type {(report: Report) => void} */
function drawPlay({ version, tablets, verdicts, disk }) {
  const lines = [
    [say("health.version"), version],
    [say("health.tablets"), tablets],
    [
      say("health.lag"),
      verdicts.counted
        ? say("health.lag_is", { p50: verdicts.p50_ms ?? 0, p95: verdicts.p95_ms ?? 0, n: verdicts.counted })
        : say("health.no_verdict"),
    ],
    ...(disk
      ? [
          [
            say("health.matches"),
            say("health.holds", {
              n: disk.matches,
              journals: megabytes(disk.journal_bytes),
              evidence: megabytes(disk.evidence_bytes),
            }),
          ],
          [say("health.free"), megabytes(disk.free_bytes)],
        ]
      : []),
  ];
  fill(region("play"), lines, () =>
    lines.flatMap(([name, value]) => [html("dt", {}, String(name)), html("dd", {}, String(value))]),
  );
}

/** @type {(report: Report) => void} */
function draw(report) {
  region("state").className = report.status;
  fill(region("state"), report.troubles, () =>
    report.troubles.length
      ? html(
          "ul",
          {},
          report.troubles.map((one) => html("li", {}, one)),
        )
      : html("p", {}, say("health.all_well")),
  );
  drawTable(
    "services",
    ["service", "version", "process", "since", "why_away"],
    report.services.map((one) => [
      one.online,
      one.name,
      one.version,
      one.pid || "",
      one.since ? new Date(one.since * 1000).toLocaleTimeString(language()) : "",
      one.reason,
    ]),
    say("health.no_service"),
  );
  drawTable(
    "cameras",
    ["camera", "picture", "rate", "frames", "dropped", "damaged", "frame_tags", "module", "source"],
    report.cameras.map((one) => [
      !one.problem,
      one.name,
      `${one.width_px} × ${one.height_px}`,
      one.rate_hz.toFixed(1),
      one.frames,
      one.dropped,
      one.damaged,
      one.frame_tags_seen,
      one.px_per_module.toFixed(1),
      one.source,
    ]),
    say("health.no_camera"),
  );
  drawTable(
    "devices",
    ["device", "firmware", "frames", "damaged", "port"],
    report.devices.map((one) => [
      one.connected && !one.problem,
      one.name,
      one.firmware,
      one.frames_received,
      one.frames_damaged,
      one.port,
    ]),
    say("health.no_device"),
  );
  drawTable(
    "sensors",
    ["source", "sees", "cells"],
    report.sensing.sources.map((one) => [
      !disputed(report.sensing, one.source),
      one.source,
      say(`health.knows.${one.knows}`),
      one.cells || say("health.all"),
    ]),
    say("health.no_source"),
  );
  drawPlay(report);
}

/** Whether a source has a fault, or others are believed against it. @type {(sensing: SensingState, source: string) => boolean} */
const disputed = ({ disagreements, faults }, source) =>
  faults.some((one) => one.source === source) ||
  disagreements.some((one) => one.words.some((word) => word.source === source) && !one.believed.includes(source));

async function follow() {
  try {
    const answer = await fetch(`/health?lang=${language()}`, { headers: linkHeaders() });
    draw(await answer.json());
  } catch {
    region("state").className = "away";
    fill(region("state"), "away", () => html("p", {}, say("health.gone")));
  }
  setTimeout(follow, EVERY_MS);
}

region("bundle").addEventListener("click", async () => {
  const answer = await fetch(`/health/bundle.zip?lang=${language()}`, { headers: linkHeaders() }).catch(() => null);
  region("bundled").textContent =
    answer === null ? say("health.gone") : answer.ok ? say("health.saved", { file: FILE }) : await answer.text();
  region("bundled").className = answer?.ok ? "" : "refused";
  if (!answer?.ok) return;
  const address = URL.createObjectURL(await answer.blob());
  html("a", { href: address, download: FILE }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
});
follow();
