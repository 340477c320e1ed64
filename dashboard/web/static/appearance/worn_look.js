// Loads the appearance of the present game: colours, symbols, portraits. Prints and pictures use the same file. The
// board is drawn when it is loaded. If it can't be loaded, pieces are discs with a letter.

import { ageDrawings } from "../page/dom.js";
import { createFollowing } from "../page/following.js";
import { language } from "../words/say.js";

/** @import { Look, SeatColours, WornPiece } from "../../types/page.js" */

const SEATS = 10;

/** @type {SeatColours} */
const PLAIN = {
  seat: "",
  shape: "",
  body: "#8b8577",
  edge: "#4c473c",
  ink: "#ffffff",
  tint: "#e2ddd0",
  rim: "#d1cec8",
  dusk: "#3f3d38",
};

/** How a game looks that nobody knows. @type {Look} */
export const NOTHING = {
  game: "",
  seats: Array.from({ length: SEATS }, () => PLAIN),
  nobody: PLAIN,
  shapes: {},
  symbols: {},
  kinds: {},
  counters: {},
  cards: {},
  pieces: {},
  portraits: {},
  lands: {},
  signs: {},
  field: {
    lands: [],
    line: ["#51463a", "#14160f"],
    margin: ["#c9bea4", "#23231d"],
    rim: ["#a5987c", "#55523f"],
    name: ["#6b6148", "#a9a58c"],
  },
};

let worn = NOTHING;
let changes = 0;
let known = false;
/** @type {Set<() => void>} */
const hearers = new Set();
/** @type {CSSStyleSheet | null} */
let sheet = null;

/** The present appearance. */
export const look = () => worn;

/** The number of changes of the appearance. A drawing with an older number has to be drawn again. */
export const lookNumber = () => changes;

/** Whether the appearance of the shown match is loaded, or can't be loaded. */
export const lookKnown = () => known;

/** Call `hear` whenever the appearance changes, or can't be loaded. @param {() => void} hear */
export const whenWorn = (hear) => void hearers.add(hear);

/** Use an appearance from now on, and call the listeners. @param {Look} next */
export function wear(next) {
  worn = next;
  known = true;
  changes += 1;
  ageDrawings();
  paint(colourRules(next));
  for (const hear of hearers) hear();
}

/** Load the appearance of a state's match, if it isn't in use yet. */
export const followLook = createFollowing(
  ({ match, surface }) =>
    match &&
    surface &&
    `/look/${encodeURIComponent(match.game)}?board=${encodeURIComponent(surface.board)}&lang=${language()}`,
  wear,
  () => {
    known = true;
    for (const hear of hearers) hear();
  },
);

/**
 * The facts of a piece by its id in the match (`w.gen.est`) or on its tag (`gen.est`); null if it isn't known.
 * @type {(id: string) => WornPiece | null}
 */
export const pieceLook = (id) => worn.pieces[id] ?? worn.pieces[id.slice(id.indexOf(".") + 1)] ?? null;

/** Whether a kind is ground, and not a piece that somebody owns. @param {string} kind */
export const isTerrain = (kind) => worn.kinds[kind]?.drawn === "ground";

/** Whether a kind is drawn as a plate that fills its cell, under the other pieces there. @param {string} kind */
export const isPlate = (kind) => worn.kinds[kind]?.drawn === "plate";

/**
 * The number of a seat's colours: those with its name, or else those of its place in the order. Null: nobody's
 * colours.
 * @type {(seat: string | null | undefined, order: readonly string[]) => number}
 */
export function lookOfSeat(seat, order) {
  if (!seat) return worn.seats.length;
  const own = worn.seats.findIndex((one) => one.seat === seat);
  return own >= 0 ? own : Math.max(0, order.indexOf(seat)) % worn.seats.length;
}

/** The number of a cell's land, as on the printed board; for an unknown board from a hash. @type {(board: string, cell: string) => number} */
export const landOf = (board, cell) =>
  worn.lands[cell] ?? (worn.field.lands.length ? crc32(`${board} ${cell}`) % worn.field.lands.length : 0);

/**
 * The places of the marks of a cell's land: [x, y] from the cell's middle, as shares of its width, y up.
 * @type {(board: string, cell: string) => [number, number][]}
 */
export function marksAt(board, cell) {
  const seeds = [0, 1, 2, 3].map((i) => crc32(`marks ${board} ${cell} ${i}`));
  return seeds.map((seed) => [((seed & 255) / 255 - 0.5) * 0.6, (((seed >>> 8) & 255) / 255 - 0.5) * 0.5]);
}

const encoder = new TextEncoder();

/** @param {string} text */
function crc32(text) {
  let sum = 0xffffffff;
  for (const byte of encoder.encode(text)) {
    sum ^= byte;
    for (let i = 0; i < 8; i++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** A kind of card as a part of a CSS class. @param {string} kind */
export const kindClass = (kind) => kind.replace(/[^A-Za-z0-9_-]/g, "-");

/** @type {(next: Look) => string} */
function colourRules({ seats, nobody, field, cards }) {
  const seat = [...seats, nobody].map(
    ({ body, edge, ink, tint, rim, dusk }, i) =>
      `.seat-${i}{--seat:${body};--seat-edge:${edge};--on-seat:${ink};--tint:${tint};--seat-rim:${edge}}[data-theme="dark"] .seat-${i}{--seat-rim:${rim};--tint:${dusk}}`,
  );
  /** @type {(night: 0 | 1) => string} */
  const ground = (night) =>
    `--board-line:${field.line[night]};--board-margin:${field.margin[night]};--board-rim:${field.rim[night]};--cell-name:${field.name[night]}`;
  const lands = field.lands.map(
    ({ day, night, strokes }, i) =>
      `.land-${i}{--land:${day};--marks:${strokes[0]}}[data-theme="dark"] .land-${i}{--land:${night};--marks:${strokes[1]}}`,
  );
  const kinds = Object.entries(cards).map(
    ([kind, { colour, paper }]) => `.kind-${kindClass(kind)}{--kind:${colour};--kind-paper:${paper}}`,
  );
  return [...kinds, ...seat, `:root{${ground(0)}}:root[data-theme="dark"]{${ground(1)}}`, ...lands].join("\n");
}

/** @param {string} rules */
function paint(rules) {
  if (typeof document === "undefined") return;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  sheet.replaceSync(rules);
}
