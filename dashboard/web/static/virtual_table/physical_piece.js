// Draws one physical piece of the virtual table, and finds the cards under a finger.

import { CARD, drawBack, drawFace } from "../appearance/card.js";
import { ground as groundOf } from "../appearance/symbols.js";
import { counted, disc } from "../board/tokens.js";
import { set, svg } from "../page/dom.js";
import { seatLook } from "../state/selectors.js";

/** @import { Fielded, PhysicalSpot } from "../../types/page.js" */

/** Whether a drawn card covers a point, in screen millimetres. @type {(spot: PhysicalSpot, x: number, y: number) => boolean} */
export function covers(spot, x, y) {
  const turn = ((spot.card?.turned ?? 0) * Math.PI) / 180;
  const [dx, dy] = [x - spot.x, y - spot.y];
  const [across, along] = [dx * Math.cos(turn) + dy * Math.sin(turn), dy * Math.cos(turn) - dx * Math.sin(turn)];
  const scale = spot.scale ?? 1;
  return Math.abs(across) <= (CARD.width / 2) * scale && Math.abs(along) <= (CARD.height / 2) * scale;
}

/** @type {(state: Fielded, spot: PhysicalSpot) => (SVGElement | string)[]} */
export function drawing(state, spot) {
  if (spot.card)
    return [
      ...(spot.card.face ? drawFace(spot.card.face) : drawBack()),
      ...(spot.card.count > 1 ? [" ", counted(spot.card.count)] : []),
    ];
  if (spot.terrain) {
    const scale = spot.boxed ? 0.5 : 0.94;
    const ground = groundOf(spot.piece.kind);
    set(ground, { transform: `scale(${scale})` });
    return [ground, svg("circle", { class: "halo", r: 30 * scale })];
  }
  const count =
    spot.count !== undefined && spot.count > 1
      ? [
          svg(
            "g",
            { class: "count", transform: `translate(${spot.radius * 0.85} ${-spot.radius * 0.8})` },
            svg("circle", { r: 8 }),
            svg("text", { y: 3.7, "text-anchor": "middle" }, `${spot.count}`),
          ),
        ]
      : [];
  const piece = disc(seatLook(state, spot.piece.seat), { ...spot.piece, hp: null, spent: false }, spot.radius);
  // A fallen piece lies on its side; a covered one has a scrap of paper on it.
  if (spot.shown === "fallen") return [svg("g", { class: "fallen", transform: "rotate(64) scale(1 .62)" }, piece)];
  const side = spot.radius * 1.5;
  const scrap =
    spot.shown === "covered"
      ? [svg("rect", { class: "scrap", x: -side / 2, y: -side / 2, width: side, height: side, transform: "rotate(9)" })]
      : [];
  return [...piece, ...scrap, ...count];
}
