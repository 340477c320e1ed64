// The match page does these things by itself after a position is drawn, each of them once.

import { patiently } from "../line/patiently.js";
import { onlyAnswer } from "../panels/asked.js";
import { questionOf, wantsSuggestion } from "../state/bar.js";
import { handsDue } from "../state/hands_at_work.js";
import { hasLaidRest, nextOfRest } from "../state/laying_rest.js";
import { hasPlayedAll, nextToPlay } from "../state/playing_all.js";
import { mayAsk } from "../state/selectors.js";
import { language } from "../words/say.js";

/** @import { CommandKind, SimulatorOrder } from "../../types/messages.js" */
/** @import { CommandFields, PageEvent, State } from "../../types/page.js" */

/**
 * The functions that do them. `suggest` asks what a bot would play.
 * @typedef {{ dispatch: (event: PageEvent) => void, command: (kind: CommandKind, what: string, fields?: CommandFields) => void, order: (what: SimulatorOrder) => void, suggest: (revision: number) => void }} Means
 */

/** @type {(means: Means) => { answerAlone: (now: State) => void, follow: (now: State) => void }} */
export function createUnasked({ dispatch, command, order, suggest }) {
  let answeredAt = "";
  let laidFor = "";
  let recapped = "";

  /** Give the answer to a question that has only one. @param {State} now */
  function answerAlone(now) {
    const only = onlyAnswer(now);
    const at = `${now.match?.match} ${now.match?.revision}`;
    if (!only || at === answeredAt || !mayAsk(now)) return;
    answeredAt = at;
    command("act", only.text, { action: only.action });
  }

  /** Have simulated hands move the pieces that this tablet's play still needs moved. @param {State} now */
  function layWhatIsLeft(now) {
    const orders = handsDue(now);
    const laid = orders.length ? JSON.stringify([now.match?.match, now.match?.revision, orders]) : laidFor;
    if (laid === laidFor) return;
    laidFor = laid;
    orders.forEach(order);
  }

  /** Play the next card, if the player wants to play all. @param {State} now */
  function playTheNext(now) {
    const use = nextToPlay(now);
    if (use) {
      dispatch({ type: "play_all", keys: (now.playingAll ?? []).filter((key) => key !== use.key) });
      command("act", use.label, { action: use.actions[0] });
    } else if (hasPlayedAll(now)) dispatch({ type: "play_all", keys: null });
  }

  /** Lay the next thing by chance, if the player wants the rest laid. @param {State} now */
  function layTheNext(now) {
    const next = nextOfRest(now, Math.random);
    if (next) command("act", next.use.label, { action: next.action });
    else if (hasLaidRest(now)) dispatch({ type: "lay_rest", kind: null });
  }

  /** Load the course of a match that is over, if the table keeps matches. @param {State} now */
  async function recap(now) {
    const match = now.match?.match ?? "";
    if (!now.match?.view.outcome || recapped === match + language()) return;
    recapped = match + language();
    const answer = await patiently(`/matches/${encodeURIComponent(match)}?lang=${language()}`);
    if (answer?.ok) dispatch({ type: "recap", recap: await answer.json() });
  }

  return {
    answerAlone,
    follow(now) {
      void recap(now);
      // If everybody can see that there is one answer, giving it at once reveals nothing.
      if (questionOf(now).open) answerAlone(now);
      layWhatIsLeft(now);
      playTheNext(now);
      layTheNext(now);
      // A player who is being taught is shown a bot's play.
      if (wantsSuggestion(now) && now.match) suggest(now.match.revision);
    },
  };
}
