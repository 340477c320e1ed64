// A seat drawn small: its shape in its colour, and on it the sign that its player is known by.

import { svg } from "../page/dom.js";
import { look } from "../appearance/worn_look.js";
import { layersOf, seatShape } from "../appearance/symbols.js";
import { seatLook } from "../state/selectors.js";

/** @import { State } from "../../types/page.js" */

/** How large a sign stands in its seat's shape. */
const SIGN = "scale(.7)";

/** The sign that a seat's player is known by; empty for none. @type {(state: State, seat: string) => string} */
export const signOf = (state, seat) => state.match?.signs?.[seat] ?? "";

/** @type {(state: State, seat: string, size?: number) => SVGElement} */
export const seatIcon = (state, seat, size = 24) => signedIcon(seatLook(state, seat), signOf(state, seat), size);

/**
 * A seat's shape with a sign, which need not be its player's yet.
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
