// The meaning of taps on the match page's board: a target, a piece to choose, a place to ask about, to go to or to
// attack.

import { isPlate, isTerrain } from "../appearance/worn_look.js";
import { optionAt, usingOf } from "../panels/seat.js";
import { carriedBy } from "../state/hands_at_work.js";
import { physicalSpots } from "../state/physical.js";
import { adviceOf, mayAsk, pieceOf, piecesIn, usesOf } from "../state/selectors.js";
import { blowsAt, offersAt, strikesAt, usesOfPiece } from "../state/uses.js";

/** @import { PageEvent, SeatTools, State } from "../../types/page.js" */

/**
 * How long a piece is shown as carried if no hand has laid it in the tapped cell. A piece that a hand has laid is shown
 * so until it was judged, and looked after as often.
 */
const CARRYING_MS = 12000;

/**
 * The functions that taps use. `now` returns the page's state, `isMoving` whether fingers move pieces; `wonder` asks
 * about a place, `put` has a simulated hand carry a piece, `focus` moves the keyboard's focus to a cell.
 * @typedef {{ now: () => State, isMoving: () => boolean, dispatch: (event: PageEvent) => void, wonder: (place: string) => void, put: (carried: { piece: string, cell: string }) => void, play: SeatTools["play"], takePlace: (cell: string) => boolean, focus: (cell: string) => void }} Means
 */

/** @type {(root: SVGSVGElement, means: Means) => { takeOption: (place: string) => boolean, onPiece: (id: string) => void, onPlace: (cell: string, near: string | null) => void, onCell: (cell: string) => void, select: (piece: string | null) => void, letGo: () => void, onHold: (place: string) => boolean, choose: (event: Extract<PageEvent, { type: "pick" | "enough" }>) => void }} */
export function createTaps(root, { now, isMoving, dispatch, wonder, put, play, takePlace, focus }) {
  /** @type {(piece: string | null) => void} */
  const select = (piece) => dispatch({ type: "select", piece });

  /**
   * Take a choice for the use whose targets are chosen. A use that a tap on a target began needs no confirmation: its
   * last choice has it done.
   * @type {(event: Extract<PageEvent, { type: "pick" | "enough" }>) => void}
   */
  function choose(event) {
    dispatch(event);
    const using = usingOf(now());
    if (using?.aimed && using.now.action && mayAsk(now())) play(using.use, using.now.action);
  }

  /**
   * Take a tap while targets are chosen: it picks a lit place, and the bar says why another can't be picked. The
   * result says whether targets are chosen.
   * @type {(place: string) => boolean}
   */
  function takeOption(place) {
    const using = usingOf(now());
    if (!using) return false;
    const option = using.now.key ? optionAt(now(), place) : null;
    if (using.now.key && option !== null) choose({ type: "pick", key: using.now.key, value: option });
    else if (using.now.action && optionAt(now(), place) !== null && mayAsk(now())) play(using.use, using.now.action);
    else dispatch({ type: "ask", place });
    return true;
  }

  /** @type {(chosen: string, id: string) => boolean} */
  function asksAbout(chosen, id) {
    const [own, other] = [pieceOf(now(), chosen), pieceOf(now(), id)];
    if (usesOf(adviceOf(now(), chosen), id).length) return true;
    return (
      own !== null &&
      own.seat === now().match?.view.turn &&
      other?.seat !== own.seat &&
      adviceOf(now(), chosen) !== null
    );
  }

  /**
   * The cell of a tapped piece that is drawn as its cell's plate, if the chosen piece can act there; else null.
   * @type {(chosen: string | null, id: string) => string | null}
   */
  function groundFor(chosen, id) {
    const lies = pieceOf(now(), id);
    if (chosen === null || !lies?.cell || !isPlate(lies.kind)) return null;
    const advice = adviceOf(now(), chosen);
    return usesOf(advice, lies.cell).length && !usesOf(advice, id).length ? lies.cell : null;
  }

  /**
   * Have the chosen piece attack at a tapped place, if it can. Where several attacks are possible, the bar asks which
   * one is meant. The result says whether the tap was used up.
   * @type {(place: string) => boolean}
   */
  function strike(place) {
    const [only, ...others] = isMoving() || !mayAsk(now()) ? [] : strikesAt(now(), place);
    if (!only || (others.length && now().asked === place)) return false;
    if (others.length) wonder(place);
    else if (only.action) {
      select(null);
      play(only.use, only.action);
    } else dispatch({ type: "use", key: only.use.key, picked: only.picked });
    return true;
  }

  /**
   * Whether the chosen piece has something to do at a place.
   * @type {(chosen: string, place: string) => boolean}
   */
  const actsAt = (chosen, place) =>
    usesOf(adviceOf(now(), chosen), place).length > 0 || offersAt(now(), chosen, place).length > 0;

  /**
   * Take a tap on the place of another player that this seat can attack. It asks what the attack is to be like, and a
   * second tap attacks. The result says whether the tap was used up.
   * @type {(cell: string) => boolean}
   */
  function aim(cell) {
    const whose = now().surface?.cells.find((one) => one.cell === cell && one.zone)?.seat ?? null;
    const { selected } = now();
    if (whose === null || isMoving() || !mayAsk(now()) || (selected !== null && actsAt(selected, cell))) return false;
    const [use] = blowsAt(now(), whose);
    if (use) dispatch({ type: "use", key: use.key });
    return use !== undefined;
  }

  /**
   * Whether a piece can be used now, while the chosen one has nothing to do with it.
   * @type {(chosen: string | null, id: string) => boolean}
   */
  const comesNext = (chosen, id) => chosen !== null && usesOfPiece(now(), id).length > 0 && !actsAt(chosen, id);

  /** @type {(id: string) => void} */
  function onPiece(id) {
    if (takeOption(id) || takePlace(pieceOf(now(), id)?.cell ?? "")) return;
    const chosen = now().selected;
    if (chosen === id) return select(null);
    const ground = groundFor(chosen, id);
    if (ground !== null) return onPlace(ground, null);
    if (strike(id)) return;
    if (comesNext(chosen, id)) return select(id);
    // A tap on another enemy of the chosen piece asks about the hit; a second tap chooses the enemy.
    if (chosen !== null && now().asked !== id && asksAbout(chosen, id)) return wonder(id);
    return select(id);
  }

  /**
   * Take a held finger: it asks why the chosen piece or card can't act there, or what the piece there can do. The
   * result says whether something was asked.
   * @type {(place: string) => boolean}
   */
  function onHold(place) {
    if (usingOf(now()) || now().placing !== null) return false;
    const { selected } = now();
    if (selected !== null && selected !== place) wonder(place);
    else if (pieceOf(now(), place)) select(place);
    else return false;
    return true;
  }

  /** Stop showing the carried piece as carried, once nothing about it is to be judged any more. @type {() => void} */
  function letGoLater() {
    const { carried } = now();
    setTimeout(() => {
      if (carried === null || now().carried !== carried) return;
      dispatch({ type: "carried" });
      letGoLater();
    }, CARRYING_MS);
  }

  /** Have a simulated hand carry the chosen piece to a tapped cell, if it can; whether it does. @type {(cell: string) => boolean} */
  function carry(cell) {
    const carried = carriedBy(now(), cell);
    if (!carried) return false;
    put(carried);
    dispatch({ type: "carry", ...carried });
    letGoLater();
    return true;
  }

  /** @type {(cell: string, near: string | null) => void} */
  function onPlace(cell, near) {
    if (takeOption(near && optionAt(now(), near) ? near : cell) || takePlace(cell) || carry(cell)) return;
    if (strike(near ?? cell) || strike(cell)) return;
    const chosen = now().selected;
    if (near && comesNext(chosen, near) && chosen !== null && !actsAt(chosen, cell)) return onPiece(near);
    if (aim(cell)) return;
    if (chosen !== null) wonder(cell);
    else if (near) select(near);
  }

  /**
   * Take Enter on a cell: it attacks a target there, or chooses the pieces there one after the other, then none.
   * @type {(cell: string) => void}
   */
  function onCell(cell) {
    if (takeOption(cell) || takePlace(cell)) return;
    const here = piecesAt(cell);
    const chosen = now().selected;
    if (here.length === 0) onPlace(cell, null);
    else if (chosen !== null && here.includes(chosen)) select(here[here.indexOf(chosen) + 1] ?? null);
    else if (!strike(cell)) onPiece(here[0]);
  }

  /** @type {(cell: string) => string[]} */
  function piecesAt(cell) {
    if (isMoving()) return [...physicalSpots(now())].filter(([, spot]) => spot.cell?.cell === cell).map(([id]) => id);
    return piecesIn(now(), cell)
      .filter((one) => !isTerrain(one.kind))
      .map((one) => one.piece);
  }

  /** Let the chosen piece go, and move the keyboard's focus to its place. */
  function letGo() {
    const chosen = now().selected ?? "";
    const at = isMoving() ? physicalSpots(now()).get(chosen)?.cell?.cell : pieceOf(now(), chosen)?.cell;
    select(null);
    if (root.contains(document.activeElement)) return;
    if (at) focus(at);
    else root.querySelector(/** @type {"g"} */ (`[data-piece="${CSS.escape(chosen)}"]`))?.focus();
  }

  return { takeOption, onPiece, onPlace, onCell, select, letGo, onHold, choose };
}
