// The names of cells and of the places for cards, written into them: large enough to be read on this screen,
// in as many lines as an empty place has room for.

import { set, svg } from "../page/dom.js";
import { isArrangeable } from "../surface/arranging.js";
import { seatLabel, seatLook, view } from "../state/selectors.js";
import { say } from "../words/say.js";
import { zoneLabel } from "../appearance/card_faces.js";

/** @import { SeenCell, Fielded } from "../../types/page.js" */

/** The free room beside a name. */
const ROOM_MM = 2;
/** A name is written no smaller than that on the screen where there's room, and no smaller than that on the table. */
const LEAST_PX = 12;
const LEAST_MM = 9.6;
/** As small as that a name may be, rather than be cut off. */
const LEAST_WHOLE_PX = 10;
/** A smaller name is nobody's to read: it's written once the place is looked at closely. */
const READABLE_PX = 9;
/** Above cards that are laid out for the screen there's room for no more. */
const ABOVE_CARDS_MM = 11;
const LINE = 1.12;
/**
 * How large the name of a field's cell may be: as it's printed, up to what a piece on the cell leaves room for. Few
 * sizes, so that a line said beside the board seldom changes it.
 */
const IN_A_CELL = [8.6, 10, 11.5];
/** How large a step's number is drawn, and how many times as large it may be. */
const STEP_NUMBER = 13;
const LEAST_STEP_PX = 10;
const LARGER = [1, 1.3, 1.6];

/**
 * How many times as wide as high a text is: letters of East Asia are as wide as high.
 * @type {(text: string) => number}
 */
const lengthOf = (text) => [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 1 : 0.6), 0);

/** @type {(text: string, most: number) => string} */
function cut(text, most) {
  if (lengthOf(text) <= most) return text;
  const letters = [...text];
  while (letters.length > 1 && lengthOf(`${letters.join("")}…`) > most) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/**
 * A name broken into lines of a length (a letter's height is 1), cut off where it takes more lines than there may be.
 * @type {(name: string, most: number, lines: number) => string[]}
 */
export function inLines(name, most, lines) {
  /** @type {string[]} */
  const found = [];
  for (const word of name.split(" ")) {
    const last = found.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && (lengthOf(longer) <= most || found.length === lines)) found[found.length - 1] = longer;
    else found.push(word);
  }
  return found.map((line) => cut(line, most));
}

/**
 * How large a name is written in a place, millimetres. `scale`: pixels of the screen a millimetre.
 * @type {(width: number, height: number, scale: number, crowded: boolean) => number}
 */
export function sizeIn(width, height, scale, crowded) {
  // Six letters in a line, or three lines, are what a place has room for at least.
  const most = crowded ? ABOVE_CARDS_MM : Math.min(width / 3.7, height / 3.6);
  return Math.max(LEAST_MM, Math.min(LEAST_PX / scale, most));
}

/**
 * The first of some names that fits wholly into a place, somewhat smaller if need be; the last one cut off where none
 * does. `most`: how long a line may be, `linesAt`: how many of a size there may be.
 * @type {(names: readonly string[], usual: number, room: { least: number, most: number, linesAt: (size: number) => number }) => { size: number, name: string[] }}
 */
export function fitted(names, usual, { least, most, linesAt }) {
  const sizes = [usual, Math.min(usual, least)];
  for (const size of sizes) {
    for (const one of names) {
      const name = inLines(one, most / size, linesAt(size));
      if (!name.some((line) => line.endsWith("…"))) return { size, name };
    }
  }
  return { size: usual, name: inLines(names[names.length - 1], most / usual, linesAt(usual)) };
}

/**
 * Write the names, once they are known: a seat's own with whose they are.
 * @type {(root: SVGSVGElement, layer: SVGGElement, state: Fielded) => void}
 */
export function nameZones(root, layer, state) {
  const zones = state.surface.cells.filter((cell) => cell.zone);
  if (!zones.length) return;
  const scale = root.getScreenCTM()?.a || 1;
  const now = view(state);
  const lain = new Set([...(now?.pieces ?? []), ...(now?.heaps ?? [])].map((one) => one.cell));
  const laidOut = isArrangeable(state.surface);
  for (const cell of zones) {
    const group = layer.querySelector(/** @type {"g"} */ (`[data-cell="${CSS.escape(cell.cell)}"]`));
    if (!group) continue;
    set(group, { class: `cell zone ${cell.zone}${cell.seat ? ` own seat-${seatLook(state, cell.seat)}` : ""}` });
    const text = group.querySelector(/** @type {"text"} */ (".name"));
    if (text) write(text, state, cell, scale, { laidOut, taken: lain.has(cell.cell) });
  }
}

/**
 * Let the names of a field's cells, and the numbers of steps, be read on this screen, as far as they have room there.
 * @type {(root: SVGSVGElement, surface: Fielded["surface"]) => void}
 */
export function nameCells(root, surface) {
  if (surface.cells.every((cell) => cell.zone)) return;
  const scale = root.getScreenCTM()?.a || 1;
  /** @type {(sizes: readonly number[], wanted: number) => number} */
  const least = (sizes, wanted) => sizes.find((one) => one >= wanted) ?? sizes[sizes.length - 1];
  const [size, larger] = [least(IN_A_CELL, LEAST_PX / scale), least(LARGER, LEAST_STEP_PX / STEP_NUMBER / scale)];
  for (const [name, value] of Object.entries({ "--cell-name-size": `${size}px`, "--larger": `${larger}` })) {
    if (root.style.getPropertyValue(name) !== value) root.style.setProperty(name, value);
  }
}

/** @type {(text: SVGTextElement, state: Fielded, cell: SeenCell, scale: number, place: { laidOut: boolean, taken: boolean }) => void} */
function write(text, state, cell, scale, { laidOut, taken }) {
  // Names stand upright for the reader, whichever way the place is turned.
  const [width, height] = [0, 1].map((axis) => {
    const along = cell.outline_mm.map((point) => point[axis]);
    return Math.max(...along) - Math.min(...along);
  });
  const label = zoneLabel(state, cell.cell);
  const whole = !label
    ? state.faces === null
      ? ""
      : cell.cell
    : cell.seat
      ? say("zones.of", { seat: seatLabel(state, cell.seat), zone: label })
      : label;
  // Whose a place is its border says too. Cards lie over all but the first line.
  const { size, name } = fitted(label ? [whole, label] : [whole], sizeIn(width, height, scale, laidOut && taken), {
    least: LEAST_WHOLE_PX / scale,
    most: width - ROOM_MM,
    linesAt: (size) => (taken ? 1 : Math.max(1, Math.floor(height / size / LINE - 0.5))),
  });
  const readable = size * scale >= READABLE_PX;
  const written = [...name, size.toFixed(1), readable].join("\n");
  if (text.dataset.written === written) return;
  text.dataset.written = written;
  text.style.display = readable ? "" : "none";
  text.style.fontSize = `${size.toFixed(1)}px`;
  set(text, { y: (size * 1.15).toFixed(1) });
  text.replaceChildren(...name.map((line, i) => svg("tspan", { x: 0, dy: i ? (size * LINE).toFixed(1) : 0 }, line)));
}
