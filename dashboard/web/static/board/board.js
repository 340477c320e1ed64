// Draws the state as SVG: one way in (`draw`), everything from the state, pieces kept by id so that they glide.

import { cellTexts } from "./counsel_marks.js";
import { cellsSpoken } from "./describing.js";
import { drawBack, drawFace, drawTile } from "../cards/card.js";
import { faceOf, zoneLabel } from "../cards/faces.js";
import { cardScale, cardSpots, facing } from "../cards/lying.js";
import { nameCells, nameZones } from "../cards/zone_names.js";
import { set, svg } from "../page/dom.js";
import { down, extent, inradius, outline, placedAt, slots } from "./geometry.js";
import { drawMarks } from "./marks.js";
import { definitions } from "./patterns.js";
import { language, say } from "../words/say.js";
import { createSteering } from "./steering.js";
import { followLook, isPlate, isTerrain, landOf, look, lookKnown, lookNumber, marksAt } from "./looks.js";
import { ground, nameplate, seatShape, symbol } from "./symbols.js";
import { closeness } from "./viewing.js";
import { shownAdvice, seatLook, spoken, usableNow, usesOf, view } from "../state/selectors.js";

/** @import { Advice, PieceView } from "../../types/messages.js" */
/** @import { BoardSpot, Fielded, PhysicalSpot, Seen, SeenCell, Shown, State } from "../../types/page.js" */
/**
 * The board's actions: `onPiece` a tap on a piece, `onPlace` one on a cell with the piece it's near to,
 * `onCell` Enter on a cell. A board without is there to be looked at.
 * @typedef {{ onPiece: (id: string) => void, onPlace: (cell: string, piece: string | null) => void, onCell: (cell: string) => void }} BoardTools
 * @typedef {(spot: BoardSpot, event: Pointed) => void} OnPiece
 */
/** @typedef {Event & { clientX?: number, clientY?: number }} Pointed A click, or a key pressed on what has the focus. */

const FINGER_MM = 9;

/**
 * A board in an SVG element. `onPiece(id)` and `onPlace(cell, piece)` tell what was chosen, and what lies near.
 * @type {(root: SVGSVGElement, tools?: BoardTools) => { draw: (state: State, physical?: ReadonlyMap<string, PhysicalSpot>) => void, focus: (cell: string) => void }}
 */
export function createBoard(root, tools) {
  /** @type {Record<string, SVGGElement>} */
  const layers = {};
  root.append(definitions());
  for (const name of ["field", "ground", "heights", "under", "plates", "heaps", "lines", "pieces", "over"]) {
    layers[name] = svg("g", { class: name });
    if (!["field", "plates", "heaps", "pieces"].includes(name)) layers[name].setAttribute("aria-hidden", "true");
    root.append(layers[name]);
  }
  const steering = tools ? createSteering(layers.field, tools.onCell) : null;
  const onPlace = (/** @type {string} */ cell, /** @type {MouseEvent} */ event) => tools?.onPlace(cell, meant(cell, event));
  const drawn = {
    surface: /** @type {Seen | null} */ (null),
    look: -1,
    /** @type {Map<string, SVGGElement>} */
    tokens: new Map(),
    marks: "",
    /** @type {readonly unknown[]} */
    told: [],
    /** @type {ReadonlyMap<string, BoardSpot>} */
    spots: new Map(),
  };
  // Words beside the board, and a closer view, change how large a millimetre of it is.
  const letter = () => drawn.surface && nameCells(root, drawn.surface);
  new ResizeObserver(letter).observe(root);
  new MutationObserver(letter).observe(root, { attributeFilter: ["viewBox"] });
  /**
   * The piece that a tap in its cell is nearest to; fingers are wider than pieces.
   * @type {(cell: string, event: Pointed) => string | null}
   */
  const meant = (cell, event) => {
    const { clientX, clientY } = event;
    if (!clientX || clientY === undefined) return null;
    const { x, y } = boardPoint(root, { clientX, clientY });
    /** @type {(spot: BoardSpot) => number} */
    const far = (spot) => Math.hypot(spot.x - x, spot.y - down(y)) - spot.radius * (spot.scale ?? 1);
    const near = [...drawn.spots].filter(([, spot]) => spot.cell.cell === cell && !spot.plate && far(spot) < FINGER_MM / closeness(root));
    near.sort((a, b) => far(a[1]) - far(b[1]));
    return near[0]?.[0] ?? null;
  };

  /**
   * Draw a state; `physical` are the virtual table's spots, drawn by itself.
   * @type {(state: State, physical?: ReadonlyMap<string, PhysicalSpot>) => void}
   */
  function draw(state, physical) {
    void followLook(state);
    // The drawing stays: nothing moves away from under a finger because colours came late.
    if (isFielded(state) && lookKnown()) drawFielded(state, physical);
  }

  /** @type {(state: Fielded, physical?: ReadonlyMap<string, PhysicalSpot>) => void} */
  function drawFielded(state, physical) {
    if (drawn.surface !== state.surface || drawn.look !== lookNumber()) {
      // On the same board, drawn wider or from another side, pieces stay: they glide.
      const stay = drawn.surface?.board === state.surface.board && drawn.look === lookNumber();
      drawn.surface = state.surface;
      drawn.look = lookNumber();
      // New cells have no words yet.
      drawn.told = [];
      layout(root, state.surface);
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
    drawTokens(layers, drawn.tokens, state, spots, tools ? (spot, event) => tools.onPiece((spot.plate && meant(spot.cell.cell, event)) || spot.piece.piece) : null, (id) => drawn.spots.get(id));
    drawMarks(layers, drawn, state, spots);
    tell(layers.field, state, drawn);
  }
  return { draw, focus: (/** @type {string} */ cell) => steering?.focus(cell) };
}

/** @param {State} state @returns {state is Fielded} */
export const isFielded = (state) => state.surface !== null;

/**
 * Fit the drawing to the field.
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
    const steered = onPlace ? { role: "button", tabindex: -1, "aria-label": cell.cell, onclick: (/** @type {MouseEvent} */ event) => onPlace(cell.cell, event) } : { "aria-hidden": "true" };
    const group = svg("g", { class: "cell", "data-cell": cell.cell, ...steered });
    group.append(svg("polygon", { class: `land-${landOf(surface.board, cell.cell)}`, points: outline(cell, 0.985) }));
    const top = Math.max(...cell.outline_mm.map((point) => point[1]));
    group.append(svg("text", { class: "name", transform: placedAt(cell.x_mm, down(top), cell.scale), y: 11.5, "text-anchor": "middle" }, cell.cell));
    return group;
  });
}

/**
 * The marks of the lands, one path a land: the printed board's, at the printed places.
 * @type {(surface: Seen) => SVGElement[]}
 */
function marks(surface) {
  const { field: { lands }, symbols } = look();
  const drawn = lands.map(() => "");
  for (const cell of surface.cells) {
    const width = 2 * inradius(cell);
    const land = landOf(surface.board, cell.cell);
    if (!lands[land] || cell.zone) continue;
    const stroke = symbols[lands[land].marks][0].d;
    for (const [across, up] of marksAt(surface.board, cell.cell)) drawn[land] += `M${(cell.x_mm + across * width).toFixed(1)},${(down(cell.y_mm) - up * width).toFixed(1)}${stroke}`;
  }
  return drawn.map((d, i) => svg("path", { d, class: `land-${i}` }));
}

/**
 * Say of each cell what lies in it and what its marks mean: as a word to the pointer held over it, and to readers.
 * @type {(layer: SVGGElement, state: State, drawn: { told: readonly unknown[] }, physical?: ReadonlyMap<string, PhysicalSpot>) => void}
 */
function tell(layer, state, drawn, physical) {
  const shown = [state.surface, state.match, state.advice, state.selected, state.danger, state.help, physical ? state.simulated : null, language()];
  if (shown.every((one, i) => one === drawn.told[i])) return;
  drawn.told = shown;
  const spoken = cellsSpoken(state, physical);
  const texts = cellTexts(state);
  for (const group of layer.querySelectorAll(/** @type {"g"} */ ("[data-cell]"))) {
    const name = group.dataset.cell ?? "";
    if (group.hasAttribute("tabindex")) set(group, { "aria-label": spoken.get(name) ?? name });
    const text = (texts.get(name) ?? []).join("; ");
    if ((group.dataset.told ?? "") === text) continue;
    group.dataset.told = text;
    group.querySelector("title")?.remove();
    if (text) group.prepend(svg("title", {}, text));
  }
}

/**
 * Piles of backs, each with how many lie there; a zone's backs side by side.
 * @type {(layer: SVGGElement, state: Fielded) => void}
 */
function drawHeaps(layer, state) {
  const heaps = view(state)?.heaps ?? [];
  const shown = JSON.stringify([heaps.map((one) => [one.cell, one.number]), state.eye?.camera, state.quarters, state.surface.size_mm, language(), state.faces !== null]);
  if (layer.dataset.shown === shown) return;
  layer.dataset.shown = shown;
  const cells = cellsByName(state.surface);
  layer.replaceChildren(...heaps.flatMap((heap) => {
    const cell = cells.get(heap.cell);
    if (!cell) return [];
    const label = say("zones.face_down", { zone: zoneLabel(state, heap.cell) || heap.cell, n: heap.number });
    const at = `translate(${cell.x_mm} ${down(cell.y_mm)}) rotate(${-facing(cell)}) scale(${cardScale(cell)})`;
    return [svg("g", { class: "heap", role: "img", "aria-label": label, "data-heap": heap.cell, transform: at },
      heap.number > 1 ? svg("g", { class: "beneath-top", transform: "translate(1.6 2)" }, drawBack()) : null, drawBack(), heap.number > 1 ? counted(heap.number) : null)];
  }));
}

/** How many cards lie in a pile. @type {(number: number) => SVGElement} */
export const counted = (number) =>
  svg("g", { class: "pile-count", transform: "translate(0 20)" }, svg("rect", { x: -17, y: -13, width: 34, height: 26, rx: 13 }), svg("text", { y: 6.5, "text-anchor": "middle" }, `${number}`));

/** @type {(layer: SVGGElement, state: Fielded) => void} */
function drawHeights(layer, state) {
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

/** @type {(surface: Seen) => Map<string, SeenCell>} */
const cellsByName = (surface) => new Map(surface.cells.map((cell) => [cell.cell, cell]));

/**
 * Where each piece of the match is drawn: id → {x, y, radius, piece}, screen millimetres.
 * @type {(state: Fielded) => Map<string, BoardSpot>}
 */
export function spotsOf(state) {
  /** @type {Map<string, BoardSpot>} */
  const spots = new Map();
  const now = view(state);
  if (!now) return spots;
  const cells = cellsByName(state.surface);
  /** @type {Map<SeenCell, PieceView[]>} */
  const byCell = new Map();
  for (const piece of now.pieces) {
    const carried = state.carried?.piece === piece.piece ? cells.get(state.carried.cell) : undefined;
    const cell = carried ?? (piece.cell === null ? undefined : cells.get(piece.cell));
    if (cell && !isTerrain(piece.kind)) byCell.set(cell, [...(byCell.get(cell) ?? []), piece]);
  }
  for (const [cell, all] of byCell) {
    const cards = cell.zone ? all.filter((piece) => faceOf(state, piece.piece)) : [];
    const heap = now.heaps.find((one) => one.cell === cell.cell) ?? null;
    for (const spot of cardSpots(state, cell, cards, heap)) spots.set(spot.piece.piece, spot);
    const pieces = all.filter((piece) => !cards.includes(piece));
    const [plates, tokens] = [pieces.filter((p) => isPlate(p.kind)), pieces.filter((p) => !isPlate(p.kind))];
    const scale = cell.scale ?? 1;
    for (const piece of plates) {
      spots.set(piece.piece, { x: cell.x_mm, y: down(cell.y_mm), radius: 28, scale, piece, plate: true, shared: tokens.length > 0, cell, tile: faceOf(state, piece.piece) });
    }
    const plan = slots(tokens.length, plates.length > 0);
    tokens.forEach((piece, i) => {
      const [dx, dy] = plan.at[i];
      // Alone in its cell there's room to show that a piece was pushed to the edge.
      const push = tokens.length === 1 && piece.edge ? -11 : 0;
      spots.set(piece.piece, { x: cell.x_mm + dx * scale, y: down(cell.y_mm + (dy + push) * scale), radius: push ? 17 : plan.radius, scale, piece, cell });
    });
  }
  return spots;
}

/** @type {(layers: Record<string, SVGGElement>, tokens: Map<string, SVGGElement>, state: State, spots: ReadonlyMap<string, BoardSpot>, onPiece: OnPiece | null, now: (id: string) => BoardSpot | undefined) => void} */
function drawTokens(layers, tokens, state, spots, onPiece, now) {
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
    // The element stays: only so does a piece glide that looks different where it comes.
    if (token.dataset.look !== look.signature) {
      token.dataset.look = look.signature;
      token.replaceChildren(...(spot.card ? lain(spot.card) : spot.plate ? plate(spot) : disc(seatLook(state, spot.piece.seat), spot.piece, spot.radius)));
    }
    showHand(token, state.carried?.piece === id);
    token.style.transform = `translate(${spot.x}px, ${spot.y}px)${spot.card ? ` rotate(${spot.card.turned}deg)` : ""}${spot.scale === 1 ? "" : ` scale(${spot.scale})`}`;
    set(token, {
      class: `token ${look.classes}`,
      "aria-pressed": onPiece ? String(state.selected === id) : null,
      "aria-label": spoken(state, spot.piece),
    });
  }
}

/** Fingers that hold a piece while a simulated hand carries it. @type {(token: SVGGElement, carried: boolean) => void} */
function showHand(token, carried) {
  const before = token.querySelector(".carrying-hand");
  if (!carried) before?.remove();
  else if (!before) token.append(svg("path", { class: "carrying-hand", d: HAND }));
}

/** An arm from below, its fingertips at the piece's edge. */
const HAND = "M-5,12 C-9,7 -4,4 -2,8 L-1,3 C0,0 4,0 4,4 L5,8 C8,4 12,7 9,12 L13,60 L-9,60 Z";

/** A card that lies on the board, with how many lie with it. @type {(card: NonNullable<BoardSpot["card"]>) => SVGElement[]} */
const lain = ({ face, count }) => [...drawFace(face), ...(count > 1 ? [counted(count)] : [])];

/** @type {(state: State, spot: BoardSpot, advised: Advice | null, usable: string | undefined) => { classes: string, signature: string }} */
function tokenLook(state, { piece, radius, shared, card, tile }, advised, usable) {
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
  return { classes: classes.join(" "), signature: [piece.kind, piece.label, piece.face, piece.hp, piece.hp_max, piece.spent, piece.seat, radius, shared, piece.lasting, card?.count, card?.face.label, tile?.label, lookNumber()].join() };
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
function plate({ piece, cell, shared, scale = 1, tile = null }) {
  /** @type {(inset: number) => string} */
  const points = (inset) =>
    cell.outline_mm.map(([x, y]) => `${(((x - cell.x_mm) * inset) / scale).toFixed(2)},${((-(y - cell.y_mm) * inset) / scale).toFixed(2)}`).join(" ");
  if (tile) {
    const side = (inradius(cell) * 1.88) / scale;
    return [...drawTile(tile, side), svg("polygon", { class: "halo", points: points(0.97) })];
  }
  return [
    svg("polygon", { class: "plate", points: points(0.9) }),
    svg("polygon", { class: "halo", points: points(0.97) }),
    svg("g", { class: "plate-symbol", transform: shared ? "translate(-6.5 23) scale(.66)" : "translate(0 -1) scale(1.9)" }, symbol(piece)),
    shared ? pips(piece, 6.5, 23, 0.75) : pips(piece, 0, 20.5, 1),
  ];
}

/**
 * A piece as a disc of its seat's shape; `radius` in millimetres.
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
  svg("g", { class: "done", transform: "translate(8.2 -8.2)" }, svg("circle", { r: 4.4 }), svg("path", { d: "M-2,.2 L-.6,1.7 L2.1,-1.6" }));

/** An hourglass: something holds the piece, or helps it, for a while. @param {readonly string[]} texts */
const lasts = (texts) =>
  svg("g", { class: "lasts", transform: "translate(-8.2 -8.2)" }, svg("circle", { r: 4.4 }), svg("path", { d: "M-2,-2.6 H2 L-2,2.6 H2 Z" }), svg("title", {}, texts.join("; ")));

/** @type {(piece: Shown, x: number, y: number, scale: number) => SVGElement} */
function pips(piece, x, y, scale) {
  if (piece.hp === null || piece.hp_max === null || piece.hp_max < 2) return svg("g");
  const group = svg("g", { class: "pips", transform: `translate(${x} ${y}) scale(${scale})` });
  const width = piece.hp_max * 6.4;
  group.append(svg("rect", { x: -width / 2 - 1, y: -4, width: width + 2, height: 8, rx: 4 }));
  for (let i = 0; i < piece.hp_max; i++) {
    group.append(svg("circle", { cx: (i - (piece.hp_max - 1) / 2) * 6.4, r: 2.3, class: i < piece.hp ? "full" : "lost" }));
  }
  return group;
}

