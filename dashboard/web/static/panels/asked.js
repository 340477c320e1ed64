// The bar's part for the seat at this tablet: a question to it, an action at a tapped place.

import { faceOf } from "../appearance/card_faces.js";
import { timeToAnswer } from "./clocks.js";
import { fill, html } from "../page/dom.js";
import { capital, listed, say, sayable } from "../words/say.js";
import { choosing, deedOf, verbOf } from "./choosing_targets.js";
import { questionOf, turnOf } from "../state/bar.js";
import { lastPlayed, named, placeName } from "../state/sentences.js";
import { leftToDo, mayAsk, ownSeat, pieceOf, view } from "../state/selectors.js";
import { arbitersSeat, askedCard, currentSheet } from "../state/hand_sheet.js";
import { restPressed, restToLay } from "../state/laying_rest.js";
import { offersOf, usesNow } from "../state/uses.js";
import { face, usingOf } from "./seat.js";
import { rule } from "./rule_link.js";

/** @import { PlayedAction, SeatSheet, UseView } from "../../types/messages.js" */
/** @import { AskedTools, QuestionText, State, Turn } from "../../types/page.js" */
/** @import { Offer } from "../state/uses.js" */

/** @type {(region: HTMLElement, state: State, tools: AskedTools) => void} */
export function drawAsked(region, state, tools) {
  const own = ownSeat(state);
  const plays = own ?? arbitersSeat(state);
  const free = mayAsk(state) && currentSheet(state) !== null;
  const turn = turnOf(state);
  const using = plays === null ? null : usingOf(state);
  const due = own !== null && currentSheet(state) !== null && mustChoose(state, own, turn);
  const offers = plays === null || using || due ? [] : offersOf(state);
  const laid = own === null || using ? "" : (state.sheet?.laid_text ?? "");
  const strange = isStranger(state);
  region.hidden = plays === null || !(using || due || offers.length || laid || strange);
  fill(
    region,
    [
      plays,
      due,
      strange,
      view(state)?.seats.map((one) => one.label),
      state.sheet,
      state.using,
      using && state.asked,
      state.quarters,
      state.layingRest,
      restToLay(state).length,
      offers,
      free,
      state.labels,
      turn,
      state.match?.last_actions,
      leftToDo(state),
      state.rules,
    ],
    () => {
      if (strange) return [stranger(state, tools)];
      if (plays === null || state.sheet === null) return [];
      if (using) return [choosing(state, using, free, tools)];
      return [
        // A card lies on the seat's pad and can't be used.
        laid ? html("p", { class: "on-the-pad", role: "status" }, laid) : null,
        ...(due && own !== null ? question(state, state.sheet, own, turn, free, tools) : []),
        offers.length ? offered(state, offers, free, tools) : null,
      ];
    },
  );
}

/**
 * The only possible answer of this tablet's seat; null if it has a choice, or isn't asked.
 * @type {(state: State) => PlayedAction | null}
 */
export function onlyAnswer(state) {
  const own = ownSeat(state);
  const sheet = currentSheet(state);
  if (
    own === null ||
    !sheet ||
    !mustChoose(state, own, turnOf(state)) ||
    usesNow(state).some((use) => use.kind !== "known")
  )
    return null;
  return sheet.choices.length === 1 ? sheet.choices[0] : null;
}

/**
 * The places and pieces in the possible answers of this tablet's seat, and in the last play; none if it isn't asked.
 * @type {(state: State) => unknown[]}
 */
export function askedAbout(state) {
  const own = ownSeat(state);
  const sheet = currentSheet(state);
  if (own === null || !sheet || !mustChoose(state, own, turnOf(state))) return [];
  const played = lastPlayed(state)?.actions.at(-1);
  return [
    ...sheet.choices.map((one) => one.action),
    ...usesNow(state).flatMap((use) => use.actions),
    played?.action ?? {},
  ].flatMap((action) => Object.values(action).flat());
}

/**
 * Whether this tablet's seat isn't in the present match.
 * @type {(state: State) => boolean}
 */
export const isStranger = (state) =>
  state.place?.role === "seat" &&
  state.match !== null &&
  !state.match.view.seats.some((one) => one.seat === state.place?.seat);

/** @type {(state: State, tools: AskedTools) => HTMLElement} */
function stranger(state, { leave }) {
  const seats = view(state)?.seats ?? [];
  const name = state.place?.seat ?? "";
  return html(
    "div",
    { class: "asked-of-you", role: "group", "aria-label": say("seat.stranger") },
    html("h2", {}, say("seat.stranger")),
    html(
      "p",
      { class: "before" },
      say("seat.stranger_is", {
        seat: sayable(`seat.names.${name}`) ? say(`seat.names.${name}`) : name,
        names: listed(seats.map((one) => one.label)),
      }),
    ),
    html("p", {}, say("seat.stranger_how")),
    html(
      "div",
      { class: "choices-row" },
      html("button", { type: "button", class: "choice", "data-key": "look-on", onclick: leave }, say("seat.look_on")),
    ),
  );
}

/**
 * The question which of several actions is meant, and the words for each: those of its use, and of its target where
 * there are several. The question is empty for a single action, or without a place.
 * @type {(state: State, offers: readonly Offer[]) => { asks: string, words: string[] }}
 */
export function whichOffer(state, offers) {
  const targets = new Set(offers.map((one) => one.target));
  const place = state.asked === null ? null : (pieceOf(state, state.asked)?.cell ?? state.asked);
  const piece = pieceOf(state, state.selected)?.label ?? "";
  return {
    asks: offers.length > 1 && place !== null ? say("seat.which_deed", { piece, place: placeName(state, place) }) : "",
    words: offers.map(({ use, target, action }) =>
      targets.size > 1
        ? say("seat.on_target", { name: use.label, target: pieceOf(state, target)?.label ?? "" })
        : action && verbOf(use, action)
          ? deedOf(state, use, action)
          : capital(use.label),
    ),
  };
}

/** @type {(state: State, offers: readonly Offer[], free: boolean, tools: AskedTools) => HTMLElement} */
function offered(state, offers, free, { aim, play }) {
  const { asks, words } = whichOffer(state, offers);
  return html(
    "div",
    { class: "offer", role: "group", "aria-label": asks || say("seat.offered") },
    asks ? html("p", { class: "ask" }, asks) : null,
    offers.map(({ use, picked, action, target }, i) =>
      html(
        "button",
        {
          type: "button",
          class: "go",
          "data-key": `offer-${use.key}${i && target ? `-${target}` : ""}`,
          disabled: !free,
          onclick: () => (action ? play(use, action) : aim(use, picked)),
        },
        words[i],
      ),
    ),
  );
}

/**
 * Whether the seat is asked outside its usual turn.
 * @type {(state: State, own: string, turn: Turn) => boolean}
 */
export const mustChoose = (state, own, turn) => {
  const decision = view(state)?.decision;
  return decision?.chooser === "seat" && decision.seats.includes(own) && turn.kind !== "turn" && turn.kind !== null;
};

/**
 * A question to a seat: its words, the play that it is about with the text of the played card (each empty if the words
 * say it already), the answers, and the cards and skills that can answer it.
 * @type {(state: State, sheet: SeatSheet, own: string) => { asks: QuestionText, before: string, note: string, choices: readonly PlayedAction[], answering: readonly UseView[] }}
 */
export function questionTo(state, { choices, uses, question }, own) {
  // The game's own sentence about the due action comes first, because the question may not be about the last play.
  const due = leftToDo(state).find((one) => one.due && one.seat === own && one.pieces.length)?.text;
  // The seat's own words may name a card that the rulebook's can't. An announcement says only the rulebook's.
  const asks = { ...questionOf(state), ...(question ? { says: question } : {}) };
  // The cards that can answer the question are buttons here, so that nobody has to open a drawer.
  const answering = uses.filter((use) => use.actions.length && use.kind !== "known");
  // Neither drawing a card nor one's own pass is a reason for a question.
  const dull = new Set(
    lastPlayed(state)
      ?.actions.filter((one) => (one.by === null && "draw" in one.action) || (one.by === own && "pass" in one.action))
      .map((one) => one.text),
  );
  // The last play is shown only if no due action is known, and it isn't another player's answer to this question.
  // At an opening nothing has been played: the last thing was chance's, which no verdict tells of.
  // A seat's own question says what it answers; only a choice after a play, such as a skill's, needs the play beside it.
  const says = Boolean(question) && view(state)?.decision.kind !== "choose";
  const before =
    due === undefined && !says && lastPlayed(state) !== null
      ? (state.match?.last_actions.findLast((text) => choices.every((one) => one.text !== text) && !dull.has(text)) ??
        "")
      : "";
  // If no rule asks the question, the played card does, so its text is shown.
  const note = before && !asks.rule ? (lastPlayed(state)?.actions.at(-1)?.note ?? "") : "";
  return { asks, before, note, choices, answering };
}

/** @type {(state: State, sheet: SeatSheet, own: string, turn: Turn, free: boolean, tools: AskedTools) => HTMLElement[]} */
function question(state, sheet, own, turn, free, { choose, use: use_, layRest }) {
  if (!mustChoose(state, own, turn)) return [];
  const { asks, before, note, choices, answering } = questionTo(state, sheet, own);
  const about = askedCard(sheet);
  return [
    html(
      "div",
      { class: "asked-of-you", role: "group", "aria-label": say("seat.must_choose") },
      html("h2", {}, asks.says, " ", asks.rule ? rule(state, asks.rule) : null, timeToAnswer(own)),
      before ? html("p", { class: "before" }, named(state, before)) : null,
      note ? html("p", { class: "before" }, note) : null,
      about ? html("div", { class: "asked-card" }, face(state, about)) : null,
      theRest(state, layRest),
      html(
        "div",
        { class: "choices-row" },
        choices.map((one, i) =>
          html(
            "button",
            { type: "button", class: "choice", "data-key": `own-${i}`, disabled: !free, onclick: () => choose(one) },
            named(state, one.text),
            one.note ? html("span", { class: "what-it-does" }, named(state, one.note)) : null,
          ),
        ),
      ),
      answering.length
        ? html(
            "ul",
            { class: "choices-row" },
            answering.map((use) =>
              html(
                "li",
                {},
                html(
                  "button",
                  {
                    type: "button",
                    class: "choice",
                    "data-key": use.key,
                    disabled: !free,
                    onclick: () => use_(use.key),
                  },
                  capital(use.label),
                  printedFacts(state, use),
                  whatItDoes(state, use),
                ),
              ),
            ),
          )
        : null,
    ),
  ];
}

/**
 * The kind and the numbers of a person's card that may be chosen, such as a general's kingdom and health; else null.
 * @type {(state: State, use: UseView) => HTMLElement | null}
 */
function printedFacts(state, use) {
  const face = view(state)?.decision.kind === "recruit" ? faceOf(state, use.key) : null;
  const facts = face ? [face.kind_label, ...face.numbers.map((one) => one.label)].filter(Boolean) : [];
  return facts.length ? html("span", { class: "printed-facts" }, facts.join(" · ")) : null;
}

/**
 * The button that has all that is left laid by chance, and the one that stops it; null if the question isn't of that
 * kind.
 * @type {(state: State, layRest: AskedTools["layRest"]) => HTMLElement | null}
 */
function theRest(state, layRest) {
  if (!restToLay(state).length) return null;
  return html(
    "button",
    {
      type: "button",
      class: "rest",
      "data-key": "rest",
      onclick: () => layRest(restPressed(state)),
    },
    say(state.layingRest === null ? "seat.lay_rest" : "seat.stop_rest"),
  );
}

/**
 * The text of a card or skill that can answer the question; null if it has none.
 * @type {(state: State, use: UseView) => HTMLElement | null}
 */
function whatItDoes(state, use) {
  const text = use.text || faceOf(state, use.key)?.text;
  return text ? html("span", { class: "what-it-does" }, named(state, text)) : null;
}
