// What a screen's shape leaves the board in an own turn, as page/match.css lays the page out. Pure.

/** Beside and below the board, in pixels, where the page frames it for a seat: the rail and the bar. */
const FRAME = [190, 102];
/** Above and below it on a screen held upright: the header, the bar and the rail. */
const STACKED = [8, 300];
/** Of a wide screen's width so much is the board's, the rest a column that cards can be read in. */
const BESIDE_COLUMN = 0.75;
/** The least that the column takes, with what is left about it. */
const COLUMN_PX = 314;

/**
 * `upright`: held upright, a board's long side lies along the screen's own. `column`: wide enough for a column beside
 * the board. `aspect`: how many times as wide as high the board's room is.
 * @type {(width: number, height: number) => { upright: boolean, column: boolean, aspect: number }}
 */
export function shapeOf(width, height) {
  const [upright, column] = [width <= height, width >= 1.5 * height];
  const [beside, above] = upright ? STACKED : FRAME;
  const aspect = column ? Math.min(BESIDE_COLUMN * width, width - COLUMN_PX) / height : (width - beside) / Math.max(1, height - above);
  return { upright, column, aspect: Math.round(Math.min(3, Math.max(0.5, aspect)) * 100) / 100 };
}
