// The whole field drawn small while a part of it is seen: the own pieces, everybody else's, and what part that is. A tap
// or a finger on it moves the view there. For eyes and fingers; keys and readers have the field itself.

import { set, svg } from "../page/dom.js";

/** @import { Frame, Point } from "./zooming.js" */
/** @typedef {{ at: Point, look: number, own: boolean }} Dot A piece: where, whose colours, and whether it's the tablet's own. */

/**
 * A map in an SVG element; `go` moves the view's middle to a point of the drawing.
 * @type {(root: SVGSVGElement, go: (at: Point) => void) => { draw: (home: Frame, seen: Frame | null) => void, mark: (outlines: readonly string[], dots: readonly Dot[]) => void }}
 */
export function createSmallMap(root, go) {
  const [land, pieces] = [svg("g", { class: "map-land" }), svg("g", { class: "map-pieces" })];
  const seenAt = svg("rect", { class: "map-seen" });
  root.append(land, pieces, seenAt);
  let shown = "";
  /** @type {Frame | null} */
  let whole = null;
  /** @type {Frame | null} */
  let part = null;
  /** @type {readonly Dot[]} */
  let lying = [];

  /** Lie in the lower corner where less is hidden: no piece, above all none of the tablet's own; else where less of the field is left. */
  function give() {
    const seen = part;
    if (!whole || !seen) return;
    const [left, right] = [false, true].map((atRight) => hidden(seen, lying, atRight));
    root.classList.toggle("left", left === right ? seen.left + seen.width / 2 > whole.left + whole.width / 2 : left < right);
  }

  /** @param {PointerEvent} event */
  const follow = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM()?.inverse());
    event.preventDefault();
    go([point.x, point.y]);
  };
  root.addEventListener("pointerdown", (event) => {
    root.setPointerCapture(event.pointerId);
    follow(event);
  });
  root.addEventListener("pointermove", (event) => event.buttons && follow(event));

  return {
    draw(home, seen) {
      root.toggleAttribute("hidden", seen === null);
      if (!seen) return;
      set(root, { viewBox: [home.left, home.top, home.width, home.height].join(" ") });
      set(seenAt, { x: seen.left, y: seen.top, width: seen.width, height: seen.height });
      [whole, part] = [home, seen];
      give();
    },
    mark(outlines, dots) {
      const now = JSON.stringify([outlines, dots]);
      if (now === shown) return;
      shown = now;
      lying = dots;
      give();
      land.replaceChildren(svg("path", { d: outlines.map((points) => `M${points.replaceAll(" ", "L")}Z`).join("") }));
      pieces.replaceChildren(...dots.map(({ at: [cx, cy], look, own }) => svg("circle", { cx, cy, r: own ? 20 : 15, class: `seat-${look}${own ? " own" : ""}` })));
    },
  };
}

/** What the map takes of the part that is seen. */
const TAKES = { width: 0.32, height: 0.36 };
const OWN_WORTH = 4;

/**
 * How much the map would hide in a lower corner of the part that is seen.
 * @type {(part: Frame, dots: readonly Dot[], atRight: boolean) => number}
 */
export function hidden(part, dots, atRight) {
  const from = part.left + (atRight ? part.width * (1 - TAKES.width) : 0);
  const [to, top, foot] = [from + part.width * TAKES.width, part.top + part.height * (1 - TAKES.height), part.top + part.height];
  return dots.filter(({ at: [x, y] }) => x >= from && x <= to && y >= top && y <= foot).reduce((sum, one) => sum + (one.own ? OWN_WORTH : 1), 0);
}
