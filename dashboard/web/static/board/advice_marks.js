// Draws advice on the board. Each kind of mark has a shape and pattern of its own, so they differ without colour.

import { svg } from "../page/dom.js";
import { down, outline, placedAt } from "../surface/geometry.js";
import { say } from "../words/say.js";
import { shownAdvice, pieceOf, view } from "../state/selectors.js";

/** @import { Advice, Stop } from "../../types/messages.js" */
/** @import { Cells, Danger, SeenCell, Spot, State } from "../../types/page.js" */

/** @type {(cell: SeenCell) => string} */
const at = (cell) => placedAt(cell.x_mm, down(cell.y_mm), cell.scale);
/** @type {(text: string) => SVGElement} */
const title = (text) => svg("title", {}, text);
/** @type {(cell: SeenCell, kind: string, text: string) => SVGElement} */
const hex = (cell, kind, text) =>
  svg("polygon", { class: kind, fill: `url(#pattern-${kind})`, points: outline(cell, 0.9) }, title(text));

/**
 * The marks under the pieces: the cells that the chosen one may move to, hit, dig or warp to, and its obstacles.
 * @type {(advice: Advice | null, cells: Cells, state: State) => SVGElement[]}
 */
export function groundMarks(advice, cells, state) {
  if (!advice) return [];
  const taken = new Set((view(state)?.pieces ?? []).map((piece) => piece.cell));
  /** @type {SVGElement[]} */
  const marks = [];
  /** @type {(names: readonly string[], build: (cell: SeenCell) => SVGElement | (SVGElement | null)[]) => void} */
  const each = (names, build) =>
    names.forEach((name) => {
      const cell = cells.get(name);
      if (cell) marks.push(...[build(cell)].flat().filter((mark) => mark !== null));
    });
  const steps = new Map(advice.paths.map((path) => [path.at(-1), path]));
  const acts = actsNow(advice);
  const reach = acts ? advice.range_cells : advice.next_hits;
  each(
    reach.filter((cell) => !advice.moves.includes(cell)),
    (cell) => hex(cell, "range", say(acts ? "marks.range" : "marks.range_next")),
  );
  each(advice.moves, (cell) => {
    const path = steps.get(cell.cell);
    return [
      hex(
        cell,
        "move",
        path
          ? say("marks.move_by", { n: path.length, way: path.join(say("joins.comma")) })
          : say("marks.move", { n: 1 }),
      ),
      taken.has(cell.cell)
        ? null
        : path
          ? count(cell, path.length)
          : svg("circle", { class: "move-dot", transform: at(cell), r: 6.5 }),
    ];
  });
  if (!acts)
    each(advice.next_moves, (cell) =>
      svg("circle", { class: "later-dot", transform: at(cell), r: 5 }, title(say("marks.move_next"))),
    );
  each(advice.digs, (cell) => [
    hex(cell, "dig", say("marks.dig")),
    svg("path", { class: "glyph dig-glyph", transform: at(cell), d: "M0,-15 V2 M-5,-15 H5 M-6,2 H6 V8 Q0,17 -6,8 Z" }),
  ]);
  each(advice.warps, (cell) => [
    hex(cell, "warp", say("marks.warp")),
    svg("path", {
      class: "glyph warp-glyph",
      transform: at(cell),
      d: "M-16,0 a16,16 0 1 1 32,0 M-10,0 a10,10 0 1 0 20,0 M0,-5 V5 M-4,1 L0,5 L4,1",
    }),
  ]);
  each(struck(advice, state), (cell) => hex(cell, "strike", say("marks.attack")));
  for (const stop of advice.stops) each(stop.cells, (cell) => stopMark(cell, stop));
  return marks;
}

/**
 * Whether a piece may act now. If it can't, the marks show its next turn.
 * @type {(advice: Advice) => boolean}
 */
export const actsNow = (advice) =>
  [advice.moves, advice.attacks, advice.digs, advice.warps, advice.blocks, advice.skills].some(
    (kind) => kind.length > 0,
  );

/** @type {(advice: Advice, state: State) => string[]} */
const struck = (advice, state) =>
  [...new Set(advice.attacks.map((id) => pieceOf(state, id)?.cell))].filter((cell) => typeof cell === "string");

/** @type {(cell: SeenCell, steps: number) => SVGElement} */
const count = (cell, steps) =>
  svg(
    "g",
    { class: "steps-dot", transform: at(cell) },
    svg("circle", { r: 8 }),
    svg("text", { y: 4, "text-anchor": "middle" }, String(steps)),
  );

/**
 * The mark of an obstacle: a fence for a way, a bolted bar for a line of fire.
 * @type {(cell: SeenCell, stop: Stop) => SVGElement}
 */
function stopMark(cell, stop) {
  const d =
    stop.kind === "line"
      ? "M-11,19 H11 M0,13 V25 M-11,15 V23 M11,15 V23"
      : "M-10,14 V26 M0,14 V26 M10,14 V26 M-14,20 H14";
  return svg(
    "g",
    { class: `stop ${stop.kind}`, transform: at(cell), "data-stop": stop.kind },
    svg("path", { class: "stop-halo", d }),
    svg("path", { class: "stop-bar", d }),
    title(`${stop.rule}: ${stop.text}`),
  );
}

/**
 * The marks over the pieces: crosshairs on targets, and for the target asked about its splash and its guards.
 * @type {(advice: Advice | null, spots: ReadonlyMap<string, Spot>, cells: Cells, state: State) => SVGElement[]}
 */
export function targetMarks(advice, spots, cells, state) {
  if (!advice) return [];
  /** @type {SVGElement[]} */
  const marks = [];
  /** @type {(ids: readonly string[], build: (spot: Spot) => SVGElement) => void} */
  const each = (ids, build) =>
    ids.forEach((id) => {
      const spot = spots.get(id);
      if (spot) marks.push(build(spot));
    });
  const asked = askedTargets(advice, state);
  /** @type {(pairs: Advice["splash"]) => Set<string>} */
  const also = (pairs) =>
    new Set(pairs.filter(([target]) => asked.length === 0 || asked.includes(target)).flatMap(([, ids]) => ids));
  each([...also(advice.splash)], (spot) =>
    ring(spot, "splash", burst(radius(spot) + 5), say(asked.length ? "marks.splash" : "marks.splash_some")),
  );
  if (asked.length)
    each([...also(advice.guards)], (spot) => ring(spot, "guard", shield(radius(spot) + 4), say("marks.guard")));
  each(advice.attacks, (spot) => crosshair(spot));
  each(advice.blocks, (spot) => ring(spot, "guard", shield(radius(spot) + 4), say("marks.guarded")));
  const aims = advice.skills.find((one) => one.key === state.asked);
  each(aims?.pieces ?? [], (spot) => ring(spot, "aim", diamond(radius(spot) + 6), aims?.label ?? ""));
  for (const name of aims?.cells ?? []) {
    const cell = cells.get(name);
    if (cell) marks.push(svg("path", { class: "aim", transform: at(cell), d: diamond(12) }, title(aims?.label ?? "")));
  }
  return [...walked(advice, cells, state), ...marks];
}

/** @type {(advice: Advice, state: State) => string[]} */
const askedTargets = (advice, state) =>
  advice.attacks.filter(
    (id) => id === state.asked || (state.asked !== null && pieceOf(state, id)?.cell === state.asked),
  );

/** @type {(spot: Spot) => number} */
const radius = (spot) => (spot.plate ? 17 : spot.radius);

/** @type {(spot: Spot, kind: string, d: string, text: string) => SVGElement} */
const ring = (spot, kind, d, text) =>
  svg("path", { class: kind, transform: placedAt(spot.x, spot.y, spot.scale), d }, title(text));

/** @type {(r: number) => string} */
function burst(r) {
  const points = Array.from({ length: 20 }, (_, i) => {
    const far = i % 2 ? r : r + 5;
    return [Math.sin((i * Math.PI) / 10) * far, -Math.cos((i * Math.PI) / 10) * far];
  });
  return `M${points.map((point) => point.map((n) => n.toFixed(1)).join(",")).join(" L")} Z`;
}

/** @type {(r: number) => string} */
const shield = (r) =>
  `M${-r},${-r} H${r} V${r * 0.2} Q${r},${r * 0.9} 0,${r * 1.35} Q${-r},${r * 0.9} ${-r},${r * 0.2} Z`;
/** @type {(r: number) => string} */
const diamond = (r) => `M0,${-r * 1.3} L${r * 1.3},0 L0,${r * 1.3} L${-r * 1.3},0 Z`;

/** @type {(spot: Spot) => SVGElement} */
function crosshair(spot) {
  // In a crowded cell there is only room for a ring.
  const crowded = !spot.plate && spot.radius < 13;
  const r = radius(spot) + (crowded ? 0.6 : 3.5);
  const ticks = crowded
    ? []
    : [0, 90, 180, 270].map((turn) => svg("path", { d: `M0,${-r - 4} V${-r + 4}`, transform: `rotate(${turn})` }));
  return svg(
    "g",
    { class: "crosshair", transform: placedAt(spot.x, spot.y, spot.scale) },
    svg("circle", { r }),
    ticks,
    title(say("marks.attack")),
  );
}

/**
 * The line of the way to the place asked about.
 * @type {(advice: Advice, cells: Cells, state: State) => SVGElement[]}
 */
function walked(advice, cells, state) {
  const path = advice.paths.find((one) => one.at(-1) === state.asked);
  const from = cells.get(pieceOf(state, advice.piece)?.cell);
  if (!path || !from) return [];
  const points = [from, ...path.map((name) => cells.get(name))]
    .filter((cell) => cell !== undefined)
    .map((cell) => `${cell.x_mm},${down(cell.y_mm)}`);
  return [
    svg(
      "polyline",
      { class: "walked", points: points.join(" ") },
      title(say("marks.by", { way: path.join(say("joins.comma")) })),
    ),
  ];
}

/**
 * The hits that a seat's enemies could make in their next turn, by cell: the pieces, and their damage together.
 * @type {(state: State, seat: string) => Map<string, Danger>}
 */
export function dangers(state, seat) {
  const sides = new Map((view(state)?.pieces ?? []).map((piece) => [piece.piece, piece.seat]));
  /** @type {Map<string, Danger>} */
  const found = new Map();
  for (const one of state.advice?.advice ?? []) {
    if (sides.get(one.piece) === seat) continue;
    for (const cell of one.next_hits) {
      const known = found.get(cell) ?? { by: [], damage: 0 };
      known.by.push(one.piece);
      known.damage += one.damage;
      found.set(cell, known);
    }
  }
  return found;
}

/**
 * The threat map: each endangered cell has its damage as a number, and a denser pattern for more damage.
 * @type {(state: State, cells: Cells) => SVGElement[]}
 */
export function dangerGround(state, cells) {
  if (!state.danger) return [];
  return [...dangers(state, state.danger)].flatMap(([name, { damage, by }]) => {
    const cell = cells.get(name);
    if (!cell) return [];
    const level = damage >= 4 ? 3 : damage >= 2 ? 2 : 1;
    const lowest = Math.min(...cell.outline_mm.map((point) => point[1]));
    return [
      svg(
        "polygon",
        {
          class: `danger level-${level}`,
          fill: `url(#pattern-danger-${level})`,
          points: outline(cell, 0.95),
          "data-danger": damage,
        },
        title(say("marks.danger", { n: damage, many: by.length })),
      ),
      svg(
        "text",
        {
          class: "danger-number",
          transform: placedAt(cell.x_mm, down(lowest), cell.scale),
          y: -10,
          "text-anchor": "middle",
        },
        String(damage),
      ),
    ];
  });
}

/**
 * The texts of each cell's marks, which a pointer over the cell shows.
 * @type {(state: State) => Map<string, string[]>}
 */
export function cellTexts(state) {
  /** @type {Map<string, string[]>} */
  const texts = new Map();
  /** @type {(names: readonly string[], text: string) => void} */
  const put = (names, text) => names.forEach((name) => texts.set(name, [...(texts.get(name) ?? []), text]));
  const advice = state.selected === null ? null : shownAdvice(state, state.selected);
  if (advice) {
    const long = new Map(advice.paths.map((path) => [path.at(-1), path]));
    for (const cell of advice.moves) {
      const path = long.get(cell);
      put([cell], say("marks.here.move", { n: path?.length ?? 1 }));
    }
    put(struck(advice, state), say("marks.here.attack"));
    put(advice.digs, say("marks.here.dig"));
    put(advice.warps, say("marks.here.warp"));
    for (const stop of advice.stops) put(stop.cells, `${stop.rule}: ${stop.text}`);
    if (!actsNow(advice)) {
      put(advice.next_moves, say("marks.move_next"));
      put(advice.next_hits, say("marks.hit_next"));
    }
  }
  if (state.danger)
    for (const [cell, { damage, by }] of dangers(state, state.danger))
      put([cell], say("marks.danger_here", { n: damage, many: by.length }));
  return texts;
}

/**
 * A triangle on each piece in danger, filled where it could die.
 * @type {(state: State, spots: ReadonlyMap<string, Spot>) => SVGElement[]}
 */
export function dangerMarks(state, spots) {
  if (!state.danger) return [];
  return (state.advice?.advice ?? []).flatMap((one) => {
    const spot = spots.get(one.piece);
    if (!spot || !one.danger || pieceOf(state, one.piece)?.seat !== state.danger) return [];
    const deadly = spot.piece.hp !== null && one.danger >= spot.piece.hp;
    const r = radius(spot) * (spot.scale ?? 1);
    return [
      svg(
        "g",
        {
          class: deadly ? "endangered deadly" : "endangered",
          "data-endangered": one.piece,
          transform: placedAt(spot.x - r * 0.8, spot.y - r * 0.75, spot.scale),
        },
        svg("path", { d: "M0,-8 L8,6 H-8 Z" }),
        svg("text", { y: 4.6, "text-anchor": "middle" }, String(one.danger)),
        title(say(deadly ? "marks.deadly" : "marks.endangered", { many: one.threats.length, n: one.danger })),
      ),
    ];
  });
}
