// A small map of the whole field while only a part of it is in view. It shows the tablet's own pieces, the others,
// and the part in view. A tap or a finger on it moves the view there. Keys and screen readers use the field itself.

import { set, svg } from "../page/dom.js";

/** @import { Frame, Point } from "./zooming.js" */
/** @typedef {{ at: Point, look: number, own: boolean }} Dot A piece: its place, the number of its colours, and whether it is the tablet's own. */

/**
 * Make a map in an SVG element. `go` moves the view's middle to a point of the drawing. `button`: the button for the
 * whole field, which lies over the field too.
 * @type {(root: SVGSVGElement, button: HTMLElement, go: (at: Point) => void) => { draw: (home: Frame, seen: Frame | null) => void, mark: (outlines: readonly string[], dots: readonly Dot[]) => void }}
 */
export function createSmallMap(root, button, go) {
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

  function give() {
    if (!whole || !part) return;
    const corners = cornersOf(part, whole, lying);
    root.classList.toggle("left", !corners.map.atRight);
    button.classList.toggle("left", !corners.button.atRight);
    button.classList.toggle("low", corners.button.low);
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
      pieces.replaceChildren(
        ...dots.map(({ at: [cx, cy], look, own }) =>
          svg("circle", { cx, cy, r: own ? 20 : 15, class: `seat-${look}${own ? " own" : ""}` }),
        ),
      );
    },
  };
}

/** @typedef {{ width: number, height: number }} Takes The size of something over a corner, as shares of the part in view. */
/** @typedef {{ atRight: boolean, low: boolean }} Corner */

/** @type {Takes} */
const TAKES = { width: 0.32, height: 0.36 };
/** The button's size on a phone, with half a piece around it. @type {Takes} */
const BUTTON_TAKES = { width: 0.4, height: 0.17 };
const OWN_WORTH = 4;

/**
 * The worth of the pieces that something over a corner of the part in view would hide.
 * @type {(part: Frame, dots: readonly Dot[], takes: Takes, corner: Corner) => number}
 */
export function hidden(part, dots, takes, { atRight, low }) {
  const [width, height] = [part.width * takes.width, part.height * takes.height];
  const from = part.left + (atRight ? part.width - width : 0);
  const top = part.top + (low ? part.height - height : 0);
  return dots
    .filter(({ at: [x, y] }) => x >= from && x <= from + width && y >= top && y <= top + height)
    .reduce((sum, one) => sum + (one.own ? OWN_WORTH : 1), 0);
}

/**
 * The corners of the map and the button over the part in view. The map is in the lower corner where it hides fewer
 * pieces; the tablet's own pieces count more. If both hide the same, it is on the side with less of the field beyond.
 * The button is above at the right, unless it hides less in another corner without the map.
 * @type {(part: Frame, whole: Frame, dots: readonly Dot[]) => { map: Corner, button: Corner }}
 */
export function cornersOf(part, whole, dots) {
  const [left, right] = [false, true].map((atRight) => hidden(part, dots, TAKES, { atRight, low: true }));
  const atRight = left === right ? part.left + part.width / 2 <= whole.left + whole.width / 2 : right < left;
  const free = [
    { atRight: true, low: false },
    { atRight: false, low: false },
    { atRight: !atRight, low: true },
  ];
  const hides = free.map((corner) => hidden(part, dots, BUTTON_TAKES, corner));
  return { map: { atRight, low: true }, button: free[hides.indexOf(Math.min(...hides))] };
}
