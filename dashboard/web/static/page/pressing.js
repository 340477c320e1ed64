// Notices whether a finger is on a button. Such a button mustn't be drawn again: a browser sends a click only to an
// element that was there both when the finger came and when it went.

/** The longest wait for the click after a finger has gone, ms. */
const CLICK_MS = 120;
/** The longest time that a finger delays drawing, ms. After that the page would show old facts. */
const LONGEST_MS = 1500;

/**
 * Watch the presses on a page. `free` is called when a press is over and its click was sent.
 * @param {Pick<EventTarget, "addEventListener">} page
 * @param {() => void} free
 * @param {{ later: (then: () => void, ms: number) => unknown, never: (timer: any) => void }} [clock]
 * @returns {() => boolean} whether something is pressed now
 */
export function createPressing(
  page,
  free,
  clock = { later: (then, ms) => setTimeout(then, ms), never: (timer) => clearTimeout(timer) },
) {
  let held = false;
  /** @type {unknown} */
  let timer;

  function release() {
    clock.never(timer);
    if (!held) return;
    held = false;
    free();
  }

  /** @param {number} ms */
  function releaseIn(ms) {
    clock.never(timer);
    timer = clock.later(release, ms);
  }

  page.addEventListener(
    "pointerdown",
    (event) => {
      const target = /** @type {{ closest?: (what: string) => unknown } | null} */ (event.target);
      // Pieces of the board may be drawn again while they are dragged.
      if (!target?.closest?.("button, a, summary, select, label, input")) return;
      held = true;
      releaseIn(LONGEST_MS);
    },
    true,
  );
  for (const name of ["pointerup", "pointercancel"])
    page.addEventListener(name, () => held && releaseIn(CLICK_MS), true);
  // This runs after the click's own listeners.
  page.addEventListener("click", () => held && releaseIn(0), true);
  return () => held;
}

/**
 * Return a function that asks for a drawing of the page. `draw` is called once at the next frame, however often it was
 * asked for. While a finger is on a button it waits until the finger has gone.
 * @param {() => void} draw
 * @returns {() => void}
 */
export function createRedrawing(draw) {
  let asked = 0;
  const isPressed = createPressing(document, redraw);

  function redraw() {
    if (!asked && !isPressed()) asked = requestAnimationFrame(drawNow);
  }

  function drawNow() {
    asked = 0;
    if (!isPressed()) draw();
  }

  return redraw;
}
