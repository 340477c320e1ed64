// The sheet of the seat at this tablet. Pure.

/** @import { SeatSheet } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/**
 * The sheet that only this tablet's seat may know; null if it isn't about the shown position.
 * @type {(state: Pick<State, "sheet" | "match">) => SeatSheet | null}
 */
export const currentSheet = ({ sheet, match }) =>
  sheet && match && sheet.match === match.match && sheet.revision === match.revision ? sheet : null;
