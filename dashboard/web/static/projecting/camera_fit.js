// Fits the projector's picture by a camera: once when somebody asks for it, then again and again while people play.

import { COARSE, FINE, measure } from "./refining.js";

/** @typedef {import("./projector_fit.js").Fit} Fit */
/** @typedef {import("./refining.js").Projected} Projected */
/** The state for people: a key of the texts below `projecting.camera`, and its numbers. @typedef {{ key: string, mm?: string }} Said */

/** The time between two looks at the picture while people play, ms. The marks are in the light for a second or two each time. */
const AGAIN_MS = 60_000;
/** The time until the next look where hands or lights disturbed one, ms. */
const SOON_MS = 8000;
/** The least error that is put right, mm. Smaller ones are those of the measurement. */
export const LEAST_MM = 0.8;
/** The rounds of a fit that somebody asked for: one from afar, then closer ones. */
const ROUNDS = [COARSE, FINE, FINE];

/**
 * Make the camera's part of a projector's page. `lay`: lay the board's picture by a fit; it returns whether it could.
 * `hide`: hide all but the board, or show it again; `changed`: what is said has changed.
 * @param {Projected} page
 * @param {{ lay: (fit: Fit) => boolean, hide: (measuring: boolean) => void, changed: () => void }} tools
 */
export function createCameraFit(page, { lay, hide, changed }) {
  /** @type {Said | null} */
  let said = null;
  let busy = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let next;

  /** @type {(now: Said) => void} */
  const tell = (now) => {
    said = now;
    changed();
  };

  /** @type {(how: typeof COARSE) => Promise<Fit | string>} */
  async function measured(how) {
    hide(true);
    try {
      return await measure(page, how);
    } finally {
      hide(false);
    }
  }

  async function fit() {
    if (busy) return;
    busy = true;
    tell({ key: "measuring" });
    let now = /** @type {Said} */ ({ key: "few" });
    for (const how of ROUNDS) {
      const found = await measured(how);
      // A round that failed leaves what an earlier one has reached.
      if (typeof found === "string") {
        if (how === COARSE) now = { key: found };
        break;
      }
      if (!lay(found)) break;
      now = { key: "fitted", mm: found.left_mm.toFixed(1) };
    }
    busy = false;
    tell(now);
  }

  async function look() {
    if (busy || document.hidden || page.isCovered() || page.isLightNew()) return follow(SOON_MS);
    busy = true;
    const found = await measured(FINE);
    busy = false;
    if (typeof found === "string") {
      // A camera that can't say anything now isn't worth a sentence over a picture that lies right.
      if (found === "denied") return tell({ key: found });
      return follow(found === "disturbed" ? SOON_MS : AGAIN_MS);
    }
    if (found.off_mm >= LEAST_MM && lay(found)) tell({ key: "righted", mm: found.off_mm.toFixed(1) });
    follow(AGAIN_MS);
  }

  /** @type {(after_ms: number) => void} */
  function follow(after_ms) {
    clearTimeout(next);
    next = setTimeout(() => void look(), after_ms);
  }

  return {
    /** The sentence about the camera's part; null before anything is known. */
    said: () => said,
    /** Whether a measurement is under way. */
    isBusy: () => busy,
    /** Fit the picture now. */
    fit,
    /** Look at the picture every minute from now on. */
    begin: () => follow(SOON_MS),
    /** Look no more. */
    end: () => clearTimeout(next),
  };
}
