// The places of several pieces in one cell. Pure.

/** @import { Slots } from "./geometry.js" */

/**
 * The places of `count` pieces in a cell of inradius 32: offsets from its centre, and the pieces' radius.
 * @type {(count: number, hasPlate: boolean) => Slots}
 */
export function slots(count, hasPlate) {
  const plan = hasPlate ? ABOVE_PLATE : ROWS;
  const rows = plan[Math.min(count, plan.length - 1)];
  const placed = [...rows.at];
  // If there are more pieces than places, the rest lie in the middle. The list beside the board names them all.
  while (placed.length < count) placed.push([0, 0]);
  return { at: placed, radius: rows.radius };
}

/** @type {Slots[]} */
const ROWS = [
  { radius: 19, at: [] },
  { radius: 26, at: [[0, 0]] },
  {
    radius: 14,
    at: [
      [-14.6, 0],
      [14.6, 0],
    ],
  },
  {
    radius: 13,
    at: [
      [0, 14],
      [-14, -9.5],
      [14, -9.5],
    ],
  },
  {
    radius: 12,
    at: [
      [-13, 12.6],
      [13, 12.6],
      [-13, -12.6],
      [13, -12.6],
    ],
  },
  {
    radius: 10.6,
    at: [
      [-11.2, 12],
      [11.2, 12],
      [-20, -10.5],
      [0, -12.5],
      [20, -10.5],
    ],
  },
  {
    radius: 10,
    at: [
      [-20.4, 10.5],
      [0, 10.5],
      [20.4, 10.5],
      [-20.4, -10.5],
      [0, -10.5],
      [20.4, -10.5],
    ],
  },
  {
    radius: 9,
    at: [
      [-10, 18],
      [10, 18],
      [-20, 0],
      [0, 0],
      [20, 0],
      [-10, -18],
      [10, -18],
    ],
  },
];

/**
 * The places in a cell with a plate, such as a castle: its lower corner is left to the plate's symbol.
 * @type {Slots[]}
 */
const ABOVE_PLATE = [
  { radius: 16, at: [] },
  { radius: 16, at: [[0, 5]] },
  {
    radius: 13.4,
    at: [
      [-14, 4],
      [14, 4],
    ],
  },
  {
    radius: 11,
    at: [
      [0, 18],
      [-12, -3.5],
      [12, -3.5],
    ],
  },
  {
    radius: 10.4,
    at: [
      [-11, 16],
      [11, 16],
      [-11, -5.5],
      [11, -5.5],
    ],
  },
  {
    radius: 9.6,
    at: [
      [-10.4, 16],
      [10.4, 16],
      [-20, -4.5],
      [0, -4.5],
      [20, -4.5],
    ],
  },
  {
    radius: 9.4,
    at: [
      [0, 23],
      [-19.5, 12],
      [19.5, 12],
      [-19.5, -8],
      [0, 3],
      [19.5, -8],
    ],
  },
];
