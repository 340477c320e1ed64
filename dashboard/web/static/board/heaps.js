// Draws piles of cards that lie face down, and kinds of ground such as mountains.

import { drawBack } from "../appearance/card.js";
import { zoneLabel } from "../appearance/card_faces.js";
import { ground } from "../appearance/symbols.js";
import { isTerrain, lookNumber } from "../appearance/worn_look.js";
import { cardScale } from "../cards/lying.js";
import { set, svg } from "../page/dom.js";
import { view } from "../state/selectors.js";
import { down, facing, placedAt } from "../surface/geometry.js";
import { language, say } from "../words/say.js";
import { cellsByName } from "./spots.js";
import { counted } from "./tokens.js";

/** @import { Fielded } from "../../types/page.js" */

/**
 * Draw the piles of cards that lie face down, each with the number of its cards.
 * @type {(layer: SVGGElement, state: Fielded) => void}
 */
export function drawHeaps(layer, state) {
  const heaps = view(state)?.heaps ?? [];
  const shown = JSON.stringify([
    heaps.map((one) => [one.cell, one.number]),
    state.eye?.camera,
    state.quarters,
    state.surface.size_mm,
    language(),
    state.faces !== null,
  ]);
  if (layer.dataset.shown === shown) return;
  layer.dataset.shown = shown;
  const cells = cellsByName(state.surface);
  layer.replaceChildren(
    ...heaps.flatMap((heap) => {
      const cell = cells.get(heap.cell);
      if (!cell) return [];
      const label = say("zones.face_down", { zone: zoneLabel(state, heap.cell) || heap.cell, n: heap.number });
      const at = `translate(${cell.x_mm} ${down(cell.y_mm)}) rotate(${-facing(cell)}) scale(${cardScale(cell)})`;
      return [
        svg(
          "g",
          { class: "heap", role: "img", "aria-label": label, "data-heap": heap.cell, transform: at },
          heap.number > 1 ? svg("g", { class: "beneath-top", transform: "translate(1.6 2)" }, drawBack()) : null,
          drawBack(),
          heap.number > 1 ? counted(heap.number) : null,
        ),
      ];
    }),
  );
}

/** @type {(layer: SVGGElement, state: Fielded) => void} */
export function drawHeights(layer, state) {
  const high = (view(state)?.pieces ?? []).filter((piece) => piece.cell && isTerrain(piece.kind));
  const shown = high.map((piece) => `${piece.kind}@${piece.cell}`).join(" ");
  const side = `${state.eye ? "eye" : state.quarters} ${lookNumber()}`;
  if (layer.dataset.shown === shown + side) return;
  layer.dataset.shown = shown + side;
  const cells = cellsByName(state.surface);
  layer.replaceChildren(
    ...high.flatMap((piece) => {
      const cell = cells.get(piece.cell ?? "");
      if (!cell) return [];
      const drawing = ground(piece.kind);
      set(drawing, { transform: `${placedAt(cell.x_mm, down(cell.y_mm), cell.scale)} translate(0 4) scale(.92)` });
      return [drawing];
    }),
  );
}
