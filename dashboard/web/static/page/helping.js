// How much this tablet helps its player: chosen in the settings, kept on the tablet.

import { keep, kept } from "./keeping.js";

/** @import { Help } from "../../types/page.js" */

const KEPT = "boardwarden-help";
/** @type {readonly Help[]} */
const HELPS = ["full", "teaching", "asked", "warnings"];

/**
 * The help that a text names; all there is where it names none.
 * @type {(text: string | null) => Help}
 */
export const parseHelp = (text) => HELPS.find((one) => one === text) ?? "full";

/**
 * Make the choice of help work; `tell` gets what was chosen before, and whatever is chosen from now on.
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
