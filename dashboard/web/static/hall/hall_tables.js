// The tables of a hall as the page has them: what is listed of each, and its match as a table's own page keeps it. Pure.

import { initial, reduce } from "../state/state.js";

/** @import { HallTable, Situation } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/** @typedef {{ listed: HallTable, state: State }} Table */
/** @typedef {{ type: "message", at: number, channel: string, name: string, data: any }} TableMessage */
/** @typedef {ReadonlyMap<string, Table>} Tables The tables by the names of their messages. */

/** How wide a board's place is for its height. */
const ASPECT = 1.3;

const begun = () => reduce(initial(), { type: "shape", upright: false, column: false, aspect: ASPECT });

/**
 * The tables after a message of one of them.
 * @type {(tables: Tables, message: TableMessage) => Tables}
 */
export function withMessage(tables, { at, channel, name, data }) {
  const known = tables.get(name);
  const next = new Map(tables);
  if (channel === "table") return next.set(name, { listed: data, state: known?.state ?? begun() });
  if (!known) return tables;
  const message = /** @type {import("../../types/page.js").PageEvent} */ ({
    type: "message",
    at,
    channel,
    name: "",
    data,
  });
  return next.set(name, { ...known, state: reduce(known.state, message) });
}

/**
 * The tables that a hall still has.
 * @type {(tables: Tables, names: readonly string[]) => Tables}
 */
export const kept = (tables, names) => new Map([...tables].filter(([name]) => names.includes(name)));

/**
 * The tables in the order of the page: those that are there by their names, then those that are away. Numbers in names
 * count as numbers.
 * @type {(tables: Tables, language: string) => [string, Table][]}
 */
export const inOrder = (tables, language) =>
  [...tables].sort(
    ([, { listed: a }], [, { listed: b }]) =>
      Number(b.is_there) - Number(a.is_there) ||
      a.table.localeCompare(b.table, language, { numeric: true }) ||
      a.broker.localeCompare(b.broker),
  );

/**
 * The seats that ask the arbiter for a pause, or for its end.
 * @type {(situation: Situation | null) => readonly string[]}
 */
export const callers = (situation) => {
  const wish = situation?.breaking_off ?? null;
  return wish && !wish.waiting.length ? wish.wanted_by : [];
};

const HERE = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The address of a table's own page as it's reached from a page at `host`: empty where it isn't served, isn't a page's,
 * or only that table's machine reaches it.
 * @type {(pages: string, host: string) => string}
 */
export function pageOf(pages, host) {
  if (!URL.canParse(pages)) return "";
  const { protocol, hostname } = new URL(pages);
  if (!["http:", "https:"].includes(protocol)) return "";
  return HERE.includes(hostname) && !HERE.includes(host) ? "" : pages;
}
