// The page for a projector above the table, or a television beneath the pieces: it draws the board and its lights. It
// only reads messages that everybody at the table may see.

import "../page/language.js";
import { fill, fillEach, html, region, svg } from "../page/dom.js";
import { keep, kept } from "../page/keeping.js";
import { connectSeated } from "../line/seat_links.js";
import { arrow, down, extent, inradius, outline } from "../surface/geometry.js";
import { language, say, whenTaught } from "../words/say.js";
import { createCameraFit } from "./camera_fit.js";
import { createDimming } from "./dimming.js";
import { matrix3d, perspective, projected } from "./keystone.js";
import { RADIUS_MM } from "./marks.js";

/** @import { BoardLights, Situation, Surface } from "../../types/messages.js" */
/** @import { LineEvent } from "../../types/page.js" */
/** @import { Point } from "./keystone.js" */

const KEPT = "boardwarden-projector";
const NAMES = ["top_left", "top_right", "bottom_right", "bottom_left"];
/** The corners in reading order, which is the order of Tab and of their numbers. */
const READ = [0, 1, 3, 2];
const STEP_PX = 1;
const STRIDE_PX = 20;
/** The gap between an arrow's ends and the cells' middles, mm, where pieces stand. */
const GAP_MM = 14;
/** The part of a cell that is dimmed beneath a hand. The rim keeps its light, so that the dimming changes nothing in the cells beside it if the picture lies some millimetres off. */
const DIMMED_PART = 0.85;
/** The distance of cells that touch, in radii from a cell's middle to its edge: two and some play. */
const BESIDE = 2.2;
/** The time that lights spoil a camera's pictures after they have changed, ms. */
const SPOILT_MS = 3000;

/** @type {Surface | null} */
let surface = null;
/** @type {BoardLights | null} */
let lights = null;
/** @type {Situation | null} */
let situation = null;
const dimming = createDimming();
let litAt = -Infinity;
/** The places on the board of the marks that a camera looks for now, screen millimetres. @type {readonly Point[]} */
let marks = [];
/** The timer of the next change of the dimmed cells. @type {ReturnType<typeof setTimeout> | undefined} */
let dimsNext;
let fitting = kept(KEPT) === null;
/** The corners of the board on the screen, as shares of its width and height. @type {Point[] | null} */
let corners = read();

const camera = createCameraFit(
  {
    cells: () => surface?.cells ?? [],
    screenOf,
    show: showMarks,
    isCovered: () => dimming.dimmed(performance.now()).size > 0,
    isLightNew: () => performance.now() - litAt < SPOILT_MS,
  },
  { lay, hide: (measuring) => document.body.classList.toggle("measuring", measuring), changed: draw },
);

connectSeated(hear);
whenTaught(draw);
if (!fitting) camera.begin();
window.addEventListener("resize", draw);

/** @param {LineEvent} event */
function hear(event) {
  if (event.type !== "message") return;
  const { channel, data } = event;
  if (channel === "surface") surface = data;
  else if (channel === "board_lights") light(data);
  else if (channel === "covered_cells") return cover(data.cells);
  else if (channel === "situation") situation = data;
  else return;
  draw();
}

/** Corners in points of the screen. @param {readonly Point[]} at @returns {Point[]} */
const onScreen = (at) => at.map(([x, y]) => [x * innerWidth, y * innerHeight]);

/** Where the screen shows a place of the board, px. @param {Point} mm @returns {Point} */
function screenOf([x, y]) {
  const seen = surface && extent(surface, 0);
  const map = seen && corners && perspective(seen.width, seen.height, onScreen(corners));
  return map ? projected(map, [x - seen.left, y - seen.top]) : [-1, -1];
}

/** The cells that marks shine on. @param {readonly Point[]} of @returns {string[]} */
const nearMarks = (of) =>
  (surface?.cells ?? [])
    .filter((cell) => of.some(([x, y]) => Math.hypot(x - cell.x_mm, y - down(cell.y_mm)) < BESIDE * inradius(cell)))
    .map(({ cell }) => cell);

/** @param {readonly Point[]} now */
function showMarks(now) {
  dimming.lightChanged(nearMarks([...marks, ...now]), performance.now());
  marks = now;
  fill(region("marks"), [marks], () => marks.map(([cx, cy]) => svg("circle", { cx, cy, r: RADIUS_MM })));
}

/** Lay the board's picture as a camera found it; false if it would fold over. @param {import("./projector_fit.js").Fit} found */
function lay(found) {
  if (!surface) return false;
  const { left, top, width, height } = extent(surface, 0);
  /** @type {readonly Point[]} */
  const field = [
    [left, top],
    [left + width, top],
    [left + width, top + height],
    [left, top + height],
  ];
  return put(field.map(found.corner));
}

/** @param {BoardLights} now */
function light(now) {
  const before = lights?.lit ?? {};
  const changed = Object.keys({ ...before, ...now.lit }).filter((cell) => before[cell] !== now.lit[cell]);
  lights = now;
  if (changed.length) litAt = performance.now();
  // A light's edge reaches a little into the cells beside it.
  dimming.lightChanged(withNeighbours(changed), performance.now());
}

/** Cells and those that touch them. @param {readonly string[]} cells @returns {string[]} */
function withNeighbours(cells) {
  const field = surface?.cells ?? [];
  const wide = Math.max(0, ...field.map(inradius)) * BESIDE;
  const from = field.filter(({ cell }) => cells.includes(cell));
  return field
    .filter((one) => from.some((other) => Math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < wide))
    .map(({ cell }) => cell);
}

/** @param {readonly string[]} cells The cells that hands are over. */
function cover(cells) {
  // As long as marks show, cameras may take them for hands.
  if (marks.length) dimming.lightChanged(nearMarks(marks), performance.now());
  dimming.cover(cells, performance.now());
  drawDimmed();
}

function drawDimmed() {
  const now = performance.now();
  const dark = dimming.dimmed(now);
  fillEach(
    region("hands"),
    (surface?.cells ?? [])
      .filter(({ cell }) => dark.has(cell))
      .map((cell) => ({
        shown: cell,
        build: () => svg("polygon", { "data-beneath": cell.cell, points: outline(cell, DIMMED_PART) }),
      })),
  );
  clearTimeout(dimsNext);
  const due = dimming.due(now);
  if (due !== null) dimsNext = setTimeout(drawDimmed, due);
}

/** The corners that this screen has kept. @returns {Point[] | null} */
function read() {
  try {
    const found = JSON.parse(kept(KEPT) ?? "null");
    const isFour = Array.isArray(found) && found.length === 4;
    return isFour && found.flat().every(Number.isFinite) ? found : null;
  } catch {
    return null;
  }
}

/** The corners of the largest board that fits on the screen. @param {number} width @param {number} height @returns {Point[]} */
function fitted(width, height) {
  const scale = Math.min(innerWidth / width, innerHeight / height) * 0.92;
  const [x, y] = [(width * scale) / 2 / innerWidth, (height * scale) / 2 / innerHeight];
  return [
    [0.5 - x, 0.5 - y],
    [0.5 + x, 0.5 - y],
    [0.5 + x, 0.5 + y],
    [0.5 - x, 0.5 + y],
  ];
}

function draw() {
  if (surface) {
    const seen = extent(surface, 0);
    corners ??= fitted(seen.width, seen.height);
    drawField(surface, seen, corners);
    drawDimmed();
  }
  drawCorners();
  drawTools();
}

/** @param {Surface} field @param {ReturnType<typeof extent>} seen @param {readonly Point[]} at */
function drawField(field, seen, at) {
  const map = perspective(seen.width, seen.height, onScreen(at));
  for (const one of [region("field"), region("hands"), region("marks")]) {
    one.setAttribute("viewBox", `${seen.left} ${seen.top} ${seen.width} ${seen.height}`);
    one.setAttribute("preserveAspectRatio", "none");
    one.style.width = `${seen.width}px`;
    one.style.height = `${seen.height}px`;
    if (map) one.style.transform = matrix3d(map);
  }
  const place = region("field");
  const lit = lights?.lit ?? {};
  const middles = new Map(
    field.cells.map((cell) => [cell.cell, /** @type {[number, number]} */ ([cell.x_mm, down(cell.y_mm)])]),
  );
  const steps = situation?.current?.repair ?? [];
  fill(place, [field, lit, steps], () => [
    ...field.cells.map((cell) => svg("polygon", { class: "edge", points: outline(cell) })),
    ...field.cells
      .filter(({ cell }) => lit[cell])
      .map((cell) =>
        svg("polygon", {
          class: "lit",
          "data-cell": cell.cell,
          points: outline(cell, 0.94),
          fill: lit[cell.cell],
          stroke: lit[cell.cell],
        }),
      ),
    ...steps.flatMap(({ seen: from, to }) => {
      const [a, b] = [middles.get(from ?? ""), middles.get(to ?? "")];
      const path = a && b ? arrow(a, b, GAP_MM) : null;
      return path ? [svg("path", { class: "arrow", d: path })] : [];
    }),
  ]);
}

function drawCorners() {
  const shown = fitting && surface !== null;
  fill(region("corners"), [shown, language()], () => (shown ? READ.map(handle) : []));
  if (shown) READ.forEach(putHandle);
}

/** @param {number} at @param {number} read */
function handle(at, read) {
  const name = NAMES[at];
  const button = html(
    "button",
    { type: "button", "data-key": name, "aria-label": say(`projecting.corner.${name}`) },
    String(read + 1),
  );
  button.addEventListener("pointerdown", (event) => button.setPointerCapture(event.pointerId));
  button.addEventListener("pointermove", (event) => {
    if (button.hasPointerCapture(event.pointerId)) move(at, event.clientX, event.clientY);
  });
  button.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const [x, y] = corners?.[at] ?? [0, 0];
    if (!by) return;
    event.preventDefault();
    const far = event.shiftKey ? STRIDE_PX : STEP_PX;
    move(at, x * innerWidth + by[0] * far, y * innerHeight + by[1] * far);
  });
  return button;
}

/** @param {number} at @param {number} read */
function putHandle(at, read) {
  const [x, y] = corners?.[at] ?? [0, 0];
  const button = /** @type {HTMLElement | undefined} */ (region("corners").children[read]);
  if (button) Object.assign(button.style, { left: `${x * 100}%`, top: `${y * 100}%` });
}

/** Move a corner. @param {number} at @param {number} x @param {number} y */
function move(at, x, y) {
  if (corners) put(onScreen(corners).map((one, which) => (which === at ? [x, y] : one)));
}

/** Lay the corners at points of the screen, unless they would no longer form a convex quadrilateral. @param {readonly Point[]} at */
function put(at) {
  if (!perspective(1, 1, at)) return false;
  corners = at.map(([x, y]) => [x / innerWidth, y / innerHeight]);
  keep(KEPT, JSON.stringify(corners));
  draw();
  return true;
}

/** Turn the board by a quarter, because a projector may hang at any side of the table. */
function turn() {
  if (!corners) return;
  corners = [...corners.slice(1), corners[0]];
  keep(KEPT, JSON.stringify(corners));
  draw();
}

/** @param {boolean} now */
function fit(now) {
  fitting = now;
  if (now) camera.end();
  else camera.begin();
  if (!now && corners) keep(KEPT, JSON.stringify(corners));
  draw();
}

function drawTools() {
  region("tools").className = fitting ? "" : "quiet";
  const said = camera.said();
  const busy = camera.isBusy();
  fill(region("tools"), [fitting, surface === null, said, busy, language()], () => [
    html("span", {}, say(surface ? (fitting ? "projecting.how" : "projecting.shown") : "projecting.waiting")),
    said ? html("span", { role: "status" }, say(`projecting.camera.${said.key}`, { mm: said.mm ?? "" })) : null,
    fitting && surface
      ? html(
          "button",
          { type: "button", "data-key": "camera", disabled: busy, onclick: () => void camera.fit() },
          say("projecting.by_camera"),
        )
      : null,
    fitting ? html("button", { type: "button", "data-key": "turn", onclick: turn }, say("projecting.turn")) : null,
    html(
      "button",
      { type: "button", "data-key": "fit", onclick: () => fit(!fitting) },
      say(fitting ? "projecting.done" : "projecting.fit"),
    ),
    fitting && document.fullscreenEnabled
      ? html(
          "button",
          { type: "button", "data-key": "full", onclick: () => void document.documentElement.requestFullscreen() },
          say("projecting.full"),
        )
      : null,
    fitting ? html("a", { class: "away", href: "/" }, say("pages.back")) : null,
  ]);
}

draw();
