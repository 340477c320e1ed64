// The health page: asks how every part does, every two seconds, and draws it as tables.

import "./language.js";
import { fill, html } from "./dom.js";
import { linkHeaders } from "./links.js";

const EVERY_MS = 2000;

const region = (id) => document.getElementById(id);
const sign = (good) => html("span", { class: `sign${good ? "" : " bad"}`, role: "img", "aria-label": good ? "well" : "not well" }, good ? "✓" : "✗");

/** A table with a row each, or a word that there is none. */
function drawTable(id, heads, rows, none) {
  fill(region(id), [heads, rows], () =>
    rows.length
      ? html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": `${id}, may be scrolled` },
          html("table", {},
            html("thead", {}, html("tr", {}, html("th", {}, html("span", { class: "unseen" }, "State")), heads.map((head) => html("th", { scope: "col" }, head)))),
            html("tbody", {}, rows.map(([good, ...cells]) => html("tr", {}, html("td", {}, sign(good)), cells.map((cell) => html("td", {}, String(cell))))))))
      : html("p", { class: "quiet" }, none),
  );
}

export function megabytes(bytes) {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function drawPlay({ version, tablets, verdicts, disk }) {
  const lines = [
    ["Version", version],
    ["Tablets", tablets],
    ["From the table at rest to the page", verdicts.counted ? `${verdicts.p50_ms} ms usually, ${verdicts.p95_ms} ms in 95 of 100 (${verdicts.counted} verdicts)` : "nothing was judged yet"],
    ...(disk ? [
      ["Matches", `${disk.matches}, journals ${megabytes(disk.journal_bytes)}, evidence ${megabytes(disk.evidence_bytes)}`],
      ["Free on the disk", megabytes(disk.free_bytes)],
    ] : []),
  ];
  fill(region("play"), lines, () => lines.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, String(value))]));
}

function draw(report) {
  region("state").className = report.status;
  fill(region("state"), report.troubles, () =>
    report.troubles.length ? html("ul", {}, report.troubles.map((one) => html("li", {}, one))) : html("p", {}, "All is well."));
  drawTable("services", ["Service", "Version", "Process", "Since", "Why away"],
    report.services.map((one) => [one.online, one.name, one.version, one.pid || "", one.since ? new Date(one.since * 1000).toLocaleTimeString() : "", one.reason]),
    "None has reported yet.");
  drawTable("cameras", ["Camera", "Picture", "A second", "Frames", "Dropped", "Damaged", "Frame tags", "px a module", "Source"],
    report.cameras.map((one) => [!one.problem, one.name, `${one.width_px} × ${one.height_px}`, one.rate_hz.toFixed(1), one.frames, one.dropped, one.damaged, one.frame_tags_seen, one.px_per_module.toFixed(1), one.source]),
    "No camera.");
  drawTable("devices", ["Device", "Firmware", "Frames", "Damaged", "Port"],
    report.devices.map((one) => [one.connected && !one.problem, one.name, one.firmware, one.frames_received, one.frames_damaged, one.port]),
    "No board device.");
  drawPlay(report);
}

async function follow() {
  try {
    const answer = await fetch("/health");
    draw(await answer.json());
  } catch {
    region("state").className = "away";
    fill(region("state"), "away", () => html("p", {}, "The table doesn't answer."));
  }
  setTimeout(follow, EVERY_MS);
}

region("bundle").addEventListener("click", async () => {
  const answer = await fetch("/health/bundle.zip", { headers: linkHeaders() }).catch(() => null);
  region("refused").textContent = answer === null ? "The table doesn't answer." : answer.ok ? "" : await answer.text();
  if (!answer?.ok) return;
  const address = URL.createObjectURL(await answer.blob());
  html("a", { href: address, download: "boardwarden-support.zip" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
});
follow();
