// The list of a recorded match's plays and remarks. Each entry is a button to its moment. Tab stops once, at the
// present entry; arrow keys go on from there.

import { fill, html, set } from "../page/dom.js";
import { named } from "../state/sentences.js";
import { say } from "../words/say.js";
import { clock, entriesOf } from "../state/replaying.js";

/** @import { Replay, State } from "../../types/page.js" */

/**
 * Make the list in the element `list`. `now` gets the text of the present entry while the replay is paused; `choose`
 * gets the chosen moment's number. The returned function draws a match, by its name, and returns whether the list has
 * changed.
 * @param {HTMLElement} list @param {HTMLElement} now @param {(number: number) => void} choose
 */
export function createMoments(list, now, choose) {
  /** @param {Element | null | undefined} item */
  const entry = (item) => item?.querySelector("button") ?? null;

  /** @param {HTMLButtonElement | null} to */
  function stand(to) {
    if (!to) return;
    list.querySelectorAll('button[tabindex="0"]').forEach((one) => set(one, { tabindex: -1 }));
    set(to, { tabindex: 0 });
  }

  list.addEventListener("keydown", (event) => {
    const item = event.target instanceof Element ? event.target.closest("li") : null;
    if (!item || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    /** @type {Record<string, Element | null>} */
    const ways = {
      ArrowUp: item.previousElementSibling,
      ArrowDown: item.nextElementSibling,
      Home: list.firstElementChild,
      End: list.lastElementChild,
    };
    if (!(event.key in ways)) return;
    event.preventDefault();
    const to = entry(ways[event.key]);
    stand(to);
    to?.focus();
  });

  /** @type {(name: string, replay: Replay, table: State) => boolean} */
  function draw(name, replay, table) {
    // The pieces' names are known after the first moment was shown.
    const fresh = fill(list, [name, replay.moments.length, table.match !== null], () => {
      const found = entriesOf(replay.moments);
      if (!found.length) return html("li", { class: "quiet" }, say("history.nothing"));
      return found.map((one) =>
        html(
          "li",
          { class: one.warns ? "warns" : null, "data-number": one.number },
          html(
            "button",
            { type: "button", tabindex: -1, "data-key": one.number, onclick: () => choose(one.number) },
            html("time", {}, clock(one.at_s)),
            " ",
            html("span", {}, named(table, one.text)),
          ),
        ),
      );
    });
    const items = [...list.querySelectorAll(/** @type {"li"} */ ("[data-number]"))];
    const current = items.findLast((item) => Number(item.dataset.number) <= replay.number) ?? null;
    const before = list.querySelector("[aria-current]");
    // While a reader walks through the list with keys, a running replay doesn't move the focus.
    if (fresh || (before !== current && !list.contains(document.activeElement))) stand(entry(current ?? items[0]));
    if (before === current) return fresh;
    before?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "step");
    if (!replay.playing) now.textContent = current?.textContent ?? "";
    // Only the list is scrolled, not the page.
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    return fresh;
  }

  return draw;
}
