// Sends the match page's questions, commands and orders, and notes when one isn't answered.

import { freshId } from "../line/connection.js";
import { turnedPoint } from "../surface/geometry.js";
import { adviceOf, targetsIn, usesOf } from "../state/selectors.js";
import { say } from "../words/say.js";

/** @import { CommandKind, Request, SimulatorOrder } from "../../types/messages.js" */
/** @import { CommandFields, PageEvent, State } from "../../types/page.js" */

const UNANSWERED_MS = 8000;

/**
 * The ways to send. `command`: a command to the engine; `wonder`: the question why the chosen piece can't act at a
 * place; `order`: an order to the simulated table; `suggest`: the question what to play. `line` sends, and returns
 * whether it could; `now` returns the page's state.
 * @param {{ send: (request: Request) => boolean }} line
 * @param {() => State} now
 * @param {(event: PageEvent) => void} dispatch
 */
export function createAsking(line, now, dispatch) {
  /** @type {(request: Request, otherwise: string) => void} */
  function ask(request, otherwise) {
    if (!line.send(request))
      dispatch({ type: "refused", text: say("notice.failed", { what: otherwise, why: say("notice.no_line") }) });
  }

  /** @type {(id: string) => void} */
  const expectAnswer = (id) => void setTimeout(() => dispatch({ type: "unanswered", id }), UNANSWERED_MS);

  return {
    /** @type {(kind: CommandKind, what: string, fields?: CommandFields) => void} */
    command(kind, what, fields = {}) {
      const { sent, match } = now();
      // A button may be pressed twice before it is drawn again: that means one action.
      if (kind === "act" && Object.keys(sent).length) return;
      const id = freshId();
      dispatch({ type: "sent", id, what, acts: kind === "act" || kind === "choose" });
      expectAnswer(id);
      ask({ command: { id, kind, revision: match?.revision ?? 0, match: match?.match ?? "", ...fields } }, what);
    },

    /**
     * Ask about a place. If the chosen piece can't act there, the engine is asked why.
     * @type {(place: string) => void}
     */
    wonder(place) {
      dispatch({ type: "ask", place });
      const { match, selected } = now();
      const advice = selected === null ? null : adviceOf(now(), selected);
      if (!match || !advice || usesOf(advice, place).length || targetsIn(now(), advice, place).length) return;
      const id = freshId();
      if (!line.send({ command: { id, kind: "ask", revision: match.revision, piece: advice.piece, place } })) return;
      dispatch({ type: "wonder", id });
      expectAnswer(id);
    },

    /** @type {(what: SimulatorOrder) => void} */
    order(what) {
      const [x_mm, y_mm] = turnedPoint([what.x_mm ?? 0, what.y_mm ?? 0], -now().quarters);
      ask(
        { simulator: what.order === "put" || what.order === "carry" ? { ...what, x_mm, y_mm } : what },
        say("asks.move"),
      );
    },

    /** @type {(revision: number) => void} */
    suggest(revision) {
      const id = freshId();
      if (line.send({ command: { id, kind: "suggest", revision } })) dispatch({ type: "suggest", id, revision });
    },
  };
}
