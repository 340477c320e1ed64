// The page for a projector above the table, or a television beneath the pieces: it draws the board and its lights. It
// only reads messages that everybody at the table may see.

import "../page/language.js";
import { fill, html, region, svg } from "../page/dom.js";
import { keep, kept } from "../page/keeping.js";
import { connectSeated } from "../line/seat_links.js";
import { arrow, down, extent, outline } from "../surface/geometry.js";
import { language, say, whenTaught } from "../words/say.js";
import { matrix3d, perspective } from "./keystone.js";

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

/** @type {Surface | null} */
let surface = null;
/** @type {BoardLights | null} */
let lights = null;
/** @type {Situation | null} */
let situation = null;
let fitting = kept(KEPT) === null;
/** The corners of the board on the screen, as shares of its width and height. @type {Point[] | null} */
let corners = read();

connectSeated(hear);
whenTaught(draw);
window.addEventListener("resize", draw);

/** @param {LineEvent} event */
function hear(event) {
  if (event.type !== "message") return;
  const { channel, data } = event;
  if (channel === "surface") surface = data;
  else if (channel === "board_lights") lights = data;
  else if (channel === "situation") situation = data;
  else return;
  draw();
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
  }
  drawCorners();
  drawTools();
}

/** @param {Surface} field @param {ReturnType<typeof extent>} seen @param {readonly Point[]} at */
function drawField(field, seen, at) {
  const place = region("field");
  place.setAttribute("viewBox", `${seen.left} ${seen.top} ${seen.width} ${seen.height}`);
  place.setAttribute("preserveAspectRatio", "none");
  place.style.width = `${seen.width}px`;
  place.style.height = `${seen.height}px`;
  const onScreen = at.map(([x, y]) => /** @type {Point} */ ([x * innerWidth, y * innerHeight]));
  const map = perspective(seen.width, seen.height, onScreen);
  if (map) place.style.transform = matrix3d(map);
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
  if (shown) READ.forEach(put);
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
function put(at, read) {
  const [x, y] = corners?.[at] ?? [0, 0];
  const button = /** @type {HTMLElement | undefined} */ (region("corners").children[read]);
  if (button) Object.assign(button.style, { left: `${x * 100}%`, top: `${y * 100}%` });
}

/** Move a corner, unless the corners would no longer form a convex quadrilateral. @param {number} at @param {number} x @param {number} y */
function move(at, x, y) {
  if (!corners) return;
  const next = corners.map((one, which) =>
    which === at ? /** @type {Point} */ ([x / innerWidth, y / innerHeight]) : one,
  );
  const onScreen = next.map(([a, b]) => /** @type {Point} */ ([a * innerWidth, b * innerHeight]));
  if (!perspective(1, 1, onScreen)) return;
  corners = next;
  keep(KEPT, JSON.stringify(corners));
  draw();
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
  if (!now && corners) keep(KEPT, JSON.stringify(corners));
  draw();
}

function drawTools() {
  region("tools").className = fitting ? "" : "quiet";
  fill(region("tools"), [fitting, surface === null, language()], () => [
    html("span", {}, say(surface ? (fitting ? "projecting.how" : "projecting.shown") : "projecting.waiting")),
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
