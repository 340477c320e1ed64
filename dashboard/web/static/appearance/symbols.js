// Draws pieces: each seat has a shape and a colour, each kind a symbol, each person a portrait. The drawings lie
// around (0, 0) with radius 10, y down.

import { svg } from "../page/dom.js";
import { look, pieceLook } from "./worn_look.js";

/** @import { Attributes, Layer } from "../../types/page.js" */

const ROLES = ["body", "edge", "ink", "tint", "paper"];

/**
 * A seat's outline. The seats' outlines differ even without colour.
 * @type {(number: number, attributes?: Attributes) => SVGElement}
 */
export function seatShape(number, attributes = {}) {
  const { seats, nobody, shapes } = look();
  const d = shapes[(seats[number] ?? nobody).shape];
  return d ? svg("path", { d, "stroke-linejoin": "round", ...attributes }) : svg("circle", { r: 10, ...attributes });
}

/**
 * A symbol's layers as paths. Layers whose colour is a role get a class for the seat's colours (`fill-ink`,
 * `line-edge`).
 * @type {(layers: readonly Layer[]) => SVGElement[]}
 */
export const layersOf = (layers) =>
  layers.map(({ d, fill, line, width }) => {
    const roles = [ROLES.includes(fill) ? `fill-${fill}` : "", ROLES.includes(line) ? `line-${line}` : ""].filter(
      Boolean,
    );
    return svg("path", {
      d,
      class: roles.join(" ") || null,
      fill: ROLES.includes(fill) ? null : fill || "none",
      "fill-rule": "evenodd",
      stroke: line && !ROLES.includes(line) ? line : null,
      "stroke-width": line ? width : null,
      "stroke-linecap": line ? "round" : null,
      "stroke-linejoin": line ? "round" : null,
    });
  });

/**
 * The symbol of a piece: its portrait, or its card's sign, or its kind's symbol. An unknown kind has its label's
 * first letter.
 * @type {(piece: { piece: string, kind: string, label: string }) => SVGGElement}
 */
export function symbol({ piece, kind, label }) {
  const group = svg("g", { class: "symbol" });
  const { kinds, symbols, portraits } = look();
  const { person = "", sign = "" } = pieceLook(piece) ?? {};
  const layers =
    person && portraits[person] ? portraits[person] : (symbols[sign] ?? symbols[kinds[kind]?.symbol ?? ""]);
  // A portrait stands higher, so that the name has room below it.
  if (layers) group.append(svg("g", { transform: person ? "translate(0 -2.2)" : null }, layersOf(layers)));
  else
    group.append(
      svg("text", { class: "letter", y: 4.6, "text-anchor": "middle" }, (label || kind).slice(0, 1).toUpperCase()),
    );
  return group;
}

/**
 * The short name under a person's portrait; null for other pieces.
 * @type {(piece: { piece: string, label: string }) => SVGGElement | null}
 */
export function nameplate({ piece }) {
  const known = pieceLook(piece);
  if (!known?.person) return null;
  return svg(
    "g",
    { class: "nameplate" },
    svg("rect", { x: -7.6, y: 2.5, width: 15.2, height: 5.9, rx: 1.5 }),
    svg("text", { y: 7.2, "text-anchor": "middle" }, known.label.slice(0, 4)),
  );
}

/**
 * The drawing of a kind of ground, which fills a cell (radius 32).
 * @type {(kind: string) => SVGGElement}
 */
export function ground(kind) {
  const { kinds, symbols } = look();
  return svg("g", { class: `ground-piece ${kind}` }, layersOf(symbols[kinds[kind]?.symbol ?? ""] ?? []));
}
