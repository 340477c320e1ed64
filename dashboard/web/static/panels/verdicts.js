// The referee's words: the warning or question in force, what was just played, and all that was said before.

import { dieHint } from "./die.js";
import { fill, fillEach, html } from "../page/dom.js";
import { evidence, percent, picturesOf } from "./proof.js";
import { capital, say, sayable, stopped } from "../words/say.js";
import { ordersFor } from "../state/hands.js";
import { seatIcon } from "./seat_icon.js";
import { toldNow, turnOf } from "../state/bar.js";
import { besides, headOf, lastPlayed, maySettle, named, namedStep, newsOf, ownSeat, pieceOf, ruleOf, sentence, stands } from "../state/selectors.js";
import { moment } from "../state/troubles.js";

/** @import { PlayedAction, RepairStep, Verdict } from "../../types/messages.js" */
/** @import { Children, Order, State } from "../../types/page.js" */

/**
 * The players' possible answers to a warning or a question.
 * @typedef {{ choose: (choice: number) => void, decide: (kind: "table_is_right" | "game_is_right" | "place_is_right", place?: string) => void, order: Order }} AlertTools
 */

/**
 * A rule's number, which leads to its place in the rulebook; beside the match, which stays open.
 * @type {(state: State, id: string) => HTMLElement}
 */
export const rule = (state, id) =>
  html("a", { class: "rule", "data-key": `rule-${id}`, href: rulebookAddress(state, id), target: "_blank", rel: "noopener", title: say("rulebook.look_up", { rule: id }) }, id);

/**
 * Where a rule stands in the rulebook of the game that is played; without a rule, where the book begins.
 * @type {(state: State, id?: string) => string}
 */
export const rulebookAddress = (state, id = "") => `/rulebook?game=${encodeURIComponent(state.match?.game ?? "")}${id && `#${encodeURIComponent(id)}`}`;

/**
 * The rulebook's words on a verdict's broken rules, each once, and where.
 * @type {(state: State, verdict: Verdict) => HTMLElement[]}
 */
function law(state, verdict) {
  const ids = [...new Set(verdict.violations.map((one) => one.rule))];
  return ids.flatMap((id) => {
    const found = ruleOf(state, id);
    if (!found) return [];
    const where = html("cite", { title: state.rules?.book ?? "" }, say("alert.place", { place: found.place }));
    return [html("p", { class: "law" }, html("b", {}, id), " ", found.says, " ", found.left_open ? `${found.left_open} ` : null, where)];
  });
}

/**
 * The faults of a verdict, each reason once, with all rules that say so.
 * @type {(verdict: Verdict) => [text: string, rules: string[]][]}
 */
function grounds(verdict) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const { text, rule: id } of verdict.violations) found.set(text, [...found.get(text) ?? [], id]);
  return [...found];
}

/** @type {Record<string, string>} */
const SIGNS = { illegal: "!", ambiguous: "?", pending: "…" };

/** @type {(region: HTMLElement, state: State, tools: AlertTools) => void} */
export function drawAlert(region, state, tools) {
  const shown = toldNow(state);
  const asking = Object.values(state.sent).length > 0;
  region.className = shown ? `alert ${shown.kind}` : "alert none";
  const pictures = shown ? picturesOf(state, shown) : [];
  fill(region, [shown, asking, state.match?.revision, state.labels, state.place, pictures, state.rules?.lang, shown && ordersFor(state, shown)], () => (shown ? alertContent(state, shown, asking, tools) : []));
}

/** @type {(state: State, shown: Verdict, asking: boolean, tools: AlertTools) => Children} */
function alertContent(state, shown, asking, { choose, decide, order }) {
  const said = besides(shown);
  const orders = ordersFor(state, shown);
  const putBack = html("button", { type: "button", class: "put-back", "data-key": "game-right", disabled: asking, onclick: () => decide("game_is_right") },
    say(shown.felt.length ? "alert.nothing" : shown.candidates.length > 1 ? "alert.none" : "alert.not_it"));
  return [
    html(shown.kind === "pending" ? "p" : "h2", { class: "head" }, html("span", { class: "sign", "aria-hidden": "true" }, SIGNS[shown.kind]), headOf(shown)),
    html("div", { class: "what" },
      grounds(shown).map(([text, ids]) => html("p", { class: "broken" }, ids.flatMap((id) => [rule(state, id), " "]), named(state, text))),
      said ? html("p", { class: "said" }, named(state, said)) : null,
      shown.kind === "pending" ? shown.candidates.map((actions) => html("p", { class: "seems" }, say("alert.seems"), together(state, actions))) : null),
    shown.repair.length ? html("div", { class: "repair" }, html(shown.kind === "pending" ? "h2" : "h3", {}, say(shown.kind === "illegal" ? "alert.repair" : "alert.still")),
      ...steps(state, shown.repair, shown.kind === "illegal" && maySettle(state) ? rightHere(asking, decide) : () => null)) : null,
    // Nobody's fingers reach the pieces of a table that is only simulated.
    orders.length ? html("button", { type: "button", class: "have-it-laid", "data-key": "have-it-laid", onclick: () => orders.forEach(order) }, say("alert.have_it_laid")) : null,
    ...(shown.kind === "ambiguous" ? shown.candidates.map((actions, i) => choice(i, together(state, actions), shown.likelihoods[i], asking || !maySettle(state), choose)) : []),
    shown.kind === "ambiguous" && maySettle(state) ? putBack : null,
    shown.kind === "illegal" && shown.repair.length && maySettle(state) ? otherwise(asking, decide) : null,
    ...law(state, shown),
    evidence(state, shown),
  ];
}

/** @type {(state: State, actions: readonly PlayedAction[]) => string} */
const together = (state, actions) => named(state, actions.map((action) => action.text).join(say("joins.then")));

const STEPS = 6;

/**
 * The steps in order; of many the later ones are folded away, since the first come first.
 * @type {(state: State, repair: readonly RepairStep[], button: (step: RepairStep) => HTMLElement | null) => HTMLElement[]}
 */
function steps(state, repair, button) {
  /** @type {(some: readonly RepairStep[]) => HTMLElement} */
  const list = (some) => html("ol", { class: "steps" }, some.map((step) => html("li", {}, html("span", {}, stepText(state, step)), button(step))));
  if (repair.length <= STEPS) return [list(repair)];
  const later = list(repair.slice(STEPS - 1));
  later.style.counterReset = `step ${STEPS - 1}`;
  return [list(repair.slice(0, STEPS - 1)), html("details", {}, html("summary", { "data-key": "later" }, say("alert.more", { n: repair.length - STEPS + 1 })), later)];
}

/**
 * The players' answer about one piece of a warning: it's right as it lies. A piece that lies face down has no
 * name.
 * @type {(asking: boolean, decide: AlertTools["decide"]) => (step: RepairStep) => HTMLElement | null}
 */
const rightHere = (asking, decide) => (step) =>
  !step.piece ? null : html("button", { type: "button", class: "as-it-lies", "data-key": `place-right-${step.piece}`, disabled: asking, onclick: () => decide("place_is_right", step.piece) }, say("alert.place_right"));

/**
 * The players' answers to a warning instead of putting it right.
 * @type {(asking: boolean, decide: AlertTools["decide"]) => HTMLElement}
 */
const otherwise = (asking, decide) =>
  html("details", { class: "otherwise" }, html("summary", { "data-key": "otherwise" }, say("alert.otherwise")),
    html("div", { class: "row" },
      html("button", { type: "button", "data-key": "table-right", disabled: asking, onclick: () => decide("table_is_right") }, say("alert.table_right")),
      html("button", { type: "button", "data-key": "game-right", disabled: asking, onclick: () => decide("game_is_right") }, say("alert.game_right"))));

/** @type {(i: number, text: string, likelihood: number | undefined, asking: boolean, choose: AlertTools["choose"]) => HTMLElement} */
const choice = (i, text, likelihood, asking, choose) =>
  html("button", { type: "button", class: "choice", "data-key": `choice-${i}`, disabled: asking, onclick: () => choose(i) },
    html("span", { class: "choice-number", "aria-hidden": "true" }, String(i + 1)),
    html("span", {}, text, likelihood === undefined ? null : html("span", { class: "likelihood" }, ` ${percent(likelihood)}`)));

/** @type {(state: State, step: RepairStep) => string} */
function stepText(state, step) {
  if (step.text) return capital(namedStep(state, step));
  const piece = pieceOf(state, step.piece)?.label ?? step.piece;
  return step.to ? say(step.face === "down" ? "alert.to_turned" : "alert.to", { piece, cell: step.to }) : say("alert.off_board", { piece });
}

/** @type {(region: HTMLElement, state: State) => void} */
export function drawPlayed(region, state) {
  const last = lastPlayed(state);
  const text = last ? sentence(state, last) : "";
  fill(region, [text, last?.taken_at, state.place?.seat], () =>
    last
      ? [html("span", { class: "eyebrow" }, say("history.just")), html("div", { class: "last-played" }, html("p", { class: "last" }, text), written(state, last))]
      : [html("span", { class: "eyebrow" }, say("history.just")), html("p", { class: "last quiet" }, say("history.nothing"))],
  );
}

/**
 * The results of a verdict's actions, and the texts of the cards, skills and events they played, each once.
 * @type {(state: State, verdict: Verdict) => (HTMLElement | null)[]}
 */
function written(state, verdict) {
  const came = verdict.actions.flatMap((action) => action.came);
  const own = ownSeat(state);
  // A card speaks to whoever plays it ("You get 2 coins"): others read what came of it, or that the card says so.
  /** @type {(action: PlayedAction) => string} */
  const note = (action) => (!action.note || (own !== null && action.by === own) ? action.note : action.came.length ? "" : say("history.written", { text: action.note }));
  const notes = [...new Set(verdict.actions.map(note).filter(Boolean))];
  return [came.length ? html("p", { class: "came" }, came.map((text) => named(state, text)).join(say("joins.sentences")) + say("joins.stop")) : null,
    ...notes.map((note) => html("p", { class: "note" }, note))];
}

/** @type {(region: HTMLElement, state: State) => void} */
export function drawHistory(region, state) {
  const items = newsOf(state.verdicts).reverse().map((verdict) => ({
    shown: [verdict, sentence(state, verdict), state.rules?.lang, state.place?.seat, stands(state, verdict), state.match?.signs],
    build: () =>
      html("li", { class: stands(state, verdict) ? verdict.kind : "undone" },
        html("span", { class: "when" }, moment(verdict.taken_at)),
        html("div", {}, whose(state, verdict), stands(state, verdict) ? null : html("b", {}, `${say("history.undone")} `), sayable(`history.${verdict.kind}`) && verdict.kind !== "settled" ? html("b", {}, `${say(`history.${verdict.kind}`)} `) : null, ...verdict.violations.map((one) => rule(state, one.rule)), ` ${sentence(state, verdict)}`, written(state, verdict), law(state, verdict))),
  }));
  fillEach(region, items.length ? items : [{ shown: "none", build: () => html("li", { class: "quiet" }, say("history.none")) }]);
}

/** The sign of whoever played what a verdict says; nothing where it's nobody's. @type {(state: State, verdict: Verdict) => SVGElement | null} */
function whose(state, verdict) {
  const by = verdict.actions.find((one) => one.by)?.by;
  return by ? seatIcon(state, by, 20) : null;
}

/**
 * Sentences one after the other, each with its stop.
 * @type {(sentences: readonly string[]) => string}
 */
const told = (sentences) => sentences.map(stopped).join(say("joins.after"));

/**
 * The words for screen readers about a warning or a question, at once, with how to put it right.
 * @type {(region: HTMLElement, state: State) => void}
 */
export function drawWarned(region, state) {
  const verdict = toldNow(state);
  // An unfinished move of the hands needs no alarm.
  const warning = verdict && verdict.kind !== "pending" ? [headOf(verdict), sentence(state, verdict), ...verdict.repair.map((step) => stepText(state, step))] : [];
  fill(region, warning, () => (warning.length ? html("p", {}, told(warning)) : null));
}

/**
 * The further words for screen readers, once they have listened to the end: the play, whose turn it is, a die
 * that is due.
 * @type {(region: HTMLElement, state: State) => void}
 */
export function drawSpoken(region, state) {
  const last = lastPlayed(state);
  const news = [last ? sentence(state, last) : "", turnOf(state).title, dieHint(state)].filter(Boolean);
  fill(region, news, () => html("p", {}, told(news)));
}

