// Draws the choice of what a card, skill or attack is aimed at, until a last press has it done.

import { faceOf } from "../appearance/card_faces.js";
import { timeToAnswer } from "./clocks.js";
import { html } from "../page/dom.js";
import { capital, listed, say, sayable } from "../words/say.js";
import { comesTo } from "./coming.js";
import { named, placeName } from "../state/sentences.js";
import { ownSeat, pieceOf, seatLabel, shownAdvice, view } from "../state/selectors.js";
import { placed } from "../state/spoken_pieces.js";
import { isPlace, isSeat, litPlaces, seatAt } from "./seat.js";
import { down } from "../surface/geometry.js";

/** @import { UseView } from "../../types/messages.js" */
/** @import { Action, SeatTools, State, UsingNow } from "../../types/page.js" */

/**
 * The words of the button that confirms a use: those of the question that it answers, of the action, or of its kind,
 * with the players or pieces that it is aimed at.
 * @type {(state: State, use: UseView, action?: Action | null) => string}
 */
export function deedOf(state, use, action = null) {
  const asked = `seat.verbs_for.${view(state)?.decision.kind ?? ""}`;
  const usual = `seat.verbs.${use.kind}`;
  const key = sayable(asked) ? asked : (verbOf(use, action) ?? usual);
  const { to, path, explore } = action ?? {};
  /** @type {(value: unknown) => string} */
  const last = (value) => (value === undefined ? "" : nameOfOption(state, [value].flat().at(-1)));
  const facts = { name: use.label, to: last(to ?? path), explore: last(explore) };
  const deed = sayable(key) ? say(key, facts) : use.label;
  const targets = AIMED.flatMap((field) => action?.[field] ?? []).map((value) => nameOfOption(state, value));
  return targets.length ? say("seat.deed_on", { deed, targets: listed(targets) }) : deed;
}

/**
 * The key of the words for an action with a card: its first word, and those of its further keys that have words;
 * null if it has none.
 * @type {(use: UseView, action: Action | null) => string | null}
 */
export function verbOf(use, action) {
  const [word = "", ...more] = Object.keys(action ?? {});
  const start = `seat.verbs_by.${word}`;
  if (use.kind !== "card" || !sayable(start)) return null;
  return more.reduce((key, one) => (sayable(`${key}_${one}`) ? `${key}_${one}` : key), start);
}

/** The fields of an action with those that it is aimed at. */
const AIMED = ["on", "target", "targets"];

/** The most things that can be chosen that are named. */
const LISTED = 8;

/**
 * The reason why a tapped place can't be chosen: the ones that can be, and what the player knows of the table, such as
 * distances. Empty if nothing was tapped.
 * @type {(state: State, using: UsingNow) => string}
 */
export function whyNotHere(state, { use, now }) {
  if (state.asked === null) return "";
  const seat = seatAt(state, state.asked);
  const piece = pieceOf(state, state.asked);
  const lit = [...litPlaces(state)];
  const players = lit.length > 0 && lit.every((value) => isSeat(state, value));
  if (now.key === undefined && !players) return "";
  const place =
    seat !== null && players ? seatLabel(state, seat) : piece ? placed(state, piece) : placeName(state, state.asked);
  if (lit.length > LISTED) return say("seat.choose_lit", { name: use.label, place });
  const possible = listed(lit.map((value) => nameOfOption(state, value)));
  return say("seat.cannot_choose", { name: use.label, place, possible });
}

/**
 * The words for a thing that may be chosen. A kind of card goes by the name of any such card, without suit and rank.
 * @type {(state: State, value: unknown) => string}
 */
export function nameOfOption(state, value) {
  const piece = pieceOf(state, `${value}`);
  if (piece) return placed(state, piece);
  const seat = view(state)?.seats.find((one) => one.seat === value);
  if (seat) return seat.label;
  const kind = state.faces?.cards.find((one) => one.card.startsWith(`${value}.`))?.label;
  return kind ? kind.replace(/\s*[♠♥♣♦].*$/u, "") : named(state, `${value}`);
}

/** The words for choosing none, or no more, of a key's things. @type {(key: string, some: boolean) => string} */
export const noMoreOf = (key, some) =>
  say(some ? "seat.all" : sayable(`seat.none_of.${key}`) ? `seat.none_of.${key}` : "seat.no_more");

/** Whether a value can be tapped on the board: a cell, a piece or a player. @type {(state: State, value: unknown) => boolean} */
const isOnBoard = (state, value) => isPlace(state, value) || isSeat(state, value);

/** The question that a use asks next. @type {(key: string) => string} */
export const whichOf = (key) => say(sayable(`seat.which.${key}`) ? `seat.which.${key}` : "seat.which.other");

/**
 * The things that are chosen so far for a use, and the expected result of an attack (empty for other uses).
 * @type {(state: State, using: Omit<UsingNow, "aimed">) => { done: unknown[], comes: string }}
 */
export function chosenSoFar(state, { use, picked, now }) {
  const { action } = now;
  const chosen = action ? Object.values(action).flat() : Object.values(picked).flatMap((one) => one.values);
  // A skill's own piece is listed with the targets; for other uses the heading names it. A place is listed once, even
  // where it is both entered and explored.
  const done = [...new Set(chosen)].filter(
    (value) =>
      (use.kind === "skill" || (value !== use.piece && value !== use.key)) && (!action || isPlace(state, value)),
  );
  const { attack, target } = action ?? {};
  const comes =
    typeof attack === "string" && typeof target === "string"
      ? comesTo(shownAdvice(state, attack), pieceOf(state, target))
      : "";
  return { done, comes };
}

/**
 * The cost of a card for its holder now, and the way it is paid; empty where the page has no words for it, or no cost.
 * @type {(state: State, use: UseView) => string}
 */
function costOf(state, use) {
  const key = `seat.paid.${state.match?.game}`;
  const printed = faceOf(state, use.key)?.numbers.find((one) => one.key === "cost")?.number;
  const n = use.numbers.find(([one]) => one === "cost")?.[1] ?? printed;
  return n && sayable(key) ? say(key, { n }) : "";
}

/**
 * Whether the player chose no target, because there is only one: a piece of the player's own.
 * @type {(state: State, using: Pick<UsingNow, "picked" | "now">) => boolean}
 */
export function isOnlyOwn(state, { picked, now: { action } }) {
  if (!action || Object.keys(picked).length) return false;
  const own = ownSeat(state);
  return AIMED.flatMap((key) => action[key] ?? []).some(
    (one) => own !== null && pieceOf(state, `${one}`)?.seat === own,
  );
}

/** How many cells are a field to arrange as it lies, rather than a list. */
const A_FIELD = 6;
/** How many buttons of cells fit beside each other on a phone. */
const A_ROW = 7;

/**
 * Cells in rows as they lie on the drawn board, null where a cell of a row isn't among them; null for other things, and
 * for few.
 * @type {(state: State, options: readonly unknown[]) => (string | null)[][] | null}
 */
export function arranged(state, options) {
  const cells = options.flatMap((value) => state.surface?.cells.find((one) => one.cell === value && !one.zone) ?? []);
  if (cells.length < A_FIELD || cells.length !== options.length) return null;
  const [columns, rows] = [inOrder(cells.map((one) => one.x_mm)), inOrder(cells.map((one) => down(one.y_mm)))];
  // Hexes don't lie in straight rows and columns: such a list would be mostly gaps.
  if (columns.length > A_ROW || columns.length * rows.length > 2 * cells.length) return null;
  return rows.map((y) =>
    columns.map(
      (x) => cells.find((one) => Math.round(one.x_mm) === x && Math.round(down(one.y_mm)) === y)?.cell ?? null,
    ),
  );
}

/** The whole numbers among some, each once, the smallest first. @type {(numbers: readonly number[]) => number[]} */
const inOrder = (numbers) => [...new Set(numbers.map(Math.round))].sort((a, b) => a - b);

/** @type {(state: State, using: UsingNow, free: boolean, tools: SeatTools) => HTMLElement} */
export function choosing(state, using, free, { pick, enough, stop, play }) {
  const { use, picked, now } = using;
  const { action } = now;
  const { done, comes } = chosenSoFar(state, { use, picked, now });
  const why = whyNotHere(state, using);
  const known = why ? (state.sheet?.uses ?? []).filter((one) => one.kind === "known") : [];
  /** @type {(value: unknown) => string} */
  const name = (value) => nameOfOption(state, value);
  const cost = costOf(state, use);
  const wary = isOnlyOwn(state, { picked, now });
  const about = `seat.about.${now.key}`;
  const places = arranged(state, now.options ?? []);
  /** @type {(value: unknown) => HTMLElement} */
  const chip = (value) =>
    html(
      "button",
      {
        type: "button",
        class: "chip",
        "data-key": `pick-${value}`,
        onclick: () => now.key !== undefined && pick(now.key, value),
      },
      name(value),
    );
  return html(
    "div",
    { class: "using", role: "group", "aria-label": use.label },
    html("h2", {}, capital(use.label), timeToAnswer(state.place?.seat ?? "")),
    use.text && use.kind !== "draft" ? html("p", { class: "face-text" }, use.text) : null,
    cost ? html("p", { class: "costs-now" }, cost) : null,
    done.length
      ? html(
          "p",
          { class: "done-so-far" },
          say(wary ? "seat.only_own" : "seat.done"),
          html("b", {}, done.map(name).join(say("joins.comma"))),
        )
      : null,
    comes ? html("p", { class: "comes" }, comes) : null,
    why ? html("p", { class: "why-not-here", role: "status" }, why) : null,
    known.length ? html("p", { class: "quiet" }, known.map((one) => named(state, one.label)).join(" · ")) : null,
    action
      ? html(
          "button",
          {
            type: "button",
            class: wary ? "go wary" : "go",
            "data-key": "go",
            disabled: !free,
            onclick: () => play(use, action),
          },
          deedOf(state, use, action),
        )
      : now.key === undefined
        ? null
        : html(
            "div",
            { class: "options" },
            html(
              "p",
              { class: "ask" },
              html("b", {}, whichOf(now.key)),
              now.options.some((value) => isOnBoard(state, value)) ? ` ${say("seat.tap")}` : null,
            ),
            sayable(about) ? html("p", { class: "face-text" }, say(about)) : null,
            places
              ? html(
                  "div",
                  { class: "as-they-lie" },
                  places.map((row) =>
                    html(
                      "div",
                      { class: "row" },
                      row.map((cell) => (cell === null ? html("span", { class: "gap" }) : chip(cell))),
                    ),
                  ),
                )
              : html("div", { class: "row" }, now.options.map(chip)),
            now.enough
              ? html(
                  "button",
                  {
                    type: "button",
                    class: now.taken.length ? "enough" : "enough none",
                    "data-key": "enough",
                    onclick: () => enough(now.key),
                  },
                  noMoreOf(now.key, now.taken.length > 0),
                )
              : null,
          ),
    html("button", { type: "button", class: "stop", "data-key": "stop", onclick: stop }, say("seat.back")),
  );
}
