// Draws cards: small on the board, with name and cost; with their text in a hand and when they are read.

import { html, svg } from "../page/dom.js";
import { showArt } from "./card_art.js";
import { kindClass, look } from "./worn_look.js";
import { symbol } from "./symbols.js";

/** @import { CardFace } from "../../types/messages.js" */

/** A card's size in millimetres. */
export const CARD = { width: 63, height: 88 };

const BAND = 17;
const NAME_MM = 12;

/**
 * The largest size of a text that fits into a width. Letters of East Asia are as wide as high.
 * @type {(text: string, width: number, largest: number) => number}
 */
function fitting(text, width, largest) {
  const wide = [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 1 : 0.66), 0);
  return Math.min(largest, width / Math.max(1, wide));
}

/** The smallest size of a name in one line, mm. A name that would be smaller gets two lines. */
const TWO_LINES_MM = 8.4;

/**
 * A card's name in one line, or in two of similar length.
 * @type {(label: string) => string[]}
 */
export function nameLines(label) {
  const words = label.split(" ");
  if (words.length < 2 || fitting(label, CARD.width - 6, NAME_MM) >= TWO_LINES_MM) return [label];
  const ways = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(" "), words.slice(i + 1).join(" ")]);
  return ways.sort((a, b) => Math.max(...a.map((one) => one.length)) - Math.max(...b.map((one) => one.length)))[0];
}

/** The number of a card's numbers that have room on it. */
const NUMBERS = 2;

/**
 * The words on a drawn card in their order: its name, its kind, its numbers, and the number of cards in a pile.
 * @type {(face: CardFace, count?: number) => string}
 */
export const wordsOn = ({ label, kind_label, numbers }, count = 1) =>
  [label, kind_label, ...numbers.slice(0, NUMBERS).map((one) => one.number), count > 1 ? count : ""]
    .filter((one) => one !== "")
    .join(" ");

/** The space between two words that are drawn apart, for readers of the page's text. */
const BETWEEN = " ";

/**
 * A card's face, drawn around (0, 0) in millimetres, y down.
 * @type {(face: CardFace) => SVGElement[]}
 */
export function drawFace(face) {
  const { width, height } = CARD;
  const [left, top] = [-width / 2, -height / 2];
  const lines = nameLines(face.label);
  const size = Math.min(...lines.map((line) => fitting(line, width - 6, NAME_MM / lines.length ** 0.6)));
  const foot = face.kind_label;
  return [
    svg(
      "g",
      { class: `card-face kind-${kindClass(face.kind)}` },
      svg("rect", { class: "card-paper", x: left, y: top, width, height, rx: 4 }),
      svg("path", {
        class: "card-band",
        d: `M${left},${top + BAND} v${4 - BAND} a4,4 0 0 1 4,-4 h${width - 8} a4,4 0 0 1 4,4 v${BAND - 4} Z`,
      }),
      lines.flatMap((line, i) => [
        BETWEEN,
        svg(
          "text",
          {
            class: "card-name",
            x: 0,
            y: top + BAND / 2 + size * (0.35 + (i - (lines.length - 1) / 2) * 1.02),
            "font-size": size.toFixed(1),
            "text-anchor": "middle",
          },
          line,
        ),
      ]),
      art(face),
      BETWEEN,
      foot
        ? svg(
            "text",
            {
              class: "card-kind",
              x: width / 2 - 4,
              y: -top - 5,
              "font-size": fitting(foot, width - 26, 8).toFixed(1),
              "text-anchor": "end",
            },
            foot,
          )
        : null,
      face.numbers
        .slice(0, NUMBERS)
        .flatMap((one, i) => [
          BETWEEN,
          svg(
            "g",
            { class: `card-number ${one.key}`, transform: `translate(${left + 11 + i * 20} ${-top - 11})` },
            svg("circle", { r: 9 }),
            svg("text", { y: 5, "text-anchor": "middle", "font-size": 14 }, `${one.number}`),
          ),
        ]),
    ),
    edge("halo"),
  ].flat();
}

/** A card's art, or its symbol if the game's appearance isn't read yet. @type {(face: CardFace, box?: Record<string, number>) => SVGElement} */
const art = (face, box = { x: -28.5, y: -22, width: 57, height: 44 }) =>
  look().game
    ? showArt(svg("image", { class: "card-art", ...box, preserveAspectRatio: "xMidYMid slice" }), face.card)
    : svg(
        "g",
        { class: "card-art", transform: "translate(0 4) scale(2.3)" },
        symbol({ piece: face.card, kind: face.kind, label: face.label }),
      );

/**
 * A card that is the ground of its cell: its art with its name below, in a square with this side (mm) around (0, 0).
 * @type {(face: CardFace, side: number) => SVGElement[]}
 */
export function drawTile(face, side) {
  const [edge, band] = [-side / 2, side * 0.2];
  return [
    svg(
      "g",
      { class: `card-face kind-${kindClass(face.kind)}` },
      art(face, { x: edge, y: edge, width: side, height: side - band }),
      svg("rect", { class: "card-band", x: edge, y: -edge - band, width: side, height: band }),
      svg(
        "text",
        {
          class: "card-name",
          y: -edge - band * 0.3,
          "font-size": fitting(face.label, side - 4, band * 0.68).toFixed(1),
          "text-anchor": "middle",
        },
        face.label,
      ),
      svg("rect", { class: "tile-edge", x: edge, y: edge, width: side, height: side, rx: side * 0.03 }),
    ),
  ];
}

/**
 * A card's back, drawn as `drawFace` draws its face.
 * @type {() => SVGElement[]}
 */
export function drawBack() {
  const { width, height } = CARD;
  return [
    svg(
      "g",
      { class: "card-back" },
      svg("rect", { class: "card-paper", x: -width / 2, y: -height / 2, width, height, rx: 4 }),
      svg("rect", {
        class: "card-lattice",
        x: -width / 2 + 5,
        y: -height / 2 + 5,
        width: width - 10,
        height: height - 10,
        rx: 3,
      }),
      svg("path", { class: "card-mark", d: "M0,-16 L12,0 L0,16 L-12,0 Z" }),
    ),
    edge("halo"),
  ];
}

/** An outline around a card, for marks; `name` is its class. @type {(name: string) => SVGElement} */
const edge = (name) =>
  svg("rect", {
    class: name,
    x: -CARD.width / 2 - 2,
    y: -CARD.height / 2 - 2,
    width: CARD.width + 4,
    height: CARD.height + 4,
    rx: 6,
  });

/**
 * A card as text: its name, kind, numbers and printed text. `label`: the name that its holder sees; `now`: its
 * present cost for its holder, empty if it is the printed one.
 * @type {(face: CardFace, label?: string, now?: string) => HTMLElement}
 */
export function cardToRead(face, label = face.label, now = "") {
  return html(
    "span",
    { class: `card-read kind-${kindClass(face.kind)}` },
    html(
      "span",
      { class: "card-head" },
      html("b", {}, label),
      html(
        "span",
        { class: "costs" },
        face.numbers.map((one) =>
          html("span", { class: now && one.key === "cost" ? "cost was" : `cost ${one.key}` }, one.label),
        ),
        now ? html("b", { class: "cost now" }, now) : null,
      ),
    ),
    face.kind_label ? html("span", { class: "card-of" }, face.kind_label) : null,
    face.text ? html("span", { class: "face-text" }, face.text) : null,
  );
}
