// The virtual table: physical pieces that fingers, mouse and keyboard move. Every move is an order to the simulator;
// the drawing follows the simulator's reports.

import { lookNumber } from "../appearance/worn_look.js";
import { boardPoint } from "../board/board.js";
import { closeness } from "../board/viewing.js";
import { fill, forget, set, svg } from "../page/dom.js";
import { handStrips, isLying, physicalSpots, spokenPhysical, standingIn } from "../state/physical.js";
import { adviceOf, seatLabel, seatLook, usesOf, view } from "../state/selectors.js";
import { cellAt, down } from "../surface/geometry.js";
import { edgeward, pushedPlace, restingPlace } from "../surface/resting.js";
import { say } from "../words/say.js";
import { covers, drawing } from "./physical_piece.js";

/** @import { Advice, SimulatedFault, SurfaceCell } from "../../types/messages.js" */
/** @import { Fielded, Order, PhysicalSpot, Point, VirtualTable } from "../../types/page.js" */

const AMISS = new Set(["hand", "thing"]);

const TAP_PX = 7;

const TWICE_MS = 380;

/** The longest time that a dropped piece is shown at its new place without the simulator's report. */
const TRUST_MS = 1500;

/**
 * The time between two orders that a piece is still in a hand. The simulator puts the piece down if a tablet is
 * silent for some seconds.
 */
const HOLDING_MS = 2000;

/**
 * Make the virtual table in `root`. `order` sends an order to the simulator, `select` chooses a piece, `redraw` has
 * the page drawn soon.
 * @type {(root: SVGSVGElement, tools: { order: Order, select: (piece: string | null) => void, redraw: () => void }) => VirtualTable}
 */
export function createTable(root, { order, select, redraw }) {
  const layers = ["printed", "rocks", "pieces"].map((name) => svg("g", { class: `physical ${name}` }));
  const amiss = svg("g", { class: "physical amisses" });
  const hands = svg("g", { class: "physical hands", "aria-hidden": "true" });
  root.insertBefore(hands, root.querySelector(".over"));
  for (const layer of [...layers, amiss]) root.insertBefore(layer, root.querySelector(".over"));
  /** @type {Map<string, SVGGElement>} */
  const tokens = new Map();
  /** @type {Map<string, { x_mm: number, y_mm: number }>} */
  const moved = new Map();
  let drawnAs = lookNumber();
  /** @type {Fielded | null} */
  let state = null;
  /** @type {{ piece: string, pointer: number, from: Point, dragged: boolean } | null} */
  let held = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let holding;
  /** @type {{ piece: string | null, at: number }} */
  let tapped = { piece: null, at: 0 };

  root.addEventListener("pointerdown", (event) => {
    if (!state || event.button > 0 || held) return;
    const point = boardPoint(root, event);
    const piece = nearest(point, (event.pointerType === "mouse" ? 4 : 10) / closeness(root));
    if (!piece) return;
    event.preventDefault();
    root.setPointerCapture(event.pointerId);
    held = { piece, pointer: event.pointerId, from: [event.clientX, event.clientY], dragged: false };
  });

  root.addEventListener("pointermove", (event) => {
    if (held?.pointer !== event.pointerId) return;
    const way = Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]);
    if (!held.dragged && way < TAP_PX) return;
    if (!held.dragged) {
      held.dragged = true;
      root.classList.add("carrying");
      select(held.piece);
      lift(held.piece);
    }
    const point = boardPoint(root, event);
    moved.set(held.piece, { x_mm: point.x, y_mm: point.y });
    redraw();
  });

  root.addEventListener("pointerup", (event) => {
    if (held?.pointer !== event.pointerId) return;
    const { piece, dragged } = held;
    held = null;
    clearInterval(holding);
    root.classList.remove("carrying");
    redraw();
    if (dragged) {
      const point = boardPoint(root, event);
      drop(piece, point.x, point.y);
    } else tap(piece, event.timeStamp);
  });

  root.addEventListener("pointercancel", letGo);

  function letGo() {
    if (!held) return;
    const { piece, dragged } = held;
    const lies = dragged ? liftable(piece) : null;
    if (lies) order({ order: "put", piece, x_mm: lies.x_mm, y_mm: lies.y_mm });
    moved.delete(piece);
    held = null;
    clearInterval(holding);
    root.classList.remove("carrying");
    redraw();
  }

  /**
   * The place of a piece that a hand can lift; null for a card, or if it doesn't lie on the table.
   * @type {(piece: string) => { x_mm: number, y_mm: number } | null}
   */
  function liftable(piece) {
    return state?.simulated?.pieces.filter(isLying).find((one) => one.piece === piece && !one.card) ?? null;
  }

  /** Have a simulated hand hold a piece while it is dragged. @type {(piece: string) => void} */
  function lift(piece) {
    if (!liftable(piece)) return;
    order({ order: "lift", piece });
    holding = setInterval(() => order({ order: "lift", piece }), HOLDING_MS);
  }

  // A click on a piece was handled by `pointerdown`, so it isn't a tap on the cell beneath as well.
  root.addEventListener("click", (event) => nearest(boardPoint(root, event), 0) && event.stopPropagation(), true);

  /** @type {(piece: string, at: number) => void} */
  function tap(piece, at) {
    if (tapped.piece === piece && at - tapped.at < TWICE_MS) {
      order({ order: "flip", piece });
      tapped = { piece: null, at: 0 };
    } else {
      tapped = { piece, at };
      select(piece);
    }
  }

  /** @type {(point: { x: number, y: number }, slack: number) => string | null} */
  function nearest({ x, y }, slack) {
    // Under the finger, the topmost card comes first.
    const card = [...(state ? physicalSpots(state, moved) : [])].findLast(
      ([, spot]) => spot.card && covers(spot, x, down(y)),
    );
    if (card) return card[0];
    const spots = [...(state ? physicalSpots(state, moved) : [])]
      .filter(([, spot]) => !spot.card)
      .map(([id, spot]) => ({
        id,
        far: Math.hypot(spot.x - x, spot.y - down(y)) - spot.radius + (spot.terrain ? 12 : 0),
      }));
    spots.sort((a, b) => a.far - b.far);
    return spots[0] && spots[0].far <= slack ? spots[0].id : null;
  }

  /** @type {(piece: string, cell: SurfaceCell) => { x_mm: number, y_mm: number }[]} */
  const others = (piece, cell) => (state ? standingIn(state, cell).filter((one) => one.piece !== piece) : []);

  /** @type {(piece: string, place: Point) => void} */
  function settle(piece, place) {
    moved.set(piece, { x_mm: place[0], y_mm: place[1] });
    setTimeout(() => moved.delete(piece) && redraw(), TRUST_MS);
    order({ order: "put", piece, x_mm: Math.round(place[0] * 10) / 10, y_mm: Math.round(place[1] * 10) / 10 });
    redraw();
  }

  /** @type {(piece: string, x: number, y: number) => void} */
  function drop(piece, x, y) {
    if (state && physicalSpots(state).get(piece)?.card) return dropCard(state, piece, x, y);
    const cell = state && cellAt(state.surface, x, y);
    if (cell) settle(piece, restingPlace(cell, x, y, others(piece, cell), quarters()));
    else take(piece);
  }

  /** @type {(state: Fielded, piece: string, x: number, y: number) => void} */
  function dropCard(state, piece, x, y) {
    const strip = handStrips(state).find(
      ({ left, top, width, height }) => x >= left && x <= left + width && down(y) >= top && down(y) <= top + height,
    );
    moved.delete(piece);
    if (strip) order({ order: "hold", piece, device: `pad.${strip.seat}` });
    else if (cellAt(state.surface, x, y)) layCard(state, piece, x, y);
    else take(piece);
    // A chosen card is shown large, and would cover the place of the next one.
    select(null);
    redraw();
  }

  /**
   * Lay a card as people do: face up in a row or a slot; on a pile with the same face as the pile's top card.
   * @type {(state: Fielded, piece: string, x: number, y: number) => void}
   */
  function layCard(state, piece, x, y) {
    const cell = cellAt(state.surface, x, y);
    const pieces = state.simulated?.pieces ?? [];
    const top = pieces
      .filter(isLying)
      .findLast((one) => one.piece !== piece && cellAt(state.surface, one.x_mm, one.y_mm) === cell);
    const held = pieces.find((one) => one.piece === piece)?.hand;
    const hides = view(state)?.heaps.some((one) => one.cell === cell?.cell) ?? false;
    const face = cell?.zone !== "pile" ? "up" : (top?.face ?? (hides ? "down" : held ? "up" : ""));
    moved.set(piece, { x_mm: x, y_mm: y });
    setTimeout(() => moved.delete(piece) && redraw(), TRUST_MS);
    order({ order: "put", piece, x_mm: Math.round(x * 10) / 10, y_mm: Math.round(y * 10) / 10, face });
  }

  const quarters = () => state?.quarters ?? 0;

  /** @type {(piece: string) => void} */
  function take(piece) {
    moved.delete(piece);
    order({ order: "take", piece });
    redraw();
  }

  /** @type {(next: Fielded) => Map<string, PhysicalSpot>} */
  function draw(next) {
    if (state && next.simulated !== state.simulated)
      for (const id of [...moved.keys()]) if (id !== held?.piece) moved.delete(id);
    state = next;
    const spots = physicalSpots(state, moved);
    for (const [id, token] of tokens) {
      // Another appearance may change which kinds are ground, so all pieces are drawn again.
      if (!spots.has(id) || drawnAs !== lookNumber()) {
        token.remove();
        tokens.delete(id);
      }
    }
    drawnAs = lookNumber();
    drawAmiss(state.simulated?.faults ?? []);
    const advice = state.selected === null ? null : adviceOf(state, state.selected);
    for (const [id, spot] of spots) drawOne(next, id, spot, advice);
    stack(spots);
    drawHands(state);
    return spots;
  }

  /** Bring the cards into the order that they lie in, the lowest first. @param {ReadonlyMap<string, PhysicalSpot>} spots */
  function stack(spots) {
    const order = [...spots].filter(([, spot]) => spot.card).map(([id]) => id);
    if (held?.dragged) order.push(...order.splice(order.indexOf(held.piece), order.includes(held.piece) ? 1 : 0));
    if (layers[2].dataset.order === order.join(" ")) return;
    layers[2].dataset.order = order.join(" ");
    for (const id of order) layers[2].append(tokens.get(id) ?? "");
  }

  /** Draw the strips for each seat's held cards. @param {Fielded} state */
  function drawHands(state) {
    fill(
      hands,
      handStrips(state).map((one) => [one, seatLabel(state, one.seat)]),
      () =>
        handStrips(state).map(({ seat, left, top, width, height }) =>
          svg(
            "g",
            { class: `hand-strip seat-${seatLook(state, seat)}`, "data-hand": seat },
            svg("rect", { x: left, y: top, width, height, rx: 6 }),
            svg("text", { x: left + 6, y: top + 9 }, say("table.hand_of", { seat: seatLabel(state, seat) })),
          ),
        ),
    );
  }

  /** Draw the hands and things that faults put over the board. @param {readonly SimulatedFault[]} faults */
  function drawAmiss(faults) {
    const found = faults.filter((one) => AMISS.has(one.fault));
    fill(amiss, found, () =>
      found.map(({ fault, at_mm }) => {
        const [x, y] = at_mm ?? [0, 0];
        const title = svg("title", {}, say(`faults.kinds.${fault}`));
        if (fault === "thing") return svg("circle", { class: "amiss", cx: x, cy: down(y), r: 29 }, title);
        // The arm comes from the nearer side.
        const far = y > 0 ? -420 : 420;
        return svg(
          "path",
          { class: "amiss", d: `M${x - 30},${down(y) + far} V${down(y)} a30,30 0 0 1 60,0 V${down(y) + far}` },
          title,
        );
      }),
    );
  }

  /** @type {(state: Fielded, id: string, spot: PhysicalSpot, advice: Advice | null) => void} */
  function drawOne(state, id, spot, advice) {
    const look = [
      spot.piece.kind,
      spot.piece.face,
      spot.piece.seat,
      spot.radius.toFixed(1),
      spot.count,
      spot.shown,
      lookNumber(),
      spot.card?.face?.label,
      spot.card?.count,
    ].join();
    let token = tokens.get(id);
    if (!token) {
      token = svg("g", {
        role: "button",
        tabindex: -1,
        "data-piece": id,
        onkeydown: (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          select(id);
        },
      });
      tokens.set(id, token);
      layers[spot.piece.kind === "warp" ? 0 : spot.terrain ? 1 : 2].append(token);
    }
    if (token.dataset.look !== look) {
      token.dataset.look = look;
      token.replaceChildren(...drawing(state, spot));
    }
    const dragged = held?.piece === id && held.dragged;
    const classes = ["token", `seat-${seatLook(state, spot.piece.seat)}`];
    if (spot.piece.face === "down") classes.push("facedown");
    if (state.selected === id) classes.push("selected");
    if (dragged) classes.push("held");
    if (usesOf(advice, spot.piece.piece).includes("attack")) classes.push("target");
    if (spot.card) classes.push("card");
    token.style.transform = `translate(${spot.x}px, ${spot.y}px)${spot.card ? ` rotate(${spot.card.turned}deg) scale(${spot.scale ?? 1})` : ""}`;
    // Pieces on the field are reached by the field's arrow keys, so Tab passes over them.
    set(token, {
      tabindex: spot.cell ? -1 : 0,
      class: classes.join(" "),
      "aria-pressed": String(state.selected === id),
      "aria-label": spokenPhysical(state, spot),
    });
  }

  return {
    draw,
    /** Remove all pieces, and ignore fingers, until the table is drawn again. */
    rest() {
      letGo();
      if (state === null) return;
      state = null;
      for (const token of tokens.values()) token.remove();
      tokens.clear();
      for (const layer of [amiss, hands]) {
        layer.replaceChildren();
        forget(layer);
      }
    },
    /** Whether a piece is being dragged. */
    holds: () => held?.dragged ?? false,
    /** Drop a held piece back where it lay. */
    letGo,
    /** Turn a piece over. */
    flip: (piece) => order({ order: "flip", piece }),
    take,
    /** Put a piece into a cell, by its name. */
    put(piece, name) {
      const cell = state?.surface.cells.find((one) => one.cell === name);
      if (state && cell && physicalSpots(state).get(piece)?.card) layCard(state, piece, cell.x_mm, cell.y_mm);
      else if (cell) settle(piece, restingPlace(cell, cell.x_mm, cell.y_mm, others(piece, cell), quarters()));
    },
    /** Turn, shuffle, fan out or square up a card or its pile, by the name of the order. */
    handle: (what, piece) => order({ order: what, piece }),
    /** Take a card into a seat's hand. */
    hold: (piece, seat) => order({ order: "hold", piece, device: `pad.${seat}` }),
    /** Put a whole pile into a cell, by its name. */
    carry(piece, name) {
      const cell = state?.surface.cells.find((one) => one.cell === name);
      if (cell) order({ order: "carry", piece, x_mm: cell.x_mm, y_mm: cell.y_mm });
    },
    /** Push a piece to the edge of the cell that it lies in. */
    push(piece) {
      const lies = state?.simulated?.pieces.filter(isLying).find((one) => one.piece === piece);
      const cell = state && lies ? cellAt(state.surface, lies.x_mm, lies.y_mm) : null;
      if (lies && cell)
        settle(piece, pushedPlace(cell, edgeward(cell, lies.x_mm, lies.y_mm).normal, others(piece, cell)));
    },
  };
}
