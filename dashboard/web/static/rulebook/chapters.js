// A rulebook as chapters: its rules by their places in the book. Pure.

import { finds } from "../words/searching.js";

/** @import { Rulebook, RuleText } from "../../types/page.js" */
/** @typedef {{ place: string, rules: readonly (RuleText & { id: string })[] }} Chapter A place in the book, and its rules. */

/**
 * The chapters in the book's order, with the rules that a search finds by id, words or place.
 * @type {(book: Rulebook, wanted: string) => Chapter[]}
 */
export function chapters(book, wanted) {
  /** @type {Map<string, (RuleText & { id: string })[]>} */
  const found = new Map();
  for (const [id, rule] of Object.entries(book.rules)) {
    if (!finds(wanted, id, rule.says, rule.place)) continue;
    const there = found.get(rule.place);
    if (there) there.push({ id, ...rule });
    else found.set(rule.place, [{ id, ...rule }]);
  }
  return [...found].map(([place, rules]) => ({ place, rules }));
}
