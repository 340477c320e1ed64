// The keyboard on the board: Tab stops once, arrow keys go from cell to cell, Enter or Space act like a tap.

import { begun, leads, middlemost, stepped } from "./stepping.js";

/** @import { Surface } from "../../types/messages.js" */

/**
 * Steer over the cells in `layer` (elements with `data-cell`); `onCell` is called for Enter or Space.
 * @param {SVGGElement} layer @param {(cell: string) => void} onCell
 */
export function createSteering(layer, onCell) {
  /** @type {Surface | null} */
  let surface = null;
  let walk = begun("");

  /** @param {string} cell */
  const place = (cell) => /** @type {SVGGElement | null} */ (layer.querySelector(`[data-cell="${CSS.escape(cell)}"]`));

  /** @param {typeof walk} next */
  function stand(next) {
    place(walk.cell)?.setAttribute("tabindex", "-1");
    walk = next;
    place(walk.cell)?.setAttribute("tabindex", "0");
  }

  // The listener isn't on the layer, because Tab would then stop at the drawing itself in some browsers.
  document.addEventListener("focusin", (event) => {
    const cell =
      event.target instanceof SVGElement && layer.contains(event.target) ? event.target.dataset.cell : undefined;
    if (cell && cell !== walk.cell) stand(begun(cell));
  });

  layer.addEventListener("keydown", (event) => {
    // With Shift the arrow keys move the view.
    if (!surface || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === "Enter" || event.key === " ") onCell(walk.cell);
    else if (leads(event.key)) {
      stand(stepped(surface, walk, event.key));
      place(walk.cell)?.focus();
    } else return;
    event.preventDefault();
  });

  return {
    /** Take over a newly drawn field; `focused`: the earlier one had the focus. @param {Surface} drawn @param {boolean} focused */
    fit(drawn, focused) {
      surface = drawn;
      stand(begun(drawn.cells.some((one) => one.cell === walk.cell) ? walk.cell : middlemost(drawn)));
      if (focused) place(walk.cell)?.focus();
    },
    /** Give a cell the focus. @param {string} cell */
    focus(cell) {
      place(cell)?.focus();
    },
  };
}
