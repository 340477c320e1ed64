// The help that this tablet gives its player. It is chosen in the settings and kept on the tablet.

import { keep, kept } from "./keeping.js";

/** @import { Help } from "../../types/page.js" */

const KEPT = "boardwarden-help";
/** @type {readonly Help[]} */
const HELPS = ["full", "teaching", "asked", "warnings"];

/**
 * The help that a text names; "full" if it names none.
 * @type {(text: string | null) => Help}
 */
export const parseHelp = (text) => HELPS.find((one) => one === text) ?? "full";

/**
 * Connect the choice of help. `tell` gets the kept choice now, and each new choice later.
 * @param {(help: Help) => void} tell
 */
export function createHelping(tell) {
  const select = /** @type {HTMLSelectElement} */ (document.querySelector("select.help"));
  select.value = parseHelp(kept(KEPT));
  select.addEventListener("change", () => {
    keep(KEPT, select.value);
    tell(parseHelp(select.value));
  });
  tell(parseHelp(kept(KEPT)));
}
