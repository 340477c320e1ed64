// The sheet of the seat at this tablet; on the arbiter's page, that of the seat whose turn it is. Pure.

/** @import { SeatSheet, UseView } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */

/**
 * The sheet that only this tablet's seat may know, or on the arbiter's page the open part of it; null if it isn't
 * about the shown position.
 * @type {(state: Pick<State, "sheet" | "match">) => SeatSheet | null}
 */
export const currentSheet = ({ sheet, match }) =>
  sheet && match && sheet.match === match.match && sheet.revision === match.revision ? sheet : null;

/**
 * The seat whose pieces the arbiter's page can have act now; null on other pages, and while there is none.
 * @type {(state: Pick<State, "place" | "sheet" | "match">) => string | null}
 */
export const arbitersSeat = (state) => (state.place?.role === "arbiter" ? (currentSheet(state)?.seat ?? null) : null);

/**
 * The card that the question to a seat names and that doesn't answer it, such as a drawn card; null if there is none.
 * @type {(sheet: SeatSheet) => UseView | null}
 */
export const askedCard = ({ question, uses }) =>
  uses
    .filter((use) => use.kind === "card" && !use.actions.length && use.label && question.includes(use.label))
    .sort((a, b) => b.label.length - a.label.length)[0] ?? null;
