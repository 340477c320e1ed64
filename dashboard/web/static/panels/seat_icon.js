// A small picture of a seat: its shape in its colour, with the sign of its player.

import { svg } from "../page/dom.js";
import { look } from "../appearance/worn_look.js";
import { layersOf, seatShape } from "../appearance/symbols.js";
import { seatLook } from "../state/selectors.js";

/** @import { State } from "../../types/page.js" */

/** The size of a sign in its seat's shape. */
const SIGN = "scale(.7)";

/** The name of the sign that a seat's player has chosen; empty without one. @type {(state: State, seat: string) => string} */
export const signOf = (state, seat) => state.match?.signs?.[seat] ?? "";

/** @type {(state: State, seat: string, size?: number) => SVGElement} */
export const seatIcon = (state, seat, size = 24) => signedIcon(seatLook(state, seat), signOf(state, seat), size);

/**
 * A seat's shape with any sign; `number`: the number of the seat's colours, `size` in pixels.
 * @type {(number: number, sign: string, size: number) => SVGElement}
 */
export function signedIcon(number, sign, size) {
  const layers = look().signs[sign];
  return svg(
    "svg",
    { viewBox: "-13 -13 26 26", width: size, height: size, "aria-hidden": "true", class: `token icon seat-${number}` },
    seatShape(number, { class: "body" }),
    layers ? svg("g", { class: "sign", transform: SIGN, "data-sign": sign }, layersOf(layers)) : null,
  );
}
