// Writes the names of cells and zones into them, large enough to be read on this screen. In an empty zone a name has
// as many lines as there is room for.

import { set, svg } from "../page/dom.js";
import { isArrangeable } from "../surface/arranging.js";
import { seatLabel, seatLook, view } from "../state/selectors.js";
import { say } from "../words/say.js";
import { zoneLabel } from "../appearance/card_faces.js";

/** @import { SeenCell, Fielded } from "../../types/page.js" */

/** The free room beside a name. */
const ROOM_MM = 2;
/** The smallest size of a name on the screen, if there is room, and on the table. */
const LEAST_PX = 12;
const LEAST_MM = 9.6;
/** The smallest size of a name that would otherwise be cut off. */
const LEAST_WHOLE_PX = 10;
/** The smallest size that can be read. A smaller name is hidden until the view is closer. */
const READABLE_PX = 9;
/** The largest size above cards that are laid out for the screen. */
const ABOVE_CARDS_MM = 11;
const LINE = 1.12;
/**
 * The sizes of a cell's name, mm: from the printed size up to the room that a piece leaves. There are few sizes, so
 * that the name seldom changes when the board gets a little larger or smaller.
 */
const IN_A_CELL = [8.6, 10, 11.5];
/** The size of a step's number, mm, its smallest size on the screen, and the factors that it may be enlarged by. */
const STEP_NUMBER = 13;
const LEAST_STEP_PX = 10;
const LARGER = [1, 1.3, 1.6];

/**
 * The width of a text as a multiple of its height. Letters of East Asia are as wide as high.
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
 * A name broken into at most `lines` lines of length `most` (a letter's height is 1). Letters beyond that are cut off.
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
 * The size of a name in a place, mm. `scale`: screen pixels for each millimetre; `crowded`: cards lie there.
 * @type {(width: number, height: number, scale: number, crowded: boolean) => number}
 */
export function sizeIn(width, height, scale, crowded) {
  // A place has room for at least six letters in a line, or for three lines.
  const most = crowded ? ABOVE_CARDS_MM : Math.min(width / 3.7, height / 3.6);
  return Math.max(LEAST_MM, Math.min(LEAST_PX / scale, most));
}

/**
 * The first of some names that fits into a place as a whole, if necessary in a smaller size. If none fits, the last
 * one is cut off. `usual`: the usual size; `least`: the smallest; `most`: the longest line, mm; `linesAt`: the most
 * lines of a size.
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
 * Write the names of zones when they are known. A seat's zone has the seat's name too.
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
 * Set the sizes of the cells' names and of the steps' numbers, so that they can be read if there is room. Each size is
 * set on the layer that uses it, because a browser then styles all that lies in the layer again.
 * @type {(root: SVGSVGElement, layers: Record<string, SVGGElement>, surface: Fielded["surface"]) => void}
 */
export function nameCells(root, layers, surface) {
  if (surface.cells.every((cell) => cell.zone)) return;
  const scale = root.getScreenCTM()?.a || 1;
  /** @type {(sizes: readonly number[], wanted: number) => number} */
  const least = (sizes, wanted) => sizes.find((one) => one >= wanted) ?? sizes[sizes.length - 1];
  const [size, larger] = [least(IN_A_CELL, LEAST_PX / scale), least(LARGER, LEAST_STEP_PX / STEP_NUMBER / scale)];
  /** @type {(layer: SVGGElement, name: string, value: string) => void} */
  const put = ({ style }, name, value) => style.getPropertyValue(name) !== value && style.setProperty(name, value);
  put(layers.field, "--cell-name-size", `${size}px`);
  put(layers.over, "--larger", `${larger}`);
}

/** @type {(text: SVGTextElement, state: Fielded, cell: SeenCell, scale: number, place: { laidOut: boolean, taken: boolean }) => void} */
function write(text, state, cell, scale, { laidOut, taken }) {
  // Names are upright on the screen, however the place is turned.
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
  // The seat's name may be left out, because the place's border shows the seat. Cards cover all lines but the first.
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
  // The spaces where lines are broken are there for readers of the page's text, and take no room.
  text.style.fontSize = "0";
  set(text, { y: (size * 1.15).toFixed(1) });
  text.replaceChildren(
    ...name.flatMap((line, i) => [
      i ? " " : "",
      svg("tspan", { x: 0, dy: i ? (size * LINE).toFixed(1) : 0, "font-size": size.toFixed(1) }, line),
    ]),
  );
}
