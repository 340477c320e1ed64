// The movements and hits of the last play, as lines to draw. Pure.

import { lastPlayed } from "./sentences.js";

/** @import { Verdict } from "../../types/messages.js" */
/** @import { State, Trace } from "../../types/page.js" */

/**
 * The lines of the last played actions, from cell to cell.
 * @type {(state: State) => Trace[]}
 */
export function traces(state) {
  const last = lastPlayed(state);
  if (!last || !state.match || last.revision !== state.match.revision) return [];
  const before = state.places.findLast((kept) => kept.revision <= last.revision - last.actions.length);
  const after = state.places.at(-1)?.cells;
  if (!after) return [];
  if (!before) return tracesByCells(last, after);
  const now = new Map(Object.entries(before.cells));
  /** @type {Trace[]} */
  const lines = [];
  for (const { action } of last.actions) {
    const { target, to } = action;
    const named = Object.values(action).filter((value) => typeof value === "string");
    if (typeof target === "string") {
      const from = now.get(named.find((value) => value !== target && now.get(value)) ?? "");
      const hit = now.get(target);
      if (from && hit) lines.push({ kind: "strike", from, to: hit });
    }
    const mover = typeof to === "string" ? named.find((value) => now.has(value)) : undefined;
    const from = now.get(mover ?? "");
    if (typeof to === "string" && mover && from && from !== to) {
      lines.push({ kind: "move", from, to });
      now.set(mover, to);
    }
  }
  for (const [piece, cell] of Object.entries(after)) {
    const from = now.get(piece);
    if (cell && from && from !== cell) lines.push({ kind: "move", from, to: cell });
  }
  return lines;
}

/**
 * The lines for a page that didn't get the position before the play, found by the verdict's cells.
 * @type {(last: Verdict, after: Readonly<Record<string, string | null>>) => Trace[]}
 */
function tracesByCells({ actions, cells }, after) {
  const [{ action }] = actions;
  if (actions.length !== 1) return [];
  /** The one other cell. @param {unknown} known */
  const other = (known) =>
    cells.includes(/** @type {string} */ (known)) && cells.length === 2
      ? cells.find((cell) => cell !== known)
      : undefined;
  const { to, target } = action;
  const actor = Object.values(action).find((value) => typeof value === "string" && value !== target && after[value]);
  const [from, hit] = [other(to), other(after[String(actor)])];
  if (typeof to === "string" && from) return [{ kind: "move", from, to }];
  if (typeof target === "string" && hit) return [{ kind: "strike", from: String(after[String(actor)]), to: hit }];
  return [];
}
