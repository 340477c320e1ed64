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
      // Where less of the field is left to be seen the map lies in nobody's way.
      root.classList.toggle("left", seen.left + seen.width / 2 > home.left + home.width / 2);
    },
    mark(outlines, dots) {
      const now = JSON.stringify([outlines, dots]);
      if (now === shown) return;
      shown = now;
      land.replaceChildren(svg("path", { d: outlines.map((points) => `M${points.replaceAll(" ", "L")}Z`).join("") }));
      pieces.replaceChildren(...dots.map(({ at: [cx, cy], look, own }) => svg("circle", { cx, cy, r: own ? 20 : 15, class: `seat-${look}${own ? " own" : ""}` })));
    },
  };
}
