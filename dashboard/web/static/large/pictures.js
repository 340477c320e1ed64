// Draws the pictures of the large page: a piece, a card, a seat, and the part of the board that a question is about.

import { CARD, drawFace } from "../appearance/card.js";
import { disc, plate } from "../board/tokens.js";
import { spotsOf } from "../board/spots.js";
import { svg } from "../page/dom.js";
import { seatIcon } from "../panels/seat_icon.js";
import { seatLook } from "../state/selectors.js";
import { down, inradius, outline } from "../surface/geometry.js";
import { isOnField } from "./shown.js";

/** @import { Fielded, SeenCell, State } from "../../types/page.js" */
/** @import { Option, Picture } from "./shown.js" */

const SEAT_PX = 72;

/** @type {(state: State, picture: Picture) => SVGElement} */
export function draw(state, picture) {
  if ("seat" in picture) return seatIcon(state, picture.seat, SEAT_PX);
  if ("card" in picture)
    return svg(
      "svg",
      {
        class: "picture card",
        viewBox: `${-CARD.width / 2 - 3} ${-CARD.height / 2 - 3} ${CARD.width + 6} ${CARD.height + 6}`,
        "aria-hidden": "true",
      },
      drawFace(picture.card),
    );
  const { piece } = picture;
  const look = seatLook(state, piece.seat);
  return svg(
    "svg",
    {
      class: `picture token seat-${look}${piece.face === "down" ? " facedown" : ""}`,
      viewBox: "-13 -13 26 26",
      "aria-hidden": "true",
    },
    disc(look, piece, 11),
  );
}

/** The least part of the field that is shown, as a multiple of a cell. */
const LEAST = 5;

/**
 * The part of the board that a question is about: the cells of its answers, those of this page with their numbers.
 * @type {(state: Fielded, from: string | null, options: readonly Option[], numbered: readonly Option[]) => SVGElement}
 */
export function drawMap(state, from, options, numbered) {
  const cells = state.surface.cells.filter((cell) => isOnField(state, cell.cell));
  const places = options.map((one) => one.place);
  const meant = cells.filter((cell) => cell.cell === from || places.includes(cell.cell));
  const numberOf = (/** @type {SeenCell} */ cell) =>
    numbered.flatMap((one, i) => (one.place === cell.cell ? [i + 1] : [])).join("/");
  const spots = [...spotsOf(state).values()].filter((spot) => isOnField(state, spot.cell.cell));
  const size = 2 * inradius(cells[0]);
  return svg(
    "svg",
    { class: "map", viewBox: frame(meant, size), "aria-hidden": "true" },
    cells.map((cell) =>
      svg("polygon", {
        class: cell.cell === from ? "place from" : places.includes(cell.cell) ? "place lit" : "place",
        "data-cell": cell.cell,
        points: outline(cell, 0.96),
      }),
    ),
    spots.map((spot) =>
      svg(
        "g",
        {
          class: `token seat-${seatLook(state, spot.piece.seat)}${spot.piece.face === "down" ? " facedown" : ""}`,
          transform: `translate(${spot.x} ${spot.y}) scale(${spot.scale ?? 1})`,
        },
        spot.plate ? plate(spot) : disc(seatLook(state, spot.piece.seat), spot.piece, spot.radius),
      ),
    ),
    numbered.length < 2
      ? []
      : meant
          .filter((cell) => numberOf(cell))
          .map((cell) =>
            badge(
              cell,
              numberOf(cell),
              size,
              spots.some((spot) => spot.cell.cell === cell.cell),
            ),
          ),
  );
}

/** The number of an answer in its cell; a piece there isn't covered. @type {(cell: SeenCell, text: string, size: number, taken: boolean) => SVGElement} */
const badge = (cell, text, size, taken) =>
  svg(
    "g",
    {
      class: "number",
      transform: `translate(${cell.x_mm} ${down(cell.y_mm) - (taken ? 0.36 * size : 0)}) scale(${size / (taken ? 88 : 60)})`,
    },
    svg("rect", { x: -19 - 8 * (text.length - 1), y: -19, width: 38 + 16 * (text.length - 1), height: 38, rx: 19 }),
    svg("text", { y: 10, "text-anchor": "middle" }, text),
  );

/** The frame around some cells, with a cell around them. @type {(cells: readonly SeenCell[], size: number) => string} */
function frame(cells, size) {
  const xs = cells.map((cell) => cell.x_mm);
  const ys = cells.map((cell) => down(cell.y_mm));
  /** @type {(values: readonly number[]) => [number, number]} */
  const span = (values) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const more = Math.max(1.6 * size, LEAST * size - (high - low)) / 2;
    return [low - more, high - low + 2 * more];
  };
  const [[left, width], [top, height]] = [span(xs), span(ys)];
  return [left, top, width, height].map((n) => n.toFixed(1)).join(" ");
}
