// The room that a screen's shape leaves the board in one's own turn, as page/match.css lays the page out.
// Pure.

/** Beside and below the board, in pixels, where the page frames it for a seat: the rail and the bar. */
const FRAME = [190, 102];
/** Beside it, above and below it on a screen held upright: the header, the bar and the rail; on a phone with two players. */
const STACKED = [8, 300];
const ON_A_PHONE = [8, 270];
/** A narrower screen is a phone's; there each player more has a line of this many pixels. */
const PHONE_PX = 640;
const LINE_PX = 28;
/** The board's share of a wide screen's width; the rest is a column that cards can be read in. */
const BESIDE_COLUMN = 0.75;
/** The least that the column takes, with what is left about it. */
const COLUMN_PX = 354;

/**
 * `upright`: held upright, a board's long side lies along the screen's own. `column`: wide enough for a column beside
 * the board. `aspect`: how many times as wide as high the board's room is, with two players; `line`: what share of its
 * height each player more takes.
 * @type {(width: number, height: number) => { upright: boolean, column: boolean, aspect: number, line: number }}
 */
export function shapeOf(width, height) {
  const [upright, column] = [width <= height, width >= 1.5 * height];
  const phone = upright && width < PHONE_PX;
  const [beside, above] = phone ? ON_A_PHONE : upright ? STACKED : FRAME;
  const aspect = column
    ? Math.min(BESIDE_COLUMN * width, width - COLUMN_PX) / height
    : (width - beside) / Math.max(1, height - above);
  const line = phone ? LINE_PX / Math.max(LINE_PX, height - above) : 0;
  return {
    upright,
    column,
    aspect: Math.round(Math.min(3, Math.max(0.5, aspect)) * 100) / 100,
    line: Math.round(line * 1000) / 1000,
  };
}
