// The page that sets up a camera: its live picture, how well it sees the board, and the first thing to change.

import "../page/language.js";
import { followCamera } from "./camera_view.js";
import { fill, html, region, regionOf, svg } from "../page/dom.js";
import { findingItems } from "./findings.js";
import { stepsOf } from "../line/camera_line.js";
import { capital, say, stopped } from "../words/say.js";

/** @import { CameraCheckup, CellScale, Finding } from "../../types/messages.js" */
/** @import { CameraFacts } from "../../types/page.js" */

const FILE = "boardwarden-steps.zip";
const LEAST = 2.2;
const ENOUGH = 2.6;

/** @type {(kind: string, title: string, text: string) => void} */
function drawFirst(kind, title, text) {
  fill(region("first"), [kind, title, text], () => [html("h2", {}, title), text ? html("p", {}, text) : null]);
  region("first").className = `first ${kind}`;
}

/** @type {(findings: readonly Finding[]) => void} */
function drawFindings(findings) {
  fill(region("findings"), findings, () => findingItems(findings));
}

/** @type {(checkup: CameraCheckup | null, size: { width_px: number, height_px: number }) => void} */
function drawMap(checkup, { width_px, height_px }) {
  const cells = regionOf("map", HTMLInputElement).checked ? (checkup?.cells ?? []) : [];
  const over = region("over");
  region("legend").hidden = cells.length === 0;
  over.setAttribute("viewBox", `0 0 ${width_px || 1} ${height_px || 1}`);
  fill(over, [cells, width_px, height_px], () => cells.map((one) => drawCell(one, width_px, height_px)));
}

/** @type {(one: CellScale, width: number, height: number) => SVGElement} */
function drawCell(one, width, height) {
  const points = one.outline.map(([x, y]) => [x * width, y * height]);
  const [x, y] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  const size = Math.abs(points[1][1] - points[0][1]) || height / 40;
  const grade = one.px_per_module < LEAST ? "bad" : one.px_per_module < ENOUGH ? "fair" : "good";
  return svg(
    "g",
    { class: `${grade}${one.shines ? " shines" : ""}`, "data-cell": one.cell },
    svg("polygon", { points: points.map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ") }),
    svg(
      "text",
      { x: x.toFixed(1), y: (y + size * 0.2).toFixed(1), "font-size": (size * 0.55).toFixed(1) },
      one.px_per_module.toFixed(1),
    ),
    one.shines
      ? svg(
          "text",
          { class: "sun", x: x.toFixed(1), y: (y - size * 0.35).toFixed(1), "font-size": (size * 0.7).toFixed(1) },
          "☀",
        )
      : null,
  );
}

/** @type {(camera: CameraFacts | null) => void} */
function draw(camera) {
  if (!camera) {
    drawFirst("unknown", say("camera.nobody"), say("camera.start"));
    drawFindings([]);
    drawMap(null, { width_px: 0, height_px: 0 });
    return;
  }
  const { state, checkup } = camera;
  saveSteps(camera);
  region("driver").textContent = [
    state.source,
    state.width_px ? `${state.width_px} × ${state.height_px}` : "",
    state.settings,
  ]
    .filter(Boolean)
    .join(" · ");
  drawMap(checkup, state);
  drawFindings(checkup?.findings ?? []);
  const first = (checkup?.findings ?? []).find((one) => one.check === checkup?.first);
  if (!checkup) drawFirst("unknown", say("setup.looking"), state.problem ?? "");
  else if (!first) drawFirst("good", say("setup.well"), say("setup.nothing"));
  else
    drawFirst(first.grade, say("setup.first", { check: first.label || first.check }), stopped(capital(first.advice)));
}

/** The camera whose step pictures are awaited, and the number of the earlier ones; null if none are. @type {{ camera: string, before: number | null } | null} */
let wanted = null;

/** Save the step pictures that were asked for, when they have arrived. @type {(camera: CameraFacts) => Promise<void>} */
async function saveSteps(camera) {
  if (!wanted || wanted.camera !== camera.name || camera.steps === wanted.before) return;
  wanted = null;
  region("report").setAttribute("aria-busy", "false");
  const answer = await stepsOf(camera.name);
  region("drawn").textContent =
    answer === null ? say("camera.gone") : answer.ok ? say("setup.steps_saved", { file: FILE }) : await answer.text();
  region("drawn").className = answer?.ok ? "" : "refused";
  if (!answer?.ok) return;
  const address = URL.createObjectURL(await answer.blob());
  html("a", { href: address, download: FILE }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @type {CameraFacts | null} */
let shown = null;

const order = followCamera({
  draw: (camera) => {
    shown = camera;
    regionOf("steps", HTMLButtonElement).disabled = !camera || camera.state.ended === true;
    draw(camera);
  },
  fail: (text) => {
    if (wanted) region("drawn").textContent = text;
    wanted = null;
    region("report").setAttribute("aria-busy", "false");
    drawFirst("bad", text, "");
  },
});
region("steps").addEventListener("click", () => {
  if (!shown) return;
  wanted = { camera: shown.name, before: shown.steps };
  region("report").setAttribute("aria-busy", "true");
  region("drawn").textContent = say("setup.steps_wait");
  region("drawn").className = "";
  order("steps");
});
