// The present warning or question: the broken rules, the repair, and the other possible answers.

import { fill, html } from "../page/dom.js";
import { verdictNow } from "../state/bar.js";
import { isOthers, ordersFor } from "../state/hands_at_work.js";
import { besides, headOf, named, namedStep } from "../state/sentences.js";
import { maySettle, pieceOf } from "../state/selectors.js";
import { capital, say } from "../words/say.js";
import { evidence, percent, picturesOf } from "./proof.js";
import { law, rule } from "./rule_link.js";

/** @import { PlayedAction, RepairStep, Verdict } from "../../types/messages.js" */
/** @import { Children, Order, State } from "../../types/page.js" */

/**
 * The players' possible answers to a warning or a question.
 * @typedef {{ choose: (choice: number) => void, decide: (kind: "table_is_right" | "game_is_right" | "place_is_right", place?: string) => void, order: Order }} AlertTools
 */

/**
 * The reasons of a verdict, each once, with the ids of all rules that give it.
 * @type {(verdict: Verdict) => [text: string, rules: string[]][]}
 */
function grounds(verdict) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const { text, rule: id } of verdict.violations) found.set(text, [...(found.get(text) ?? []), id]);
  return [...found];
}

/** @type {Record<string, string>} */
const SIGNS = { illegal: "!", ambiguous: "?", pending: "…" };

/** @type {(region: HTMLElement, state: State, tools: AlertTools) => void} */
export function drawAlert(region, state, tools) {
  const shown = verdictNow(state);
  const asking = Object.values(state.sent).length > 0;
  region.className = shown ? `alert ${shown.kind}` : "alert none";
  const pictures = shown ? picturesOf(state, shown) : [];
  fill(
    region,
    [
      shown,
      asking,
      state.match?.revision,
      state.labels,
      state.place,
      pictures,
      state.rules?.lang,
      shown && ordersFor(state, shown),
    ],
    () => (shown ? alertContent(state, shown, asking, tools) : []),
  );
}

/** @type {(state: State, shown: Verdict, asking: boolean, tools: AlertTools) => Children} */
function alertContent(state, shown, asking, { choose, decide, order }) {
  // The list is for the person who can do it. The others only learn why they wait.
  if (isOthers(state, shown))
    return html(
      "p",
      { class: "head" },
      html("span", { class: "sign", "aria-hidden": "true" }, SIGNS[shown.kind]),
      say("alert.others"),
    );
  const said = besides(shown);
  const orders = ordersFor(state, shown);
  const putBack = html(
    "button",
    {
      type: "button",
      class: "put-back",
      "data-key": "game-right",
      disabled: asking,
      onclick: () => decide("game_is_right"),
    },
    say(shown.felt.length ? "alert.nothing" : shown.candidates.length > 1 ? "alert.none" : "alert.not_it"),
  );
  return [
    html(
      shown.kind === "pending" ? "p" : "h2",
      { class: "head" },
      html("span", { class: "sign", "aria-hidden": "true" }, SIGNS[shown.kind]),
      headOf(shown),
    ),
    html(
      "div",
      { class: "what" },
      grounds(shown).map(([text, ids]) =>
        html(
          "p",
          { class: "broken" },
          ids.flatMap((id) => [rule(state, id), " "]),
          named(state, text),
        ),
      ),
      said ? html("p", { class: "said" }, named(state, said)) : null,
      shown.kind === "pending"
        ? shown.candidates.map((actions) => html("p", { class: "seems" }, say("alert.seems"), together(state, actions)))
        : null,
    ),
    shown.repair.length
      ? html(
          "div",
          { class: "repair" },
          html(
            shown.kind === "pending" ? "h2" : "h3",
            {},
            say(shown.kind === "illegal" ? "alert.repair" : "alert.still"),
          ),
          ...steps(
            state,
            shown.repair,
            shown.kind === "illegal" && maySettle(state) ? rightHere(asking, decide) : () => null,
          ),
        )
      : null,
    // At a simulated table no player can move the pieces by hand.
    orders.length
      ? html(
          "button",
          { type: "button", class: "have-it-laid", "data-key": "have-it-laid", onclick: () => orders.forEach(order) },
          say(shown.kind === "illegal" ? "alert.have_it_right" : "alert.have_it_done"),
        )
      : null,
    ...(shown.kind === "ambiguous"
      ? shown.candidates.map((actions, i) =>
          choice(i, together(state, actions), shown.likelihoods[i], asking || !maySettle(state), choose),
        )
      : []),
    shown.kind === "ambiguous" && maySettle(state) ? putBack : null,
    shown.kind === "illegal" && shown.repair.length && maySettle(state) ? otherwise(asking, decide) : null,
    ...law(state, shown),
    evidence(state, shown),
  ];
}

/** Several actions as one sentence. @type {(state: State, actions: readonly PlayedAction[]) => string} */
export const together = (state, actions) => named(state, actions.map((action) => action.text).join(say("joins.then")));

const STEPS = 6;

/**
 * The steps of a repair in their order. If there are many, the later ones are folded.
 * @type {(state: State, repair: readonly RepairStep[], button: (step: RepairStep) => HTMLElement | null) => HTMLElement[]}
 */
function steps(state, repair, button) {
  /** @type {(some: readonly RepairStep[]) => HTMLElement} */
  const list = (some) =>
    html(
      "ol",
      { class: "steps" },
      some.map((step) => html("li", {}, html("span", {}, stepText(state, step)), button(step))),
    );
  if (repair.length <= STEPS) return [list(repair)];
  const later = list(repair.slice(STEPS - 1));
  later.style.counterReset = `step ${STEPS - 1}`;
  return [
    list(repair.slice(0, STEPS - 1)),
    html(
      "details",
      {},
      html("summary", { "data-key": "later" }, say("alert.more", { n: repair.length - STEPS + 1 })),
      later,
    ),
  ];
}

/**
 * The button that says that one piece of a warning is right as it lies; null for a piece without a name, face down.
 * @type {(asking: boolean, decide: AlertTools["decide"]) => (step: RepairStep) => HTMLElement | null}
 */
const rightHere = (asking, decide) => (step) =>
  !step.piece
    ? null
    : html(
        "button",
        {
          type: "button",
          class: "as-it-lies",
          "data-key": `place-right-${step.piece}`,
          disabled: asking,
          onclick: () => decide("place_is_right", step.piece),
        },
        say("alert.place_right"),
      );

/**
 * The players' answers to a warning instead of putting it right.
 * @type {(asking: boolean, decide: AlertTools["decide"]) => HTMLElement}
 */
const otherwise = (asking, decide) =>
  html(
    "details",
    { class: "otherwise" },
    html("summary", { "data-key": "otherwise" }, say("alert.otherwise")),
    html(
      "div",
      { class: "row" },
      html(
        "button",
        { type: "button", "data-key": "table-right", disabled: asking, onclick: () => decide("table_is_right") },
        say("alert.table_right"),
      ),
      html(
        "button",
        { type: "button", "data-key": "game-right", disabled: asking, onclick: () => decide("game_is_right") },
        say("alert.game_right"),
      ),
    ),
  );

/** @type {(i: number, text: string, likelihood: number | undefined, asking: boolean, choose: AlertTools["choose"]) => HTMLElement} */
const choice = (i, text, likelihood, asking, choose) =>
  html(
    "button",
    { type: "button", class: "choice", "data-key": `choice-${i}`, disabled: asking, onclick: () => choose(i) },
    html("span", { class: "choice-number", "aria-hidden": "true" }, String(i + 1)),
    html(
      "span",
      {},
      text,
      likelihood === undefined ? null : html("span", { class: "likelihood" }, ` ${percent(likelihood)}`),
    ),
  );

/** @type {(state: State, step: RepairStep) => string} */
export function stepText(state, step) {
  if (step.text) return capital(namedStep(state, step));
  const piece = pieceOf(state, step.piece)?.label ?? step.piece;
  return step.to
    ? say(step.face === "down" ? "alert.to_turned" : "alert.to", { piece, cell: step.to })
    : say("alert.off_board", { piece });
}
