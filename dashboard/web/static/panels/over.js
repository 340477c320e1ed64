// The end of a match: who won and why, how each stood, what turned it, and where to go from there.

import { fill, html } from "../page/dom.js";
import { language, say } from "../words/say.js";
import { turnOf } from "../state/bar.js";
import { mayAsk, maySettle, named, view } from "../state/selectors.js";
import { clock, warns } from "../replay/replaying.js";
import { seatIcon } from "./seat_icon.js";

/** @import { Moment, Recap, State } from "../../types/page.js" */
/** @import { SeatView } from "../../types/messages.js" */

const TURNS = 3;

/**
 * The moments at which most came of a play, in their order.
 * @type {(moments: readonly Moment[]) => Moment[]}
 */
export function turningPoints(moments) {
  const telling = moments.filter((one) => one.came?.length);
  const most = [...telling].sort((a, b) => (b.came?.length ?? 0) - (a.came?.length ?? 0) || b.at_s - a.at_s).slice(0, TURNS);
  return telling.filter((one) => most.includes(one));
}

/**
 * What can be counted of a match: how long it took, how many plays, warnings and questions.
 * @type {(recap: Recap) => { length_s: number, plays: number, warnings: number, questions: number }}
 */
export function counted({ length_s, moments }) {
  const verdicts = moments.filter(warns).flatMap((one) => one.verdicts);
  return {
    length_s,
    plays: moments.at(-1)?.revision ?? 0,
    warnings: verdicts.filter((one) => one.kind === "illegal").length,
    questions: verdicts.filter((one) => one.kind === "ambiguous").length,
  };
}

/** @type {(region: HTMLElement, state: State, tools: { close: () => void, again: () => void }) => void} */
export function drawOver(region, state, { close, again }) {
  const now = view(state);
  const over = state.match !== null && now !== null && now.outcome !== null && state.overSeen !== state.match.match;
  region.hidden = !over;
  const recap = over && state.recap?.match === state.match?.match ? state.recap : null;
  const free = mayAsk(state);
  fill(region, [over, turnOf(state), now?.seats, state.match?.signs, recap, state.labels, state.place?.role, free], () => {
    if (!over || !state.match) return [];
    const { title, detail, seat } = turnOf(state);
    return [
      html("div", { class: "over-head" }, seat ? seatIcon(state, seat, 52) : null,
        html("div", {}, html("h2", {}, title), html("p", {}, detail)),
        html("button", { type: "button", class: "close", "data-key": "close-over", "aria-label": say("over.board"), title: say("over.board"), onclick: close }, "×")),
      scores(state, now?.seats ?? []),
      recap ? statistics(recap) : null,
      recap ? points(state, recap) : null,
      html("div", { class: "row" },
        recap ? html("a", { class: "go-on", href: place(recap, 0) }, say("over.replay")) : null,
        recap ? html("a", { class: "go-on", href: picture(recap), download: `${recap.match}.png` }, say("over.picture")) : null,
        maySettle(state) ? html("button", { type: "button", class: "end-turn rematch", "data-key": "rematch", disabled: !free, onclick: again }, say("over.rematch")) : null,
        state.place?.role === "arbiter" ? html("a", { class: "go-on", href: "/start" }, say("over.again")) : html("p", { class: "quiet" }, say("over.again_where"))),
    ];
  });
}

/** @type {(recap: Recap, at_s: number) => string} */
const place = (recap, at_s) => `/replay?match=${encodeURIComponent(recap.match)}&at=${at_s.toFixed(1)}`;

/** @type {(recap: Recap) => string} */
const picture = (recap) => `/matches/${encodeURIComponent(recap.match)}/moments/${recap.moments.length - 1}/board.png?lang=${language()}`;

/** @type {(state: State, seats: readonly SeatView[]) => HTMLElement} */
const scores = (state, seats) =>
  html("ul", { class: "scores", "aria-label": say("over.scores") }, seats.map((one) =>
    html("li", {}, html("b", {}, seatIcon(state, one.seat), " ", one.label), html("span", {}, one.counts.join(say("joins.comma")), one.out ? say("turn.out") : ""))));

/** @type {(recap: Recap) => HTMLElement} */
function statistics(recap) {
  const { length_s, plays, warnings, questions } = counted(recap);
  return html("p", { class: "counted" }, say("over.counted", { time: clock(length_s), plays, warnings, questions }));
}

/** @type {(state: State, recap: Recap) => HTMLElement | null} */
function points(state, recap) {
  const found = turningPoints(recap.moments);
  if (!found.length) return null;
  return html("div", {}, html("h3", {}, say("over.turned")), html("ol", { class: "turned" }, found.map((one) =>
    html("li", {}, html("a", { href: place(recap, one.at_s) }, html("time", {}, clock(one.at_s)), " ",
      [...one.played, ...(one.came ?? [])].map((text) => named(state, text)).join(say("joins.sentences")))))));
}
