// Opens another match for the arbiter: asks whether the present one may be broken off, and waits for the answer.

import { freshId } from "../line/connection.js";
import { html } from "../page/dom.js";
import { breaksOff } from "../state/selectors.js";
import { capital, say } from "../words/say.js";

/** @import { Command, MatchState } from "../../types/messages.js" */
/** @import { Connection, PageEvent } from "../../types/page.js" */

/** @typedef {{ done: boolean, fault: string }} Opened Whether the match was opened; if not, a sentence that says why. A refusal of the player's own has none. */

/** The engine loads another game's rules first: up to 5.8 s on two busy cores, more on a small computer. */
const UNANSWERED_MS = 45_000;
/** @type {Opened} */
const NOT_WANTED = { done: false, fault: "" };

/**
 * The way to open a match over a tablet's line. `changed` is called when it begins to wait for an answer, and the page
 * shows that by `waits`. The page passes every event to `hear`.
 * @param {Pick<Connection, "send">} line
 * @param {() => MatchState | null} present the match on the table.
 * @param {() => void} changed
 */
export function createOpening(line, present, changed) {
  /** @type {{ id: string, answered: (opened: Opened) => void } | null} */
  let waiting = null;

  /** @param {string} fault */
  function end(fault, done = false) {
    const ended = waiting;
    waiting = null;
    ended?.answered({ done, fault });
  }

  /** @type {(command: Omit<Command, "id" | "revision">) => Promise<Opened>} */
  function send(command) {
    const id = freshId();
    /** @type {Promise<Opened>} */
    const opened = new Promise((answered) => {
      waiting = { id, answered };
    });
    setTimeout(() => {
      if (waiting?.id === id) end(say("notice.unanswered"));
    }, UNANSWERED_MS);
    if (!line.send({ command: { id, revision: present()?.revision ?? 0, ...command } }))
      end(capital(say("notice.no_line")));
    changed();
    return opened;
  }

  return {
    /** Whether a command hasn't been answered yet. */
    waits: () => waiting !== null,

    /** @param {PageEvent} event */
    hear(event) {
      if (waiting === null) return;
      if (event.type === "closed") end("");
      if (event.type !== "message") return;
      if (event.channel === "error") end(capital(event.data.text));
      if (event.channel === "answer" && event.data.command === waiting.id)
        event.data.code === "done" ? end("", true) : end(capital(event.data.text));
    },

    /**
     * Send a command that opens a match or takes one up, and wait for its answer. If the present match would be broken
     * off, the player is asked first; `about` says what happens to it.
     * @type {(about: string, command: Omit<Command, "id" | "revision">) => Promise<Opened>}
     */
    async open(about, command) {
      if (breaksOff(present()) && !(await isSure(about))) return NOT_WANTED;
      return waiting === null ? send(command) : NOT_WANTED;
    },
  };
}

/** Ask whether the present match may be broken off. @type {(about: string) => Promise<boolean>} */
function isSure(about) {
  /** @type {(answer: "yes" | "no", more?: { autofocus?: boolean }) => HTMLElement} */
  const button = (answer, more = {}) =>
    html(
      "button",
      { id: `sure-${answer}`, type: "button", onclick: () => dialog.close(answer), ...more },
      say(`start.sure.${answer}`),
    );
  const dialog = html(
    "dialog",
    { id: "sure", "aria-labelledby": "sure-heading" },
    html("h2", { id: "sure-heading" }, say("start.sure.heading")),
    html("p", { id: "sure-about" }, about),
    html("div", { class: "row" }, button("yes"), button("no", { autofocus: true })),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) =>
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    }),
  );
}
