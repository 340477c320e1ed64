// The players' numbers: one line for each seat, and the meaning of the numbers.

import { fill, html, svg } from "../page/dom.js";
import { look, lookNumber } from "../appearance/worn_look.js";
import { layersOf } from "../appearance/symbols.js";
import { turnOf } from "../state/bar.js";
import { view } from "../state/selectors.js";
import { say } from "../words/say.js";
import { seatIcon } from "./seat_icon.js";

/** @import { SeatView } from "../../types/messages.js" */
/** @import { Children, State } from "../../types/page.js" */

/** @type {(region: HTMLElement, state: State) => void} */
export function drawSeats(region, state) {
  const now = view(state);
  const turn = turnOf(state).seat;
  const columns = countersOf(state);
  region.classList.toggle(
    "many",
    columns.reduce((sum, { digits }) => sum + WIDTHS_REM[Math.min(digits, 3)], 0) > BESIDE_REM,
  );
  region.classList.toggle("wordy", isWordy(state, columns));
  region.classList.toggle(
    "drawn",
    columns.every(({ name }) => counterSign(name) !== null),
  );
  region.style.setProperty("--columns", String(columns.length));
  fill(region, [now?.seats, turn, state.match?.signs, lookNumber()], () =>
    (now?.seats ?? []).map((seat) =>
      html(
        "li",
        {
          class: [
            "seat",
            seat.seat === turn ? "on-turn" : "",
            seat.out ? "out" : "",
            lettersOf(seat.label) > BESIDE_NUMBERS ? "long" : "",
          ].join(" "),
          "data-seat": seat.seat,
          "aria-current": seat.seat === turn ? "true" : null,
        },
        seatIcon(state, seat.seat),
        html(
          "div",
          {},
          html("span", { class: "seat-name" }, seat.label, seat.out ? say("turn.out") : ""),
          html("span", { class: "clock", "data-clock": seat.seat, hidden: true }),
          html(
            "span",
            { class: "numbers" },
            columns.map((column) => number(seat, column)),
          ),
        ),
      ),
    ),
  );
}

/** The most numbers that are all shown. If there are more, those that are 0 for everybody are left out. */
const MANY = 4;

/** The widths of a column in a narrow rail, by its numbers' digits, as in `bar.css` (`.of-2`). */
const WIDTHS_REM = [0.95, 0.95, 1.35, 1.9];

/** The largest width of the numbers beside a name in the narrowest rail. Wider ones have a line of their own. */
const BESIDE_REM = 5;

/** The most letters of a name that has its numbers beside it: two lines in a narrow rail. */
const BESIDE_NUMBERS = 18;

/** The most letters in a seat's line: its name, its numbers and their words. */
const LETTERS = 52;
/** The width of a letter on a phone, and of what else is in a seat's line there: its sign, edges and gaps, px. */
const LETTER_PX = 6.35;
const BESIDE_LETTERS_PX = 60;

/** The width of a text in letters. Letters of East Asia are nearly twice as wide. @param {string} text */
const lettersOf = (text) => [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 1.8 : 1), 0);

/**
 * Whether the words of the seats' numbers need more than one line. Then they are written above the columns.
 * @type {(state: State, columns: readonly Column[]) => boolean}
 */
function isWordy(state, columns) {
  const names = (view(state)?.seats ?? []).map((one) => lettersOf(one.label));
  const most = Math.min(LETTERS, (innerWidth - BESIDE_LETTERS_PX) / LETTER_PX);
  return columns.reduce((sum, { word }) => sum + 3 + lettersOf(word), Math.max(0, ...names)) > most;
}

/**
 * One of a seat's numbers; an empty place if only other seats have it, so that each number is beneath its word.
 * @type {(seat: SeatView, column: Column) => HTMLElement}
 */
function number(seat, { name, digits }) {
  const i = seat.numbers.findIndex(([one]) => one === name);
  if (i < 0) return html("span", { class: `number none of-${digits}` });
  const [, value] = seat.numbers[i];
  return html(
    "span",
    { class: `number of-${digits}`, title: seat.counts[i] ?? null },
    counterSign(name),
    counted(seat.counts[i] ?? say("turn.number", { n: value, name }), value),
  );
}

/**
 * The seats' numbers to show, each once, with its word, in the order of the seat with most of them. If there are
 * many, those that are 0 for everybody are left out.
 * @typedef {{ name: string, word: string, digits: number }} Column `digits`: of the longest of its numbers.
 * @type {(state: State) => Column[]}
 */
export function countersOf(state) {
  /** @type {Map<string, { word: string, value: number }>} */
  const found = new Map();
  const seats = view(state)?.seats ?? [];
  for (const seat of [...seats].sort((a, b) => b.numbers.length - a.numbers.length)) {
    seat.numbers.forEach(([name, value], i) => {
      // "1 coin", "2 coins": the word of the largest number is the one above the column.
      if (value > (found.get(name)?.value ?? -Infinity))
        found.set(name, { word: (seat.counts[i] ?? name).replace(String(value), "").trim(), value });
    });
  }
  /** @type {(name: string) => number[]} */
  const values = (name) =>
    seats.flatMap((seat) => seat.numbers.filter(([one]) => one === name).map(([, value]) => value));
  const all = [...found].map(([name, { word }]) => ({
    name,
    word,
    digits: Math.max(...values(name).map((value) => String(value).length)),
  }));
  return all.length > MANY ? all.filter(({ name }) => values(name).some((value) => value !== 0)) : all;
}

/**
 * Draw the meaning of the seats' numbers once for all seats, if their lines only have room for numbers. It is drawn
 * as signs if the game has signs for all of them; a tap shows the words.
 * @type {(region: HTMLElement, state: State) => void}
 */
export function drawCounters(region, state) {
  const columns = countersOf(state);
  const signs = columns.map(({ name }) => counterSign(name));
  region.classList.toggle("wordy", isWordy(state, columns));
  region.classList.toggle(
    "drawn",
    signs.every((one) => one !== null),
  );
  region.style.setProperty("--columns", String(columns.length));
  region.onclick = () => region.classList.toggle("spelled");
  fill(region, [columns, lookNumber()], () =>
    columns.map(({ word, digits }, i) =>
      html("span", { class: `of-${digits}`, title: word }, signs[i], html("span", { class: "said" }, word)),
    ),
  );
}

/**
 * The game's sign of one of its numbers; null without one. @type {(name: string) => SVGElement | null}
 */
export function counterSign(name) {
  const layers = look().symbols[look().counters[name] ?? ""];
  return layers
    ? svg("svg", { class: "counter-sign", viewBox: "-10 -10 20 20", "aria-hidden": "true" }, layersOf(layers))
    : null;
}

/**
 * The text of a number with its word, with the number in bold.
 * @type {(text: string, value: number) => Children}
 */
function counted(text, value) {
  const at = text.indexOf(String(value));
  const end = at + String(value).length;
  /** @type {(part: string) => Children} */
  const word = (part) => (part ? html("span", { class: "word" }, part) : null);
  return at < 0 ? [text] : [word(text.slice(0, at)), html("b", {}, String(value)), word(text.slice(end))].flat();
}
