// The room that a screen leaves for the board in the player's own turn, with the layout of page/match.css. Pure.

/** The room that the rail and the bar take on a wide screen, px: [width, height]. */
const FRAME = [190, 102];
/** The room that the header, the bar and the rail take on an upright screen, and on a phone with two players, px. */
const STACKED = [8, 300];
const ON_A_PHONE = [8, 270];
/** The width below which a screen is a phone's, and the height of each further player's line there, px. */
const PHONE_PX = 640;
const LINE_PX = 28;
/** The board's share of a wide screen's width. The rest is a column for reading cards. */
const BESIDE_COLUMN = 0.75;
/** The smallest width of the column with its margins. */
const COLUMN_PX = 354;

/**
 * The shape of a screen, given its size in pixels. `upright`: it is higher than wide, so the board's long side is
 * upright too. `column`: there is room for a column beside the board. `aspect`: width by height of the board's room,
 * with two players. `line`: the share of that height that each further player takes.
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
