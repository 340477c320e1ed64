// Makes the content of the large page: one sentence, its possible answers, and what they are about. Pure. It is another view of
// the match page's state, and knows no rule.

import { together, stepText } from "../panels/alert.js";
import { isStranger, mustChoose } from "../panels/asked.js";
import { breakWishOf, isWaitedFor, paused, wishOf } from "../panels/breaks.js";
import { aloud, whyNot } from "../panels/caption.js";
import { dieDue, dieHint, maySay as maySayDie } from "../panels/die.js";
import { drawDue, maySay as maySayDraw } from "../panels/drawing.js";
import { usingOf } from "../panels/seat.js";
import { turnOf, verdictNow, waitingOf } from "../state/bar.js";
import { currentSheet } from "../state/hand_sheet.js";
import { ordersFor } from "../state/hands_at_work.js";
import { maySettle, ownSeat, ownTurn, pieceOf, seatLabel, usesOf, adviceOf, view } from "../state/selectors.js";
import { headOf, lastPlayed, named, placeName, sentence } from "../state/sentences.js";
import { troubles } from "../state/troubles.js";
import { capital, listed, say, stopped } from "../words/say.js";
import { asked, chooseTarget } from "./questions.js";
import { ownTurnScreen, whyNotUsed } from "./own_turn.js";
import { pictureOf, screen } from "./shown.js";

/** @import { RepairStep, Verdict } from "../../types/messages.js" */
/** @import { State } from "../../types/page.js" */
/** @import { Screen } from "./shown.js" */
/** @import { Step } from "./steps.js" */

/**
 * The page's content now.
 * @type {(state: State, step: Step) => Screen}
 */
export const screenOf = (state, step) =>
  away(state) ??
  refused(state) ??
  over(state) ??
  wished(state, step) ??
  judged(state) ??
  explained(state, step) ??
  carried(state) ??
  chance(state) ??
  chosen(state, step) ??
  waits(state);

/** @type {(state: State) => Screen | null} */
function away(state) {
  const stale = troubles(state).find((one) => one.stale);
  if (stale) return screen("wait", "away", stopped(stale.text));
  if (state.match === null) return screen("wait", "none", stopped(say("turn.none")));
  if (!isStranger(state)) return null;
  return screen("warn", "stranger", stopped(say("seat.stranger")), {
    detail: say("seat.stranger_how"),
    options: [{ key: "look-on", text: say("seat.look_on"), go: { send: "leave" } }],
  });
}

/** @type {(state: State) => Screen | null} */
function refused(state) {
  const { notice } = state;
  if (!notice) return null;
  const ok = { key: "dismiss", text: say("notice.ok"), go: { event: /** @type {const} */ ({ type: "dismiss" }) } };
  return screen("warn", `notice ${notice.text}`, stopped(capital(named(state, notice.text))), { options: [ok] });
}

/** @type {(state: State) => Screen | null} */
function over(state) {
  if (!view(state)?.outcome) return null;
  const { title, detail, seat } = turnOf(state);
  return screen("over", `over ${state.match?.match}`, stopped(title), {
    detail,
    picture: seat === null ? null : { seat },
    options: maySettle(state) ? [{ key: "rematch", text: say("over.rematch"), go: { send: "rematch" } }] : [],
  });
}

/** A pause, or what others would like: to pause, to take back. @type {(state: State, step: Step) => Screen | null} */
function wished(state, step) {
  const [back, breaking] = [wishOf(state), breakWishOf(state)];
  /** @type {(seats: readonly string[]) => string} */
  const names = (seats) => listed(seats.map((seat) => seatLabel(state, seat)));
  if (paused(state)) {
    const mine = maySettle(state) && isWaitedFor(state, breaking);
    return screen("wait", "paused", stopped(say("breaks.paused")), {
      detail: breaking ? say("breaks.wants_on", { names: names(breaking.wanted_by) }) : "",
      options: mine ? [{ key: "go-on", text: say("breaks.go_on"), go: { send: "resume" } }] : [],
    });
  }
  const own = ownSeat(state);
  const wish = back && own && back.waiting.includes(own) ? back : null;
  const pause = breaking && own && breaking.waiting.includes(own) ? breaking : null;
  const mark = wish ? `back ${wish.revision}` : "pause";
  if ((!wish && !pause) || step.put_off === mark) return null;
  const before = wish && state.match?.earlier.find((one) => one.revision === wish.revision);
  const says = wish
    ? say("breaks.wish", { names: names(wish.wanted_by) })
    : say("breaks.wants_break", { names: names(pause?.wanted_by ?? []) });
  return screen("ask", mark, stopped(says), {
    detail: before ? say("breaks.before_this", { play: named(state, before.before) }) : "",
    options: [
      wish
        ? { key: "agree", text: say("breaks.agree"), go: { takeBack: wish.revision } }
        : { key: "agree", text: say("breaks.agree_break"), go: { send: "pause" } },
      { key: "put-off", text: say("large.not_now"), go: { step: { put_off: mark } } },
    ],
  });
}

/** @type {(state: State) => Screen | null} */
function judged(state) {
  const verdict = verdictNow(state);
  if (!verdict) return null;
  const mark = `${verdict.kind} ${verdict.revision} ${verdict.frame} ${verdict.taken_at}`;
  const orders = ordersFor(state, verdict);
  const first = verdict.repair[0];
  const picture = pictureOf(state, first?.piece);
  if (verdict.kind === "illegal")
    return screen("warn", mark, stopped(capital(sentence(state, verdict))), {
      detail: first ? stopped(stepText(state, first)) : "",
      picture,
      options: orders.length ? [{ key: "right", text: say("alert.have_it_right"), go: { orders } }] : [],
    });
  if (verdict.kind === "ambiguous") return screen("ask", mark, headOf(verdict), candidates(state, verdict));
  if (verdict.kind !== "pending" || !first || !(orders.length || isOwn(state, first))) return null;
  return screen("ask", mark, stopped(stepText(state, first)), {
    picture,
    options: orders.length ? [{ key: "done", text: say("alert.have_it_done"), go: { orders } }] : [],
  });
}

/** @type {(state: State, verdict: Verdict) => Partial<Screen>} */
function candidates(state, verdict) {
  if (!maySettle(state)) return {};
  const none = verdict.felt.length ? "alert.nothing" : verdict.candidates.length > 1 ? "alert.none" : "alert.not_it";
  return {
    options: verdict.candidates.map((actions, i) => ({
      key: `choice-${i}`,
      text: capital(together(state, actions)),
      go: { settle: i },
    })),
    always: [{ key: "none", text: say(none), go: { decide: "game_is_right" } }],
  };
}

/** @type {(state: State, step: RepairStep) => boolean} */
const isOwn = (state, { piece }) =>
  ownSeat(state) !== null && (view(state)?.turn === ownSeat(state) || pieceOf(state, piece)?.seat === ownSeat(state));

/** Why something can't be done that the player asked about. @type {(state: State, step: Step) => Screen | null} */
function explained(state, step) {
  if (step.why !== null) return whyNotUsed(state, step.why);
  const { selected, asked: place } = state;
  if (selected === null || place === null || usesOf(adviceOf(state, selected), place).length) return null;
  const why = whyNot(state);
  const says = why.length ? aloud(why) : say("caption.asking", { place: placeName(state, place) });
  return screen(why.length ? "why" : "wait", `why ${why.length} ${selected} ${place}`, says, {
    picture: pictureOf(state, selected),
    back: { event: { type: "select", piece: selected } },
  });
}

/** @type {(state: State) => Screen | null} */
function carried(state) {
  if (state.carried === null) return null;
  const { piece, cell } = state.carried;
  const facts = { piece: pieceOf(state, piece)?.label ?? "", place: placeName(state, cell) };
  return screen("wait", `carried ${piece} ${cell}`, say("caption.carrying", facts), {
    picture: pictureOf(state, piece),
  });
}

/** A die or a card that is due. @type {(state: State) => Screen | null} */
function chance(state) {
  const falls = dieDue(state);
  const mark = `chance ${state.match?.revision}`;
  if (falls.length && maySayDie(state))
    return screen("ask", mark, stopped(turnOf(state).title), {
      detail: dieHint(state),
      options: falls.map((one) => ({
        key: `fall-${one.action.die}`,
        text: String(one.action.die),
        go: { choose: one },
      })),
    });
  if (!drawDue(state) || !maySayDraw(state)) return null;
  return screen("ask", mark, stopped(turnOf(state).title), {
    detail: say("draw.say_which"),
    options: (state.faces?.cards ?? []).map((card) => ({
      key: `draw-${card.card}`,
      text: card.label,
      picture: { card },
      go: { draw: card.card },
    })),
  });
}

/** The choice that this seat has to make. @type {(state: State, step: Step) => Screen | null} */
function chosen(state, step) {
  const own = ownSeat(state);
  const sheet = currentSheet(state);
  if (own === null || sheet === null) return null;
  const using = usingOf(state);
  if (using) return chooseTarget(state, using);
  if (mustChoose(state, own, turnOf(state))) return asked(state, sheet, own);
  return ownTurn(state) ? ownTurnScreen(state, step) : null;
}

/** @type {(state: State) => Screen} */
function waits(state) {
  const { title, seat } = turnOf(state);
  const last = lastPlayed(state);
  return screen("wait", `turn ${state.match?.revision}`, stopped(title), {
    detail: last ? stopped(capital(sentence(state, last))) : waitingOf(state),
    picture: seat === null ? null : { seat },
  });
}
