// Finds the changes that are worth a word, a sound or a buzz. Pure. It remembers announcements by what they are
// about, not by their text, so that another language or a lost connection doesn't repeat them.

import { aloud, whyNot } from "../panels/caption.js";
import { LOW_S } from "../panels/clocks.js";
import { capital, say } from "../words/say.js";
import { questionOf, turnOf, verdictNow } from "../state/bar.js";
import { headOf, lastPlayed, namedStep, sentence } from "../state/sentences.js";
import { maySettle, ownSeat, view } from "../state/selectors.js";

/** @import { Verdict } from "../../types/messages.js" */
/** @import { Announced, News, State } from "../../types/page.js" */

/** The most steps of a repair that are spoken: a listener doesn't keep more in mind. */
const SPOKEN_STEPS = 2;
const BUZZ = { warning: [200, 100, 200], question: [80, 60, 80], turn: [80], time: [400] };

/**
 * The news of a state, the most urgent first, and everything that is announced now. The first state has no news,
 * because the reader who opens the page sees it.
 * @type {(before: Announced | null, state: State) => { announced: Announced | null, news: News[] }}
 */
export function announce(before, state) {
  const now = noted(before, state);
  if (now === null) return { announced: before, news: [] };
  if (before === null) return { announced: now, news: [] };
  const same = before.match === now.match;
  const news = [
    ...(now.alert !== before.alert ? alerted(state) : []),
    ...(now.over && !(same && before.over) ? [ended(state)] : []),
    ...(same && now.played !== null && now.played !== before.played ? played(state) : []),
    ...(now.asked !== null && now.asked !== before.asked ? [asked(state)] : []),
    ...(!now.over && now.turn !== null && (!same || now.turn !== before.turn) && now.asked === null
      ? [turned(state)]
      : []),
    ...(now.why !== before.why ? explained(state) : []),
    ...now.low.filter((seat) => !before.low.includes(seat)).flatMap((seat) => hurried(state, seat)),
  ];
  return { announced: now, news };
}

/**
 * Everything that could be announced of a state; null while the page knows too little, or has only an old state.
 * @type {(before: Announced | null, state: State) => Announced | null}
 */
function noted(before, state) {
  const now = view(state);
  if (!state.match || !now || !state.situation || state.situation.match !== state.match.match || !state.link.open)
    return null;
  const verdict = verdictNow(state);
  const last = lastPlayed(state);
  const { chooser, kind, seats } = now.decision;
  const due = chooser === "seat" && kind !== "turn" && seats.length > 0 && !now.outcome;
  return {
    match: state.match.match,
    alert: verdict && verdict.kind !== "settled" ? mark(verdict) : null,
    // A play is described again in another language; until then its text is the earlier one.
    played: last ? mark(last) : before?.match === state.match.match ? before.played : null,
    turn: now.turn ? `${now.round} ${now.turn}` : null,
    asked: due ? `${state.match.revision} ${kind} ${seats.join(" ")}` : null,
    over: now.outcome !== null,
    why: whyNot(state).length ? `${state.match.revision} ${state.selected} ${state.asked}` : null,
    low: (state.clock?.seats ?? [])
      .filter((one) => one.left_s <= LOW_S && (one.runs || before?.low.includes(one.seat)))
      .map((one) => one.seat),
  };
}

/** @type {(verdict: Verdict) => string} */
const mark = ({ kind, revision, frame, taken_at }) => `${kind} ${revision} ${frame} ${taken_at}`;

/** @type {(state: State) => News[]} */
function alerted(state) {
  const verdict = verdictNow(state);
  // A verdict of another kind says that somebody still moves pieces: nothing is said meanwhile.
  if (!verdict || !["illegal", "ambiguous"].includes(verdict.kind))
    return [{ topic: "alert", text: "", sound: null, buzz: null }];
  const repair =
    verdict.kind === "illegal"
      ? verdict.repair
          .slice(0, SPOKEN_STEPS)
          .filter((step) => step.text)
          .map((step) => namedStep(state, step))
      : [];
  const why = headOf(verdict) + say("joins.sentences") + sentence(state, verdict);
  // A listener doesn't look at the board, so the warning has the repair's first steps too.
  const text = [why, ...repair]
    .map((one, _, all) => (all.length > 1 && !/[.?!。]$/.test(one) ? one + say("joins.stop") : one))
    .join(say("joins.after"));
  return [{ topic: "alert", text, sound: "warning", buzz: maySettle(state) ? BUZZ.warning : null }];
}

/** @type {(state: State) => News} */
const ended = (state) => ({ topic: "end", text: turnOf(state).title + say("joins.stop"), sound: "turn", buzz: null });

/** @type {(state: State) => News[]} */
function played(state) {
  const last = lastPlayed(state);
  return last
    ? [{ topic: "played", text: capital(sentence(state, last)) + say("joins.stop"), sound: "move", buzz: null }]
    : [];
}

/** @type {(state: State) => News} */
function asked(state) {
  const own = ownSeat(state);
  const decision = view(state)?.decision;
  if (own === null || !decision?.seats.includes(own))
    return { topic: "turn", text: turnOf(state).title + say("joins.stop"), sound: null, buzz: null };
  return { topic: "turn", text: questionOf(state).says, sound: "turn", buzz: BUZZ.question };
}

/** @type {(state: State) => News} */
function turned(state) {
  const own = ownSeat(state) !== null && ownSeat(state) === view(state)?.turn;
  const text = own ? say("speech.your_turn") : turnOf(state).title;
  return { topic: "turn", text: text + say("joins.stop"), sound: own ? "turn" : null, buzz: own ? BUZZ.turn : null };
}

/** The reason why the chosen piece or card can't act at the place asked about. @type {(state: State) => News[]} */
function explained(state) {
  return [{ topic: "why", text: aloud(whyNot(state)), sound: null, buzz: null }];
}

/** @type {(state: State, seat: string) => News[]} */
function hurried(state, seat) {
  const own = ownSeat(state);
  // A player doesn't hear that another one is short of time.
  if (own !== null && own !== seat) return [];
  const label = view(state)?.seats.find((one) => one.seat === seat)?.label ?? seat;
  return [
    {
      topic: "time",
      text: own ? say("speech.hurry") : say("speech.low", { seat: label }),
      sound: "time",
      buzz: own ? BUZZ.time : null,
    },
  ];
}
