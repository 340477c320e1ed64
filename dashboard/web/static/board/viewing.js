// Fingers, wheel, keys and buttons that bring the board closer. They change the drawing's viewBox, so everything
// stays sharp, and a tap hits what is under it. This script doesn't know what is drawn.

import { set } from "../page/dom.js";
import {
  ON_A_PHONE,
  STEP,
  TAPPED,
  closeOn,
  frameOf,
  inOnePart,
  panned,
  pinched,
  showing,
  whole,
  zoomed,
} from "./zooming.js";

/** @typedef {import("./zooming.js").Frame} Frame */
/** @typedef {import("./zooming.js").Zoom} Zoom */
/** @typedef {import("./zooming.js").Point} Point */

const DRAG_PX = 7;
const TWICE_MS = 350;
const TWICE_PX = 30;
const WHEEL = 0.0016;
const LINE_PX = 30;
const FOCUS_ROOM = 30;
/** The short side of a screen below which it counts as a phone's. */
const PHONE_PX = 480;
/** The part of the view that one press of an arrow key moves it by. */
const SHIFTED = 0.2;
/** @type {Record<string, Point>} */
const WAYS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** The present zoom of a drawing, 1 for the whole. A finger covers less of a closer drawing, by this factor. @param {Element} root */
export const closeness = (root) => Number(/** @type {SVGElement} */ (root).dataset.closeness ?? 1);

/**
 * Let people zoom a drawing. `bar` holds the buttons (`data-zoom` in, out, whole). `letGo` is called when a second
 * finger comes down, so that a held piece is dropped: two fingers move the view. `shown` gets the whole and the part
 * in view (null: the whole) whenever that changes.
 * @param {SVGSVGElement} root @param {HTMLElement} bar @param {{letGo?: () => void, shown?: (home: Frame, seen: Frame | null) => void}} [tools]
 */
export function createViewing(root, bar, { letGo = () => {}, shown = () => {} } = {}) {
  /** @type {Frame | null} */
  let home = null;
  let subject = "";
  /** @type {readonly Point[]} */
  let own = [];
  /** @type {Zoom | null} */
  let zoom = null;
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  /** @type {{pointer: number, x: number, y: number, dragging: boolean} | null} */
  let grip = null;
  let swallow = false;
  /** The points that the page chose the view for; empty: the whole; null since somebody moved it. @type {string | null} */
  let begun = "";
  /** @type {{x: number, y: number, at: number} | null} */
  let tapped = null;

  const onPhone = () => Math.min(innerWidth, innerHeight) < PHONE_PX;

  /** @param {{x: number, y: number}} at @returns {Point} */
  const place = ({ x, y }) => {
    const point = new DOMPoint(x, y).matrixTransform(/** @type {DOMMatrix} */ (root.getScreenCTM()).inverse());
    return [point.x, point.y];
  };

  /** The places of the first two fingers in the drawing. */
  const pair = () => [...fingers.values()].slice(0, 2).map(place);

  /** Change the view because somebody wants to. @param {Zoom | null} next */
  function look(next) {
    begun = null;
    lookAt(next);
  }

  /** @param {Zoom | null} next */
  function lookAt(next) {
    zoom = next && next.scale > 1.001 ? next : null;
    show();
  }

  function show() {
    if (!home) return;
    const { left, top, width, height } = frameOf(zoom ?? whole(home), home);
    const box = [left, top, width, height].map((n) => Math.round(n * 100) / 100).join(" ");
    if (root.getAttribute("viewBox") !== box) root.setAttribute("viewBox", box);
    const scale = zoom?.scale ?? 1;
    root.classList.toggle("close", zoom !== null);
    root.dataset.closeness = scale.toFixed(2);
    shown(home, zoom && frameOf(zoom, home));
    /** @type {NodeListOf<HTMLButtonElement>} */ (bar.querySelectorAll("[data-zoom]")).forEach((button) => {
      // If the focused button is hidden, the focus goes to another button.
      if (button.dataset.zoom === "whole") {
        const focused = document.activeElement === button;
        button.hidden = zoom === null;
        if (button.hidden && focused)
          /** @type {HTMLElement | null} */ (bar.querySelector('[data-zoom="in"]'))?.focus();
      } else if (button.dataset.zoom === "out") set(button, { "aria-disabled": zoom === null });
    });
  }

  /** @param {number} factor @param {Point} [at] */
  const closer = (factor, at) => home && look(zoomed(zoom ?? whole(home), home, factor, at));

  /** Go one step closer. On a phone the first step leads to the player's own pieces, not to the middle. */
  function step() {
    if (!home) return;
    if (zoom || !own.length || !onPhone()) closer(STEP);
    else look(closeOn(home, ON_A_PHONE, own));
  }

  // These listeners run before the drawing's own: a second finger moves the view, whatever the first one holds.
  root.addEventListener(
    "pointerdown",
    (event) => {
      swallow = false;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size < 2) return;
      if (fingers.size === 2) letGo();
      grip = null;
      swallow = true;
      tapped = null;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  root.addEventListener(
    "pointermove",
    (event) => {
      if (!fingers.has(event.pointerId)) return;
      const was = pair();
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size < 2 || !home) return;
      event.stopImmediatePropagation();
      const now = pair();
      look(pinched(zoom ?? whole(home), home, [was[0], was[1]], [now[0], now[1]]));
    },
    true,
  );

  const leave = (/** @type {PointerEvent} */ event) => {
    const several = fingers.size > 1;
    fingers.delete(event.pointerId);
    if (several) event.stopImmediatePropagation();
    if (grip?.pointer === event.pointerId) grip = null;
  };
  // A finger may be lifted beside the drawing.
  for (const kind of ["pointerup", "pointercancel"])
    window.addEventListener(kind, /** @type {EventListener} */ (leave), true);

  // These listeners run after the drawing's own: a gesture that nothing else takes moves a close view.
  root.addEventListener("pointerdown", (event) => {
    if (event.defaultPrevented || event.button > 0 || !zoom) return;
    grip = { pointer: event.pointerId, x: event.clientX, y: event.clientY, dragging: false };
  });

  root.addEventListener("pointermove", (event) => {
    if (grip?.pointer !== event.pointerId || !zoom || !home) return;
    if (!grip.dragging && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < DRAG_PX) return;
    if (!grip.dragging) root.setPointerCapture(event.pointerId);
    const [from, to] = [place(grip), place({ x: event.clientX, y: event.clientY })];
    grip = { pointer: event.pointerId, x: event.clientX, y: event.clientY, dragging: true };
    swallow = true;
    look(panned(zoom, home, to[0] - from[0], to[1] - from[1]));
  });

  // A gesture that moved the view isn't a tap as well.
  root.addEventListener(
    "click",
    (event) => {
      if (!swallow) return;
      swallow = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    },
    true,
  );

  root.addEventListener("click", (event) => {
    const on = /** @type {Element} */ (event.target);
    // Two taps on a piece turn it over, or choose it and let it go.
    if (!event.clientX || on.closest("[data-piece]")) return;
    const again =
      tapped &&
      event.timeStamp - tapped.at < TWICE_MS &&
      Math.hypot(event.clientX - tapped.x, event.clientY - tapped.y) < TWICE_PX;
    tapped = again ? null : { x: event.clientX, y: event.clientY, at: event.timeStamp };
    if (!again) return;
    if (zoom) look(null);
    else closer(TAPPED, place({ x: event.clientX, y: event.clientY }));
  });

  root.addEventListener(
    "wheel",
    (event) => {
      // The view can't go further away than the whole board: then the wheel scrolls the page.
      if (!zoom && event.deltaY > 0) return;
      event.preventDefault();
      closer(
        Math.exp(-event.deltaY * (event.deltaMode ? LINE_PX : 1) * WHEEL),
        place({ x: event.clientX, y: event.clientY }),
      );
    },
    { passive: false },
  );

  // Without this the browser scrolls the page by two fingers, and sends no more events.
  root.addEventListener("touchstart", (event) => event.touches.length > 1 && event.preventDefault(), {
    passive: false,
  });

  // The keyboard's focus may be on a piece out of view. The listener isn't on the drawing, because Tab would then
  // stop at the drawing itself in some browsers.
  bar.addEventListener("focusin", (event) => {
    const on = /** @type {Element} */ (event.target);
    if (!zoom || !home || !root.contains(on)) return;
    const box = on.getBoundingClientRect();
    const at = place({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
    // A finger focuses a piece too, just before its click, which is lost if the piece moves.
    if (on.matches(":focus-visible")) look(showing(zoom, home, at, FOCUS_ROOM));
  });

  const keys = { "+": step, "=": step, "-": () => closer(1 / STEP), 0: () => look(null) };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (/** @type {Element} */ (event.target).closest("input, select, textarea")) return;
    const act = keys[/** @type {keyof typeof keys} */ (event.key)];
    const way = event.shiftKey ? WAYS[event.key] : undefined;
    if (!act && !(way && zoom && home)) return;
    event.preventDefault();
    if (act) act();
    else if (way && zoom && home)
      look(
        panned(zoom, home, (way[0] * SHIFTED * home.width) / zoom.scale, (way[1] * SHIFTED * home.height) / zoom.scale),
      );
  });

  const acts = { in: step, out: () => closer(1 / STEP), whole: () => look(null) };
  bar.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-zoom]"));
    if (button) acts[/** @type {keyof typeof acts} */ (button.dataset.zoom)]();
  });

  return {
    /**
     * Show a drawing with this frame. If `about` (match, side of the table) is another one, the whole is in view at
     * first. `points`: the places of the player's own pieces. `acting`: the player has to act; then a phone shows the
     * part with these pieces, until somebody chooses another part. `concerned`: the places of a warning or a
     * question. They come before the player's pieces, if one part of the drawing shows all of them.
     */
    fit(
      /** @type {Frame} */ frame,
      /** @type {string} */ about,
      /** @type {readonly Point[]} */ points = [],
      acting = false,
      /** @type {readonly Point[]} */ concerned = [],
    ) {
      if (about !== subject) [zoom, begun] = [null, ""];
      [home, subject, own] = [frame, about, points];
      root.style.setProperty("--aspect", String(frame.width / frame.height));
      const shownPoints = concerned.length ? concerned : acting ? own : [];
      const near =
        onPhone() && shownPoints.length > 0 && (!concerned.length || inOnePart(concerned, home, ON_A_PHONE))
          ? `${concerned.length ? concerned.join(" ") : "own"}`
          : "";
      if (begun !== null && begun !== near && fingers.size === 0) {
        begun = near;
        lookAt(near ? closeOn(home, ON_A_PHONE, shownPoints) : null);
      } else show();
    },
    /** Move the view's middle, unless the whole is in view. */
    go(/** @type {Point} */ [x, y]) {
      if (zoom && home) look(panned(zoom, home, zoom.x - x, zoom.y - y));
    },
  };
}
