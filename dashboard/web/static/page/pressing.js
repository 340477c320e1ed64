// Whether a finger is on a button: if it were drawn again beneath the finger, the tap would be lost without a
// word.
// A browser gives a click only to what was there both when the finger came and when it went.

/** So long after a finger has gone its click may come, ms. */
const CLICK_MS = 120;
/** A finger that stays longer holds nothing up: what is shown mustn't grow old, ms. */
const LONGEST_MS = 1500;

/**
 * Watch what is pressed on a page; `free()` is called once a press is over, and its click was given.
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
      // A board's pieces are dragged and drawn meanwhile.
      if (!target?.closest?.("button, a, summary, select, label, input")) return;
      held = true;
      releaseIn(LONGEST_MS);
    },
    true,
  );
  for (const name of ["pointerup", "pointercancel"])
    page.addEventListener(name, () => held && releaseIn(CLICK_MS), true);
  // After the click's own listeners.
  page.addEventListener("click", () => held && releaseIn(0), true);
  return () => held;
}
