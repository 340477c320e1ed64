// A warning covers the lower part of the board. The board keeps its place and size, and moves up only as far as
// needed to show the places that the warning is about. page/match.css does the layout; this script measures the sizes
// for it.

import { region } from "./dom.js";

/** @typedef {{ top: number, bottom: number }} Span The upper and lower end of something on the screen, px from above. */

/** The gap between a place that a warning is about and the warning. */
const ROOM_PX = 10;
/** The parts of the bar that ask for an answer. While one is shown, the bar doesn't cover the board. */
const ASKED = [
  ".asked-of-you",
  ".using",
  ".choices",
  ".break-card",
  ".die:not([hidden])",
  ".draw:not([hidden])",
].join();

/**
 * The distance that the board moves up, px: until all places that a warning is about are above it. The highest of
 * them stays on the screen, and the distance is never more than the part that the warning covers.
 * @type {(stage: Span, warning: Span, places: readonly Span[]) => number}
 */
export function liftOf(stage, warning, places) {
  const hidden = stage.bottom - warning.top;
  if (hidden <= 0 || !places.length) return 0;
  const wanted = Math.max(...places.map((one) => one.bottom)) + ROOM_PX - warning.top;
  const free = Math.min(...places.map((one) => one.top)) - stage.top;
  return Math.max(0, Math.round(Math.min(wanted, hidden, free)));
}

/**
 * Keep a warning over the lower part of the board. Returns a function to call after every drawing, with the cells
 * that the warning is about.
 * @type {(main: HTMLElement, board: SVGSVGElement) => (cells: readonly string[]) => void}
 */
export function createRaising(main, board) {
  const [bar, rail, stage, alert] = ["bar", "rail", "stage", "alert"].map(region);
  const span = (/** @type {Element} */ one) => one.getBoundingClientRect();

  /** The height of the players' lines in the rail beneath the bar, px; 0 if the rail is beside the board. */
  function seatsRoom() {
    const { top } = span(rail);
    if (top < span(stage).bottom) return 0;
    const next = [region("tools"), region("drawers")].map((one) => span(one).top).filter((one) => one > top);
    return next.length ? Math.min(...next) - top : 0;
  }

  let measured = "";

  /** Measure the bar without a warning. A shown warning is hidden for that, before the browser draws anything. */
  function measure() {
    const { className } = alert;
    main.classList.remove("warned");
    alert.className = "alert none";
    main.style.setProperty("--bar-room", `${span(bar).height}px`);
    bar.style.setProperty("--seats-room", `${seatsRoom()}px`);
    alert.className = className;
  }

  /** The cells that the warning is about. @type {readonly string[]} */
  let about = [];

  function lift() {
    const lifted = parseFloat(getComputedStyle(board).translate.split(" ")[1] ?? "0") || 0;
    const places = about.flatMap((name) => {
      const found = board.querySelector(`[data-cell="${CSS.escape(name)}"]`);
      const { top, bottom } = found ? span(found) : { top: 0, bottom: 0 };
      return found ? [{ top: top - lifted, bottom: bottom - lifted }] : [];
    });
    board.style.setProperty("--lift", `${liftOf(span(stage), span(bar), places)}px`);
  }

  // The pictures in a warning are loaded after it, and make it higher.
  new ResizeObserver(() => {
    if (main.classList.contains("warned")) lift();
  }).observe(bar);

  return (cells) => {
    about = cells;
    const warned = !alert.classList.contains("none") && !main.querySelector(ASKED);
    const size = `${innerWidth} ${innerHeight}`;
    if (warned && size !== measured) measure();
    measured = size;
    main.classList.toggle("warned", warned);
    if (warned) return lift();
    board.style.setProperty("--lift", "0px");
    // Sizes are known without another layout once the browser has drawn the page.
    setTimeout(() => {
      if (!main.classList.contains("warned")) measure();
    });
  };
}
