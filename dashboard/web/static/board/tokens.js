// Draws the pieces and cards on the board, as the match has them.

import { drawFace, drawTile, wordsOn } from "../appearance/card.js";
import { nameplate, seatShape, symbol } from "../appearance/symbols.js";
import { look, lookNumber } from "../appearance/worn_look.js";
import { set, svg } from "../page/dom.js";
import { seatLook, shownAdvice, usableNow, usesOf, view } from "../state/selectors.js";
import { spoken } from "../state/spoken_pieces.js";
import { inradius } from "../surface/geometry.js";

/** @import { Advice } from "../../types/messages.js" */
/** @import { BoardSpot, Shown, State } from "../../types/page.js" */
/** @import { OnPiece, Pointed } from "./board.js" */

/** The number of cards in a pile, as a badge. @type {(number: number) => SVGElement} */
export const counted = (number) => {
  const width = Math.max(34, 12 + 12 * `${number}`.length);
  return svg(
    "g",
    { class: "pile-count", transform: "translate(0 20)" },
    svg("rect", { x: -width / 2, y: -13, width, height: 26, rx: 13 }),
    svg("text", { y: 6.5, "text-anchor": "middle" }, `${number}`),
  );
};

/** @type {(layers: Record<string, SVGGElement>, tokens: Map<string, SVGGElement>, state: State, spots: ReadonlyMap<string, BoardSpot>, onPiece: OnPiece | null, now: (id: string) => BoardSpot | undefined) => void} */
export function drawTokens(layers, tokens, state, spots, onPiece, now) {
  for (const [id, token] of tokens) {
    if (!spots.has(id)) {
      token.remove();
      tokens.delete(id);
    }
  }
  const advised = state.selected === null ? null : shownAdvice(state, state.selected);
  const usable = usableNow(state);
  for (const [id, spot] of spots) {
    const look = tokenLook(state, spot, advised, usable.get(id));
    let token = tokens.get(id);
    if (!token) {
      token = buildToken(id, now, onPiece);
      (spot.plate ? layers.plates : layers.pieces).append(token);
      tokens.set(id, token);
    }
    // The element stays, so that a piece glides even if it looks different at its new place.
    if (token.dataset.look !== look.signature) {
      token.dataset.look = look.signature;
      token.replaceChildren(
        ...(spot.card
          ? lain(spot.card)
          : spot.plate
            ? plate(spot)
            : disc(seatLook(state, spot.piece.seat), spot.piece, spot.radius)),
      );
    }
    showHand(token, state.carried?.piece === id);
    token.style.transform = `translate(${spot.x}px, ${spot.y}px)${spot.card ? ` rotate(${spot.card.turned}deg)` : ""}${spot.scale === 1 ? "" : ` scale(${spot.scale})`}`;
    set(token, {
      class: `token ${look.classes}`,
      "aria-pressed": onPiece ? String(state.selected === id) : null,
      "aria-label": spoken(state, spot.piece, spot.card && wordsOn(spot.card.face, spot.card.count)),
    });
  }
}

/** Draw fingers at a piece while a simulated hand carries it. @type {(token: SVGGElement, carried: boolean) => void} */
function showHand(token, carried) {
  const before = token.querySelector(".carrying-hand");
  if (!carried) before?.remove();
  else if (!before) token.append(svg("path", { class: "carrying-hand", d: HAND }));
}

/** The outline of an arm from below, with its fingertips at the piece's edge. */
const HAND = "M-5,12 C-9,7 -4,4 -2,8 L-1,3 C0,0 4,0 4,4 L5,8 C8,4 12,7 9,12 L13,60 L-9,60 Z";

/** A card on the board, with the number of cards in its pile. @type {(card: NonNullable<BoardSpot["card"]>) => (SVGElement | string)[]} */
const lain = ({ face, count }) => [...drawFace(face), ...(count > 1 ? [" ", counted(count)] : [])];

/** @type {(state: State, spot: BoardSpot, advised: Advice | null, usable: string | undefined) => { classes: string, signature: string }} */
function tokenLook(state, { piece, radius, shared, card, tile, plate, cell, scale }, advised, usable) {
  const turn = view(state)?.turn;
  const classes = [`seat-${seatLook(state, piece.seat)}`];
  if (card) classes.push("card");
  if (card && usable) classes.push("usable", `for-${usable}`);
  if (piece.spent) classes.push("spent");
  if (piece.face === "down") classes.push("facedown");
  if (state.selected === piece.piece) classes.push("selected");
  if (state.carried?.piece === piece.piece) classes.push("carried");
  if (piece.seat && piece.seat === turn) classes.push("to-move");
  if (usesOf(advised, piece.piece).includes("attack")) classes.push("target");
  if (advised?.threats.includes(piece.piece)) classes.push("threat");
  return {
    classes: classes.join(" "),
    signature: [
      piece.kind,
      piece.label,
      piece.face,
      piece.hp,
      piece.hp_max,
      piece.spent,
      piece.seat,
      radius,
      shared,
      piece.lasting,
      card?.count,
      card?.face.label,
      tile?.label,
      // A plate is as large as its cell, which is drawn otherwise on a screen of another shape.
      plate && [cell.outline_mm, scale],
      lookNumber(),
    ].join(),
  };
}

/** @type {(id: string, now: (id: string) => BoardSpot | undefined, onPiece: OnPiece | null) => SVGGElement} */
function buildToken(id, now, onPiece) {
  const token = svg("g", { "data-piece": id, role: onPiece ? "button" : "img", tabindex: onPiece ? -1 : null });
  if (onPiece) {
    /** @type {(event: Pointed) => void} */
    const choose = (event) => {
      event.stopPropagation();
      const spot = now(id);
      if (spot) onPiece(spot, event);
    };
    token.addEventListener("click", choose);
    token.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose(event);
    });
  }
  return token;
}

/** @type {(spot: BoardSpot) => SVGElement[]} */
export function plate({ piece, cell, shared, scale = 1, tile = null }) {
  /** @type {(inset: number) => string} */
  const points = (inset) =>
    cell.outline_mm
      .map(
        ([x, y]) =>
          `${(((x - cell.x_mm) * inset) / scale).toFixed(2)},${((-(y - cell.y_mm) * inset) / scale).toFixed(2)}`,
      )
      .join(" ");
  if (tile) {
    const side = (inradius(cell) * 1.88) / scale;
    return [...drawTile(tile, side), svg("polygon", { class: "halo", points: points(0.97) })];
  }
  return [
    svg("polygon", { class: "plate", points: points(0.9) }),
    svg("polygon", { class: "halo", points: points(0.97) }),
    svg(
      "g",
      { class: "plate-symbol", transform: shared ? "translate(-6.5 23) scale(.66)" : "translate(0 -1) scale(1.9)" },
      symbol(piece),
    ),
    shared ? pips(piece, 6.5, 23, 0.75) : pips(piece, 0, 20.5, 1),
  ];
}

/**
 * A piece as a disc with its seat's shape; `look`: the number of the seat's colours, `radius` in millimetres.
 * @type {(look: number, piece: Shown, radius: number) => SVGElement[]}
 */
export function disc(look, piece, radius) {
  const scale = radius / 11;
  return [
    svg(
      "g",
      { transform: `scale(${scale.toFixed(3)})` },
      seatShape(look, { class: "shade", transform: "translate(0 1.1)" }),
      seatShape(look, { class: "body" }),
      seatShape(look, { class: "inner", transform: "scale(.84)" }),
      svg("g", { class: "sign", transform: "scale(.88)" }, symbol(piece)),
      nameplate(piece),
      seatShape(look, { class: "halo", transform: "scale(1.2)" }),
      piece.spent ? done() : null,
      piece.lasting?.length ? lasts(piece.lasting) : null,
    ),
    pips(piece, 0, radius * 0.98, scale * 0.62),
  ];
}

const done = () =>
  svg(
    "g",
    { class: "done", transform: "translate(8.2 -8.2)" },
    svg("circle", { r: 4.4 }),
    svg("path", { d: "M-2,.2 L-.6,1.7 L2.1,-1.6" }),
  );

/** An hourglass: an effect lasts on the piece; `texts` name the effects. @param {readonly string[]} texts */
const lasts = (texts) =>
  svg(
    "g",
    { class: "lasts", transform: "translate(-8.2 -8.2)" },
    svg("circle", { r: 4.4 }),
    svg("path", { d: "M-2,-2.6 H2 L-2,2.6 H2 Z" }),
    svg("title", {}, texts.join("; ")),
  );

/** @type {(piece: Shown, x: number, y: number, scale: number) => SVGElement} */
function pips(piece, x, y, scale) {
  if (piece.hp === null || piece.hp_max === null || piece.hp_max < 2) return svg("g");
  const group = svg("g", { class: "pips", transform: `translate(${x} ${y}) scale(${scale})` });
  const width = piece.hp_max * 6.4;
  group.append(svg("rect", { x: -width / 2 - 1, y: -4, width: width + 2, height: 8, rx: 4 }));
  for (let i = 0; i < piece.hp_max; i++) {
    group.append(
      svg("circle", { cx: (i - (piece.hp_max - 1) / 2) * 6.4, r: 2.3, class: i < piece.hp ? "full" : "lost" }),
    );
  }
  return group;
}
