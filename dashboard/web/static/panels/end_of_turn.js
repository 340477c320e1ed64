// The button that ends a turn, the arbiter's choices, and the notice of a refusal.

import { fill, html } from "../page/dom.js";
import { turnOf } from "../state/bar.js";
import { playableAtOnce } from "../state/playing_all.js";
import { isBots, mayAsk, seatLabel, view } from "../state/selectors.js";
import { named } from "../state/sentences.js";
import { listed, say } from "../words/say.js";
import { usingOf } from "./seat.js";
import { paused } from "./breaks.js";
import { dieDue } from "./die.js";
import { drawDue } from "./drawing.js";

/** @import { PlayedAction } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/**
 * The actions at the end of a turn.
 * @typedef {{ endTurn: () => void, playAll: (keys: string[]) => void, choose: (one: PlayedAction) => void, dismiss: () => void, showLinks: () => void }} EndTools
 */

/**
 * The people's seats that are asked something which only their own tablets may answer.
 * @type {(state: State) => readonly string[]}
 */
function choosingSecretly(state) {
  const now = view(state);
  if (!now || now.outcome || now.decision.chooser !== "seat" || now.decision.kind === "turn") return [];
  return now.decision.seats.filter((seat) => !isBots(state, seat));
}

/** @type {(region: HTMLElement, state: State, tools: EndTools) => void} */
export function drawEnd(region, state, { endTurn, playAll, choose, dismiss, showLinks }) {
  const turn = turnOf(state);
  const now = view(state);
  const label = now?.seats.find((one) => one.seat === now.turn)?.label;
  const { role, seat: own } = state.place ?? {};
  // Only the seat itself, or the arbiter, ends a turn. A seat's choices are in its own region.
  const mayEnd = role === "arbiter" || (role === "seat" && own === now?.turn);
  const asking = Object.values(state.sent);
  // A play that somebody has begun to choose would be lost with the turn.
  const choosing = usingOf(state) !== null;
  const ready = now && now.turn && !paused(state) && turn.kind === "turn" && mayAsk(state) && !choosing;
  const choices =
    role === "arbiter" && state.mode === "match" && now && !now.outcome && !dieDue(state).length && !drawDue(state)
      ? (state.match?.choices ?? [])
      : [];
  const free = mayAsk(state);
  const secretly = role === "arbiter" && state.mode === "match" && !choices.length ? choosingSecretly(state) : [];
  const atOnce = ready && state.playingAll === null ? playableAtOnce(state) : [];
  fill(
    region,
    [
      atOnce.map((use) => use.key),
      label,
      ready,
      free,
      mayEnd,
      role,
      choices,
      secretly,
      asking,
      choosing,
      state.notice,
      state.mode,
      state.labels,
    ],
    () => [
      state.notice
        ? html(
            "div",
            { class: `notice ${state.notice.tone}`, role: state.notice.tone === "calm" ? "status" : "alert" },
            html("p", {}, named(state, state.notice.text)),
            html("button", { type: "button", "data-key": "dismiss", onclick: dismiss }, say("notice.ok")),
          )
        : null,
      choices.length
        ? html(
            "div",
            { class: "choices" },
            html("h2", {}, turn.title),
            choices.map((one, i) =>
              html(
                "button",
                {
                  type: "button",
                  class: "choice",
                  "data-key": `choice-${i}`,
                  disabled: !free,
                  onclick: () => choose(one),
                },
                named(state, one.text),
              ),
            ),
          )
        : null,
      secretly.length
        ? html(
            "div",
            { class: "notice", "data-key": "secretly" },
            html("p", {}, say("end.secretly", { names: listed(secretly.map((seat) => seatLabel(state, seat))) })),
            html("button", { type: "button", "data-key": "secretly-seat", onclick: showLinks }, say("end.codes")),
          )
        : null,
      atOnce.length > 1
        ? html(
            "button",
            {
              type: "button",
              class: "play-all",
              "data-key": "play-all",
              onclick: () => playAll(atOnce.map((use) => use.key)),
            },
            say("end.play_all", { n: atOnce.length }),
          )
        : null,
      // The button is only shown in a usual turn: a question can't be ended.
      state.mode === "match" && label && !now.outcome && !choices.length && mayEnd && turn.kind === "turn"
        ? html(
            "button",
            { type: "button", class: "end-turn", "data-key": "end-turn", disabled: !ready, onclick: endTurn },
            asking.length
              ? say("end.asking")
              : choosing
                ? say("end.choosing")
                : role === "seat"
                  ? say("end.yours")
                  : say("end.of", { seat: label }),
          )
        : null,
    ],
  );
}
