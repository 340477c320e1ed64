// The marks over the board: reach and targets of the chosen piece, the last move, and the steps of a repair.

import { dangerGround, dangerMarks, groundMarks, targetMarks } from "./advice_marks.js";
import { set, svg } from "../page/dom.js";
import { arrow, down, outline, placedAt } from "../surface/geometry.js";
import { language } from "../words/say.js";
import { isMarked } from "../state/hands_at_work.js";
import { noticed, shownAdvice, pieceOf, targetsIn, usesOf, view } from "../state/selectors.js";
import { traces } from "../state/traces.js";
import { offersOf } from "../state/uses.js";
import { lookNumber } from "../appearance/worn_look.js";
import { symbol } from "../appearance/symbols.js";

/** @import { Advice, RepairStep, Verdict } from "../../types/messages.js" */
/** @import { Cells, Fielded, Point, SeenCell, Spot, State, Trace } from "../../types/page.js" */

/** @typedef {readonly [number: number, step: RepairStep]} Numbered A step of a repair, with its number in the list. */

/**
 * Draw all marks again if their facts have changed.
 * @type {(layers: Record<string, SVGGElement>, drawn: { marks: string }, state: Fielded, spots: ReadonlyMap<string, Spot & { tile?: unknown }>) => void}
 */
export function drawMarks(layers, drawn, state, spots) {
  const advice = state.selected === null ? null : shownAdvice(state, state.selected);
  const verdict = noticed(state);
  // A step keeps its number in the list beside the board.
  const steps = (verdict?.repair ?? []).map((step, i) => /** @type {const} */ ([i + 1, step]));
  const marked = verdict ? steps.filter(([, step]) => isMarked(state, verdict, step)) : [];
  const lines = verdict && verdict.kind !== "settled" ? [] : traces(state);
  const where = [...spots].map(([id, spot]) => [id, Math.round(spot.x), Math.round(spot.y)]);
  const signature = JSON.stringify([
    language(),
    advice,
    state.help,
    state.danger,
    state.danger && state.advice?.revision,
    state.asked,
    state.asked && offersOf(state).length,
    marked,
    verdict?.felt,
    verdict?.kind,
    lines,
    where,
    state.quarters,
    lookNumber(),
  ]);
  if (drawn.marks === signature) return;
  drawn.marks = signature;
  const cells = new Map(state.surface.cells.map((cell) => [cell.cell, cell]));
  // A land's card covers its cell, and would hide marks beneath it. Face down it is a heap.
  const faceUp = [...spots.values()].filter((spot) => spot.tile).map((spot) => spot.cell?.cell);
  const covered = new Set([...faceUp, ...(view(state)?.heaps ?? []).map((heap) => heap.cell)]);
  const [onLands, onBoard] = [true, false].map(
    (on) => new Map([...cells].filter(([name, cell]) => (covered.has(name) && !cell.zone) === on)),
  );
  layers.onlands.replaceChildren(...groundMarks(advice, onLands, state));
  layers.under.replaceChildren(
    ...dangerGround(state, cells),
    ...groundMarks(advice, onBoard, state),
    ...asked(state, advice, cells),
    ...mended(verdict, marked, cells),
  );
  layers.lines.replaceChildren(...lines.flatMap((line) => traceLine(line, cells)));
  layers.over.replaceChildren(
    ...targetMarks(advice, spots, cells, state),
    ...dangerMarks(state, spots),
    ...repairs(verdict, marked, cells, state),
  );
}

/** @type {(state: State, advice: Advice | null, cells: Cells) => SVGElement[]} */
function asked(state, advice, cells) {
  const cell = cells.get(state.asked) ?? cells.get(pieceOf(state, state.asked ?? "")?.cell);
  if (!cell || state.help === "warnings") return [];
  const place = state.asked ?? "";
  const free =
    !advice || usesOf(advice, place).length + targetsIn(state, advice, place).length + offersOf(state).length > 0;
  const at = placedAt(cell.x_mm, down(cell.y_mm), cell.scale);
  return [
    svg("polygon", { class: free ? "asked" : "asked forbidden", points: outline(cell, 0.93) }),
    free ? null : svg("path", { class: "cross", transform: at, d: "M-9,-9 L9,9 M9,-9 L-9,9" }),
  ].filter((mark) => mark !== null);
}

/** @type {(trace: Trace, cells: Cells) => SVGElement[]} */
function traceLine({ kind, from, to }, cells) {
  const [a, b] = [cells.get(from), cells.get(to)];
  if (!a || !b) return [];
  const path = arrow(middle(a), middle(b), kind === "strike" ? 12 : 17);
  if (!path) return [];
  return [
    kind === "move" ? svg("polygon", { class: "came-from", points: outline(a, 0.84) }) : null,
    svg("path", { class: `trace ${kind}`, d: path, "marker-end": `url(#head-${kind})` }),
  ].filter((mark) => mark !== null);
}

/** @type {(verdict: Verdict | null, marked: readonly Numbered[], cells: Cells) => SVGElement[]} */
function mended(verdict, marked, cells) {
  if (!verdict || verdict.kind === "settled") return [];
  const felt = verdict.felt.map((name) => cells.get(name)).filter((cell) => cell !== undefined);
  const questioned = felt.map((cell) =>
    svg("polygon", {
      class: `wrong ${verdict.kind}`,
      fill: `url(#pattern-${verdict.kind})`,
      points: outline(cell, 0.95),
    }),
  );
  return [
    ...questioned,
    ...marked.flatMap(([, step]) => {
      const others = step.others
        .filter((name) => name !== step.to)
        .map((name) => cells.get(name))
        .filter((cell) => cell !== undefined);
      const [seen, to] = [cells.get(step.seen), cells.get(step.to)];
      return [
        ...others.map((cell) => svg("polygon", { class: "also-right", points: outline(cell, 0.88) })),
        seen
          ? svg("polygon", {
              class: `wrong ${verdict.kind}`,
              fill: `url(#pattern-${verdict.kind})`,
              points: outline(seen, 0.95),
            })
          : null,
        to ? svg("polygon", { class: "right", points: outline(to, 0.92) }) : null,
      ].filter((mark) => mark !== null);
    }),
  ];
}

/** @type {(cell: SeenCell) => Point} */
const middle = (cell) => [cell.x_mm, down(cell.y_mm)];

/** @type {(verdict: Verdict | null, marked: readonly Numbered[], cells: Cells, state: State) => SVGElement[]} */
function repairs(verdict, marked, cells, state) {
  if (!verdict || verdict.kind === "settled") return [];
  return marked.flatMap(([number, step]) => {
    const from = cells.get(step.seen);
    const to = cells.get(step.to);
    const start = from ? middle(from) : null;
    // A piece that belongs off the table gets an arrow to the nearest side.
    /** @type {Point | null} */
    const aside = start ? [start[0] + (start[0] < 0 ? -1 : 1) * 46, start[1]] : null;
    const end = to ? middle(to) : aside;
    if (!end) return [];
    const path = start ? arrow(start, end, 15) : null;
    const badge = start && path ? [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2] : end;
    return [
      state.mode === "match" && step.piece && from && start ? ghost(step, start, state, from.scale) : null,
      path ? svg("path", { class: "repair-line", d: path, "marker-end": "url(#head-repair)" }) : null,
      svg(
        "g",
        { class: "badge", transform: placedAt(badge[0], badge[1], (to ?? from)?.scale) },
        svg("circle", { r: 9 }),
        svg("text", { y: "0.36em", "text-anchor": "middle" }, String(number)),
      ),
    ].filter((mark) => mark !== null);
  });
}

/**
 * The picture of a piece at the place where it lies on the table but doesn't belong.
 * @type {(step: RepairStep, at: Point, state: State, scale?: number) => SVGElement}
 */
function ghost(step, [x, y], state, scale = 1) {
  const piece = pieceOf(state, step.piece);
  const group = svg(
    "g",
    { class: "ghost", transform: placedAt(x, y, 1.5 * scale) },
    svg("circle", { r: 10, class: "ghost-body" }),
  );
  if (piece) group.append(symbol(piece));
  set(group, { "data-ghost": step.piece });
  return group;
}
