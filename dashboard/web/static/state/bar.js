// The words of the bar: the seat that has to act, the verdict in force, a bot's suggestion. Pure.

import { listed, say, sayable } from "../words/say.js";
import { areHandsAtIt, waitsForHands } from "./hands_at_work.js";
import { leftToDo, noticed, ownSeat, seatLabel, view } from "./selectors.js";
import { named } from "./sentences.js";

/** @import { Verdict } from "../../types/messages.js" */
/** @import { Due, QuestionText, State, Turn } from "../../types/page.js" */

/**
 * The verdict that people see now; null without one. Pieces that still have to be put aren't shown while simulated
 * hands put them, or if no source watches the table, because then nothing would notice that they are put.
 * @type {(state: State) => Verdict | null}
 */
export function verdictNow(state) {
  const verdict = noticed(state);
  if (!verdict || verdict.kind === "settled") return null;
  return verdict.kind === "pending" && areHandsAtIt(state, verdict) ? null : verdict;
}

/**
 * Whether a text about the seat that must choose says no more than the title: "You must choose" and "Linh must choose"
 * are one to Linh.
 * @type {(state: State, text: string, title: string) => boolean}
 */
export function saysNoMore(state, text, title) {
  const seats = view(state)?.decision.seats ?? [];
  const alone = seats.length === 1 ? [say("turn.must_choose", { names: seatLabel(state, seats[0]) })] : [];
  return [title, ...alone].includes(named(state, text));
}

/**
 * The seat that has to choose now, with the words for the heading.
 * @type {(state: State) => Turn}
 */
export function turnOf(state) {
  const now = view(state);
  if (!now) return { seat: null, title: say("turn.none"), detail: say("turn.waiting"), kind: null };
  if (now.outcome) {
    const names = now.outcome.winners.map((seat) => seatLabel(state, seat));
    return {
      seat: now.outcome.winners[0] ?? null,
      title: names.length ? say("turn.won", { names: listed(names) }) : say("turn.over"),
      detail: now.headline,
      kind: null,
    };
  }
  const { chooser, seats, kind } = now.decision;
  const names = listed(seats.map((seat) => seatLabel(state, seat)));
  const own = ownSeat(state);
  const mine = own !== null && seats.includes(own);
  if (chooser === "seat" && kind !== "turn" && seats.length) {
    const title = mine ? say("seat.must_choose") : say("turn.must_choose", { names });
    // A game may have no more words for it than the title.
    const detail = saysNoMore(state, now.headline, title) ? "" : now.headline;
    return { seat: mine ? own : seats[0], title, detail, kind };
  }
  if (chooser === "chance" && kind === "draw")
    return {
      seat: seats[0] ?? now.turn,
      title: mine ? say("draw.you") : say(seats.length ? "turn.draws" : "draw.somebody", { names }),
      detail: say("turn.round", { n: now.round }),
      kind,
    };
  if (chooser === "chance" && seats.length)
    return { seat: seats[0], title: say("turn.rolls", { names }), detail: now.headline, kind };
  const seat = now.turn ?? seats[0] ?? null;
  if (own !== null && seat === own)
    return { seat, title: say("turn.yours"), detail: say("turn.round", { n: now.round }), kind };
  return {
    seat,
    title: seat ? say("turn.of", { seat: seatLabel(state, seat) }) : now.headline,
    detail: say("turn.round", { n: now.round }),
    kind,
  };
}

/**
 * The question to this tablet's seat, and the rule that asks it. The words are the game's own; before they are
 * loaded, they only name the kind of decision.
 * @type {(state: State) => QuestionText}
 */
export function questionOf(state) {
  const kind = view(state)?.decision.kind ?? "";
  const found = state.rules?.questions?.[kind];
  if (found) return found;
  return { says: say(sayable(`seat.asked.${kind}`) ? `seat.asked.${kind}` : "seat.for_you"), rule: "", open: false };
}

/**
 * A sentence for a player who waits: the seat that plays now, and the number of players who come first. Empty for
 * others.
 * @type {(state: State) => string}
 */
export function waitingOf(state) {
  const now = view(state);
  const own = ownSeat(state);
  if (!now || now.outcome || own === null || now.turn === null || now.turn === own) return "";
  const seats = now.seats.filter((one) => !one.out || one.seat === now.turn).map((one) => one.seat);
  if (!seats.includes(own) || !seats.includes(now.turn)) return "";
  const before = ((seats.indexOf(own) - seats.indexOf(now.turn) + seats.length) % seats.length) - 1;
  const seat = seatLabel(state, now.turn);
  return before === 0 ? say("turn.you_are_next", { seat }) : say("turn.before_you", { seat, n: before });
}

/**
 * The words for the due action (`must`), and for the players who wait for it (`waits`); each empty without one.
 * @type {(state: State) => Due}
 */
export function dueOf(state) {
  const now = view(state);
  if (!now || now.outcome) return { must: "", waits: "" };
  const { chooser, seats, kind } = now.decision;
  const own = ownSeat(state);
  const due = leftToDo(state).filter((one) => one.due);
  const must = due.find((one) => one.seat === own) ?? due.find((one) => seats.includes(one.seat)) ?? due[0];
  const outOfTurn = chooser === "seat" && kind !== "turn" && now.turn !== null && !seats.includes(now.turn);
  const waiting = outOfTurn ? [now.turn] : waitsForHands(state, verdictNow(state)) ? seats : [];
  return {
    must: must?.text ?? "",
    waits: waiting.length ? say("turn.waits", { names: listed(waiting.map((seat) => seatLabel(state, seat))) }) : "",
  };
}

/**
 * Whether this tablet's player wants to be taught, has to choose, and has no suggestion yet.
 * @type {(state: State) => boolean}
 */
export const wantsSuggestion = (state) =>
  state.help === "teaching" &&
  state.place?.role === "seat" &&
  !state.situation?.paused &&
  state.situation?.current === null &&
  state.match !== null &&
  state.match.view.decision.chooser === "seat" &&
  state.match.view.decision.seats.includes(state.place.seat ?? "") &&
  state.suggesting?.revision !== state.match.revision;

/**
 * The play that a bot would make now, for a player who wants to be taught; null if this position has no suggestion.
 * @type {(state: State) => string | null}
 */
export function suggestionOf(state) {
  const said =
    state.help === "teaching" && state.suggested?.revision === state.match?.revision ? state.suggested?.text : null;
  return said ? named(state, said) : null;
}
