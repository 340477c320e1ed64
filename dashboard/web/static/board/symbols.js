// How pieces look: a shape and colour a seat, a symbol a kind. Drawn around (0, 0), radius 10, y down.

import { svg } from "../page/dom.js";

/** @import { Attributes } from "../../types/page.js" */

/**
 * A seat's outline; four that can't be mistaken for each other without colour.
 * @type {(look: number, attributes?: Attributes) => SVGElement}
 */
export function seatShape(look, attributes = {}) {
  switch (look) {
    case 1: // a shield
      return svg("path", { d: "M-9.4,-9 H9.4 V1.5 C9.4,6.6 4.4,9.4 0,11 C-4.4,9.4 -9.4,6.6 -9.4,1.5 Z", ...attributes });
    case 2: // a diamond
      return svg("path", { d: "M0,-12.2 L12.2,0 L0,12.2 L-12.2,0 Z", "stroke-linejoin": "round", ...attributes });
    case 3: // a square
      return svg("rect", { x: -9.2, y: -9.2, width: 18.4, height: 18.4, rx: 2.4, ...attributes });
    default:
      return svg("circle", { r: 10, ...attributes });
  }
}

/** @type {Record<string, string>} */
const CLASSES = {
  infantry: "M0,-8 L1.7,-5.6 V2 H-1.7 V-5.6 Z M-4.6,2.5 H4.6 V4.3 H-4.6 Z M-1,4.6 H1 V7 H-1 Z M0,6.4 a1.5,1.5 0 1 1 -.01,0 Z",
  cavalry:
    "M-4.6,7.6 H5.4 C5.6,1.6 6.6,-3.6 .9,-6 L.5,-8 L-1.3,-6.1 C-3.8,-5.2 -5,-2.2 -6.3,.6 C-6.9,2.2 -5.4,3.5 -4.1,2.7 C-3,1.9 -2,1.5 -.6,1.4 C-.8,3.6 -3.9,4.6 -4.6,7.6 Z",
  alchemist: "M-2,-8 H2 V-6.6 H1.4 V-2.6 L5.6,4.8 C6.4,6.3 5.6,7.6 4,7.6 H-4 C-5.6,7.6 -6.4,6.3 -5.6,4.8 L-1.4,-2.6 V-6.6 H-2 Z",
};

/**
 * The symbol of a kind (`infantry`, `general`, `castle`, …); unknown kinds show their label's first letter.
 * @type {(kind: string, label: string) => SVGGElement}
 */
export function symbol(kind, label) {
  const group = svg("g", { class: "symbol" });
  const words = kind.split(/[._\s-]/);
  const general = words.includes("general");
  const known = words.find((word) => word in CLASSES || word === "archer" || word === "castle");
  if (known === "castle") group.append(tower());
  else if (known === "archer") group.append(bow());
  else if (known) group.append(svg("path", { d: CLASSES[known] }));
  if (general) {
    if (!known) return named(label);
    return svg("g", {}, svg("g", { transform: "translate(0 1.9) scale(.74)" }, group), svg("g", { class: "symbol", transform: "translate(0 -6.9) scale(.5)" }, crown()));
  } else if (!known) {
    group.append(svg("text", { class: "letter", y: 4.6, "text-anchor": "middle" }, (label || kind).slice(0, 1).toUpperCase()));
  }
  return group;
}

/**
 * A general whose class isn't told: a small crown over the first letters of the name, enough to tell all apart.
 * @type {(label: string) => SVGGElement}
 */
function named(label) {
  const name = (label || "?").split(" ").at(-1)?.slice(0, 3);
  return svg("g", { class: "symbol" }, svg("g", { transform: "translate(0 -5.4) scale(.5)" }, crown()),
    svg("text", { class: "initials", y: 6.4, "text-anchor": "middle" }, name));
}

const crown = () => svg("path", { d: "M-7,5.4 L-8,-3.6 L-3.6,-.6 L0,-6.4 L3.6,-.6 L8,-3.6 L7,5.4 Z" });

const tower = () =>
  svg("path", {
    "fill-rule": "evenodd",
    d: "M-6.6,-7.4 H-3.8 V-5.2 H-1.5 V-7.4 H1.5 V-5.2 H3.8 V-7.4 H6.6 V-2.2 L5,-.6 V5 H6.6 V7.4 H-6.6 V5 H-5 V-.6 L-6.6,-2.2 Z M-1.7,7.4 V3.4 A1.7,1.7 0 0 1 1.7,3.4 V7.4 Z",
  });

const bow = () =>
  svg(
    "g",
    { class: "strokes" },
    svg("path", { d: "M-3.2,-7.2 C4.6,-5 4.6,5 -3.2,7.2" }),
    svg("path", { d: "M-3.2,-7.2 L-3.2,7.2", class: "thin" }),
    svg("path", { d: "M-7,0 H6.4 M3.6,-2.9 L6.8,0 L3.6,2.9" }),
  );

/**
 * A rock, drawn to fill a cell (radius 32).
 * @type {(kind: string) => SVGGElement}
 */
export function rock(kind) {
  const group = svg("g", { class: `terrain ${kind}` });
  if (kind === "warp") {
    group.append(
      svg("circle", { r: 17, class: "warp-ring" }),
      svg("path", { d: "M0,0 m0,-2 a2,2 0 1 1 -2,2 a5,5 0 1 0 5,-5 a8,8 0 1 0 8,8 a11,11 0 0 1 -11,11", class: "warp-line" }),
    );
    return group;
  }
  group.append(
    svg("path", { d: "M-27,19 L-15,-7 L-8,1 L3,-25 L14,-4 L18,-9 L28,19 C14,25 -14,25 -27,19 Z", class: "rock" }),
    svg("path", { d: "M3,-25 L14,-4 L18,-9 L28,19 C20,22.4 12,23.4 4,23.6 L9,6 Z", class: "rock-shade" }),
  );
  if (kind === "volcano") {
    group.append(svg("path", { d: "M-3.6,-11.5 L3,-25 L9.5,-13 C7,-10 6,-12 4.4,-8 C3.4,-4 2,-9 0,-7 C-1.4,-6 -2,-10 -3.6,-11.5 Z", class: "lava" }));
  } else {
    group.append(svg("path", { d: "M-2,-14.5 L3,-25 L8.4,-15 L5,-12.6 L2.6,-16 L.4,-12.6 Z", class: "snow" }));
  }
  return group;
}

/**
 * Whether a kind is ground rather than a piece that somebody owns.
 * @type {(kind: string) => boolean}
 */
export const isTerrain = (kind) => ["mountain", "volcano", "warp"].includes(kind);
