// A table's board drawn small, in the colours of its own game: each table of a hall may play another one. The page of a
// table wears one look; here each drawing brings its own.

import { layersOf } from "../appearance/symbols.js";
import { fill, html, svg } from "../page/dom.js";
import { down, extent, outline } from "../surface/geometry.js";
import { slots } from "../surface/slots.js";

/** @import { PieceView, View } from "../../types/messages.js" */
/** @import { Look, Seen, SeatColours, SeenCell } from "../../types/page.js" */

/** A card lies so wide and high in its place, as shares of the place. */
const CARD = 0.82;

/**
 * The colours and shape of a seat: its own, else by where it stands in the order.
 * @type {(look: Look, seat: string | null, order: readonly string[]) => SeatColours}
 */
export function coloursOf(look, seat, order) {
  if (!seat || !look.seats.length) return look.nobody;
  const place = Math.max(0, order.indexOf(seat)) % look.seats.length;
  return look.seats.find((one) => one.seat === seat) ?? look.seats[place];
}

/**
 * Give an element the colours of a seat; its shapes take them from there.
 * @template {SVGElement} Element @param {Element} element @param {SeatColours} colours @returns {Element}
 */
function coloured(element, { body, edge, ink, tint }) {
  for (const [name, colour] of Object.entries({
    seat: body,
    "seat-edge": edge,
    "seat-rim": edge,
    "on-seat": ink,
    tint,
  }))
    element.style.setProperty(`--${name}`, colour);
  return element;
}

/** A seat's outline of radius 10. @type {(look: Look, colours: SeatColours) => SVGElement} */
const shapeOf = (look, { shape }) =>
  look.shapes[shape]
    ? svg("path", { d: look.shapes[shape], class: "body", "stroke-linejoin": "round" })
    : svg("circle", { r: 10, class: "body" });

/** A seat drawn small. @type {(look: Look, seat: string, order: readonly string[]) => SVGElement} */
export function seatSign(look, seat, order) {
  const colours = coloursOf(look, seat, order);
  const attributes = { viewBox: "-13 -13 26 26", width: 22, height: 22, "aria-hidden": "true", class: "token icon" };
  return coloured(svg("svg", attributes, shapeOf(look, colours)), colours);
}

/** Whether cards lie in a place rather than pieces. @type {(cell: SeenCell) => boolean} */
const takesCards = (cell) => cell.zone !== "";

/**
 * Draw a position into an SVG element; nothing is drawn again that shows the same.
 * @type {(root: SVGSVGElement, surface: Seen, view: View, look: Look, dark: boolean) => void}
 */
export function drawSmallBoard(root, surface, view, look, dark) {
  const lying = view.pieces.map(({ piece, cell, kind, seat, face, label }) => [piece, cell, kind, seat, face, label]);
  fill(root, [surface, lying, view.heaps, look.game, dark], () => {
    const { left, top, width, height } = extent(surface);
    root.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    const night = dark ? 1 : 0;
    root.style.setProperty("--board-margin", look.field.margin[night]);
    root.style.setProperty("--board-line", look.field.line[night]);
    return [
      ...surface.cells.map((cell) => ground(cell, look, dark)),
      ...surface.cells.flatMap((cell) => lyingIn(cell, view, look)),
    ];
  });
}

/** @type {(cell: SeenCell, look: Look, dark: boolean) => SVGElement} */
function ground(cell, look, dark) {
  const land = look.field.lands[look.lands[cell.cell] ?? 0];
  if (takesCards(cell) || !land) return svg("polygon", { class: "zone", points: outline(cell, 0.97) });
  return svg("polygon", { points: outline(cell, 0.985), fill: dark ? land.night : land.day });
}

/** @type {(cell: SeenCell, view: View, look: Look) => SVGElement[]} */
function lyingIn(cell, view, look) {
  const pieces = view.pieces.filter((one) => one.cell === cell.cell && look.kinds[one.kind]?.drawn !== "ground");
  const order = view.seats.map((one) => one.seat);
  if (takesCards(cell)) return cardsIn(cell, pieces, view, look, order);
  const plates = pieces.filter((one) => look.kinds[one.kind]?.drawn === "plate");
  const tokens = pieces.filter((one) => !plates.includes(one));
  const plan = slots(tokens.length, plates.length > 0);
  return [
    ...plates.map((one) => {
      const colours = coloursOf(look, one.seat, order);
      return svg("polygon", {
        points: outline(cell, 0.88),
        fill: colours.tint,
        stroke: colours.body,
        "stroke-width": 4,
      });
    }),
    ...tokens.map((one, i) => {
      const [dx, dy] = plan.at[i];
      return token(one, cell.x_mm + dx, down(cell.y_mm) - dy, plan.radius, look, order);
    }),
  ];
}

/** @type {(piece: PieceView, x: number, y: number, radius: number, look: Look, order: readonly string[]) => SVGElement} */
function token(piece, x, y, radius, look, order) {
  const colours = coloursOf(look, piece.seat, order);
  const layers = look.symbols[look.kinds[piece.kind]?.symbol ?? ""];
  const group = svg(
    "g",
    {
      class: `token icon${piece.face === "down" ? " facedown" : ""}`,
      "data-piece": piece.piece,
      transform: `translate(${x} ${y}) scale(${(radius / 11).toFixed(3)})`,
    },
    shapeOf(look, colours),
    layers ? svg("g", { class: "symbol", transform: "scale(.88)" }, layersOf(layers)) : null,
  );
  return coloured(group, colours);
}

/** Cards are too small to be read: one of the seat's colour stands for them, with how many there are. @type {(cell: SeenCell, pieces: readonly PieceView[], view: View, look: Look, order: readonly string[]) => SVGElement[]} */
function cardsIn(cell, pieces, view, look, order) {
  const hidden = view.heaps.filter((one) => one.cell === cell.cell).reduce((sum, one) => sum + one.number, 0);
  const number = pieces.length + hidden;
  if (!number) return [];
  const colours = coloursOf(look, pieces[0]?.seat ?? cell.seat, order);
  const card = svg("polygon", { class: pieces.length ? "lain" : "back", points: outline(cell, CARD) });
  return [
    coloured(card, colours),
    ...(number > 1 ? [svg("text", { class: "number", x: cell.x_mm, y: down(cell.y_mm) + 9 }, `${number}`)] : []),
  ];
}

/** The place of a board that hasn't been heard of. @type {(text: string) => HTMLElement} */
export const noBoard = (text) => html("p", { class: "small-board none quiet" }, text);
