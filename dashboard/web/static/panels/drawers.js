// The drawers beside the board, and which of them are open.

import { fill, html } from "../page/dom.js";
import { say } from "../words/say.js";
import { maySettle, pieceOf } from "../state/selectors.js";
import { currentSheet } from "../state/hand_sheet.js";
import { choresOf } from "./left.js";

/** @import { State } from "../../types/page.js" */

/** @typedef {{ drawer: string, count: number }} Tab A drawer by its name, and the number of things that wait in it. */

/**
 * The drawers that have something in them.
 * @type {(state: State) => Tab[]}
 */
export function drawersOf(state) {
  const seated = state.place?.role === "seat";
  const chosen = state.selected !== null && (pieceOf(state, state.selected) !== null || state.mode === "table");
  return [
    seated
      ? { drawer: "hand", count: (currentSheet(state)?.uses ?? []).filter((use) => use.kind === "card").length }
      : null,
    chosen ? { drawer: "piece", count: 0 } : null,
    { drawer: "left", count: choresOf(state).length },
    { drawer: "log", count: 0 },
    state.mode === "table" || maySettle(state) ? { drawer: "table", count: 0 } : null,
  ].filter((one) => one !== null);
}

/**
 * The drawers that are open: the one that the player opened, or else the usual ones. With room beside the board, one
 * is always open: the chosen piece, or the hand, or the log. At the virtual table the piece and the table's tools are
 * both open, except on an upright screen, where they would cover the pieces.
 * @type {(state: State) => readonly string[]}
 */
export function openDrawers(state) {
  const names = drawersOf(state).map((one) => one.drawer);
  if (state.drawer !== null && names.includes(state.drawer)) return [state.drawer];
  if (state.mode === "table") return state.upright ? [] : names.filter((name) => ["piece", "table"].includes(name));
  return state.column ? ["piece", "hand", "log"].filter((name) => names.includes(name)).slice(0, 1) : [];
}

/**
 * Draw the drawers' buttons, and show the open drawers.
 * @type {(tabs: HTMLElement, panel: HTMLElement, state: State, open: (drawer: string | null) => void) => void}
 */
export function drawDrawers(tabs, panel, state, open) {
  const [all, now] = [drawersOf(state), openDrawers(state)];
  for (const one of panel.querySelectorAll(/** @type {"div"} */ ("[data-drawer]")))
    one.hidden = !now.includes(one.dataset.drawer ?? "");
  panel.hidden = now.length === 0;
  fill(tabs, [all, now, state.drawer], () =>
    all.map(({ drawer, count }) =>
      html(
        "button",
        {
          type: "button",
          "data-key": `drawer-${drawer}`,
          "data-tab": drawer,
          "aria-pressed": String(now.includes(drawer)),
          onclick: () => open(state.drawer === drawer ? null : drawer),
        },
        say(`drawers.${drawer}`),
        count ? html("span", { class: "count" }, String(count)) : null,
      ),
    ),
  );
}
