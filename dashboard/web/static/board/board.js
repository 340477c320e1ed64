// Draws a state as SVG. `draw` is the only entry, and everything is drawn from the state. Pieces are kept by their
// ids, so that they glide to their new places.

import { followLook, landOf, look, lookKnown, lookNumber, marksAt } from "../appearance/worn_look.js";
import { nameCells, nameZones } from "../cards/zone_names.js";
import { set, svg } from "../page/dom.js";
import { down, extent, inradius, outline, placedAt } from "../surface/geometry.js";
import { language } from "../words/say.js";
import { cellTexts } from "./advice_marks.js";
import { cellName, cellsSpoken } from "./describing.js";
import { drawHeaps, drawHeights } from "./heaps.js";
import { drawMarks } from "./marks.js";
import { definitions } from "./patterns.js";
import { isFielded, spotsOf } from "./spots.js";
import { createSteering } from "./steering.js";
import { drawTokens } from "./tokens.js";
import { closeness } from "./viewing.js";

/** @import { BoardSpot, Fielded, PhysicalSpot, Seen, State } from "../../types/page.js" */

/**
 * The actions of a board that can be tapped: `onPiece` for a tap on a piece, `onPlace` for one on a cell (with the
 * nearest piece in it), `onCell` for Enter on a cell.
 * @typedef {{ onPiece: (id: string) => void, onPlace: (cell: string, piece: string | null) => void, onCell: (cell: string) => void }} BoardTools
 * @typedef {(spot: BoardSpot, event: Pointed) => void} OnPiece
 */

/** @typedef {Event & { clientX?: number, clientY?: number }} Pointed A click, or a key pressed on a focused element. */

const FINGER_MM = 9;

/**
 * Make a board in an SVG element. Without `tools` it can't be tapped.
 * @type {(root: SVGSVGElement, tools?: BoardTools) => { draw: (state: State, physical?: ReadonlyMap<string, PhysicalSpot>) => void, focus: (cell: string) => void }}
 */
export function createBoard(root, tools) {
  /** @type {Record<string, SVGGElement>} */
  const layers = {};
  root.append(definitions());
  for (const name of ["field", "ground", "heights", "under", "plates", "heaps", "onlands", "lines", "pieces", "over"]) {
    layers[name] = svg("g", { class: name });
    if (!["field", "plates", "heaps", "pieces"].includes(name)) layers[name].setAttribute("aria-hidden", "true");
    root.append(layers[name]);
  }
  const steering = tools ? createSteering(layers.field, tools.onCell) : null;
  const onPlace = (/** @type {string} */ cell, /** @type {MouseEvent} */ event) =>
    tools?.onPlace(cell, meant(cell, event));
  const drawn = {
    surface: /** @type {Seen | null} */ (null),
    look: -1,
    /** @type {Map<string, SVGGElement>} */
    tokens: new Map(),
    marks: "",
    /** @type {readonly unknown[]} */
    spoken: [],
    /** @type {ReadonlyMap<string, BoardSpot>} */
    spots: new Map(),
  };
  // When the board's size or view changes, a millimetre has another size on the screen, and so have names.
  const letter = () => drawn.surface && nameCells(root, layers, drawn.surface);
  new ResizeObserver(letter).observe(root);
  new MutationObserver(letter).observe(root, { attributeFilter: ["viewBox"] });
  /**
   * The piece nearest to a tap in its cell, because fingers are wider than pieces; null if none is near.
   * @type {(cell: string, event: Pointed) => string | null}
   */
  const meant = (cell, event) => {
    const { clientX, clientY } = event;
    if (!clientX || clientY === undefined) return null;
    const { x, y } = boardPoint(root, { clientX, clientY });
    /** @type {(spot: BoardSpot) => number} */
    const far = (spot) => Math.hypot(spot.x - x, spot.y - down(y)) - spot.radius * (spot.scale ?? 1);
    const near = [...drawn.spots].filter(
      ([, spot]) => spot.cell.cell === cell && !spot.plate && far(spot) < FINGER_MM / closeness(root),
    );
    near.sort((a, b) => far(a[1]) - far(b[1]));
    return near[0]?.[0] ?? null;
  };

  /**
   * Draw a state. `physical`: the spots of the virtual table, which draws its pieces itself.
   * @type {(state: State, physical?: ReadonlyMap<string, PhysicalSpot>) => void}
   */
  function draw(state, physical) {
    void followLook(state);
    // While the appearance is loading the old drawing stays, so that nothing moves away from under a finger.
    if (isFielded(state) && lookKnown()) drawFielded(state, physical);
  }

  /** @type {(state: Fielded, physical?: ReadonlyMap<string, PhysicalSpot>) => void} */
  function drawFielded(state, physical) {
    if (drawn.surface !== state.surface || drawn.look !== lookNumber()) {
      // If the same board is drawn wider or from another side, the pieces' elements stay, and glide.
      const stay = drawn.surface?.board === state.surface.board && drawn.look === lookNumber();
      drawn.surface = state.surface;
      drawn.look = lookNumber();
      // The new cells have no labels yet, and their names aren't laid out twice.
      drawn.spoken = [];
      layout(root, state.surface);
      letter();
      const focused = layers.field.contains(document.activeElement);
      layers.field.replaceChildren(...field(state.surface, tools ? onPlace : null));
      layers.ground.replaceChildren(...marks(state.surface));
      steering?.fit(state.surface, focused);
      if (!stay) {
        drawn.tokens.forEach((token) => token.remove());
        drawn.tokens.clear();
      }
    }
    nameZones(root, layers.field, state);
    if (physical) {
      layers.heaps.replaceChildren();
      delete layers.heaps.dataset.shown;
      drawn.tokens.forEach((token) => token.remove());
      drawn.tokens.clear();
      drawMarks(layers, drawn, state, new Map([...physical].map(([, spot]) => [spot.piece.piece, spot])));
      tell(layers.field, state, drawn, physical);
      return;
    }
    const spots = spotsOf(state);
    drawHeights(layers.heights, state);
    drawHeaps(layers.heaps, state);
    drawn.spots = spots;
    drawTokens(
      layers,
      drawn.tokens,
      state,
      spots,
      tools ? (spot, event) => tools.onPiece((spot.plate && meant(spot.cell.cell, event)) || spot.piece.piece) : null,
      (id) => drawn.spots.get(id),
    );
    drawMarks(layers, drawn, state, spots);
    tell(layers.field, state, drawn);
  }
  return { draw, focus: (/** @type {string} */ cell) => steering?.focus(cell) };
}

/**
 * Set the drawing's view to the whole field.
 * @type {(root: SVGSVGElement, surface: Seen) => void}
 */
function layout(root, surface) {
  const { left, top, width, height } = extent(surface);
  set(root, { viewBox: `${left} ${top} ${width} ${height}` });
  root.style.setProperty("--aspect", `${width / height}`);
}

/**
 * A screen point as board millimetres.
 * @type {(root: SVGSVGElement, event: { clientX: number, clientY: number }) => { x: number, y: number }}
 */
export function boardPoint(root, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM()?.inverse());
  return { x: point.x, y: down(point.y) };
}

/** @type {(surface: Seen, onPlace: ((cell: string, event: MouseEvent) => void) | null) => SVGGElement[]} */
function field(surface, onPlace) {
  return surface.cells.map((cell) => {
    const steered = onPlace
      ? {
          role: "button",
          tabindex: -1,
          "aria-label": cell.cell,
          onclick: (/** @type {MouseEvent} */ event) => onPlace(cell.cell, event),
        }
      : { "aria-hidden": "true" };
    const group = svg("g", { class: "cell", "data-cell": cell.cell, ...steered });
    group.append(svg("polygon", { class: `land-${landOf(surface.board, cell.cell)}`, points: outline(cell, 0.985) }));
    const top = Math.max(...cell.outline_mm.map((point) => point[1]));
    group.append(
      svg(
        "text",
        { class: "name", transform: placedAt(cell.x_mm, down(top), cell.scale), y: 11.5, "text-anchor": "middle" },
        cell.cell,
      ),
    );
    return group;
  });
}

/**
 * The marks of the lands, one path for each land, with the printed board's shapes and places.
 * @type {(surface: Seen) => SVGElement[]}
 */
function marks(surface) {
  const {
    field: { lands },
    symbols,
  } = look();
  const drawn = lands.map(() => "");
  for (const cell of surface.cells) {
    const width = 2 * inradius(cell);
    const land = landOf(surface.board, cell.cell);
    if (!lands[land] || cell.zone) continue;
    const stroke = symbols[lands[land].marks][0].d;
    for (const [across, up] of marksAt(surface.board, cell.cell))
      drawn[land] +=
        `M${(cell.x_mm + across * width).toFixed(1)},${(down(cell.y_mm) - up * width).toFixed(1)}${stroke}`;
  }
  return drawn.map((d, i) => svg("path", { d, class: `land-${i}` }));
}

/**
 * Give each cell its texts: the meaning of its marks for a pointer over it, and its content for screen readers.
 * @type {(layer: SVGGElement, state: State, drawn: { spoken: readonly unknown[] }, physical?: ReadonlyMap<string, PhysicalSpot>) => void}
 */
function tell(layer, state, drawn, physical) {
  const shown = [
    state.surface,
    state.faces,
    state.match,
    state.advice,
    state.sheet,
    state.selected,
    state.using,
    state.situation?.paused,
    state.danger,
    state.help,
    physical ? state.simulated : null,
    language(),
  ];
  if (shown.every((one, i) => one === drawn.spoken[i])) return;
  drawn.spoken = shown;
  const spoken = cellsSpoken(state, physical);
  const texts = cellTexts(state);
  for (const group of layer.querySelectorAll(/** @type {"g"} */ ("[data-cell]"))) {
    const name = group.dataset.cell ?? "";
    if (group.hasAttribute("tabindex")) set(group, { "aria-label": spoken.get(name) ?? cellName(state, name) });
    const text = (texts.get(name) ?? []).join("; ");
    if ((group.dataset.says ?? "") === text) continue;
    group.dataset.says = text;
    group.querySelector("title")?.remove();
    if (text) group.prepend(svg("title", {}, text));
  }
}
