// Notices a finger that is held on the board. Holding asks a question, and never plays.

const HELD_MS = 500;
/** The most that a held finger may move, px. */
const STILL_PX = 10;

/**
 * Call `ask` with the piece or the cell beneath a finger that is held still. The click after it is ignored.
 * @param {HTMLElement | SVGSVGElement} board
 * @param {(place: string) => boolean} ask whether something is asked
 */
export function createHolding(board, ask) {
  // Both kinds of element have the same pointer events.
  const root = /** @type {HTMLElement} */ (board);
  /** @type {{ x: number, y: number, timer: ReturnType<typeof setTimeout> } | null} */
  let held = null;
  let answered = false;

  function letGo() {
    if (held) clearTimeout(held.timer);
    held = null;
  }

  root.addEventListener("pointerdown", ({ isPrimary, target, clientX: x, clientY: y }) => {
    letGo();
    answered = false;
    const on = /** @type {Element} */ (target).closest("[data-piece], [data-cell]");
    const place = on instanceof SVGElement ? (on.dataset.piece ?? on.dataset.cell) : undefined;
    if (!isPrimary || place === undefined) return;
    held = { x, y, timer: setTimeout(() => (answered = ask(place)), HELD_MS) };
  });
  root.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (held && Math.hypot(clientX - held.x, clientY - held.y) > STILL_PX) letGo();
  });
  for (const kind of ["pointerup", "pointercancel"]) root.addEventListener(kind, letGo);
  root.addEventListener(
    "click",
    (event) => {
      if (answered) event.stopPropagation();
      answered = false;
    },
    { capture: true },
  );
  // The browser's own menu would cover the answer.
  root.addEventListener("contextmenu", (event) => {
    if (held || answered) event.preventDefault();
  });
}
