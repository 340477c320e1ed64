// The end of a match: the winners and the reason, the final scores, the turning points, and what to do next.

import { fill, html, svg } from "../page/dom.js";
import { look } from "../appearance/worn_look.js";
import { layersOf } from "../appearance/symbols.js";
import { language, say } from "../words/say.js";
import { turnOf } from "../state/bar.js";
import { mayAsk, maySettle, seatLook, view } from "../state/selectors.js";
import { named } from "../state/sentences.js";
import { clock, warns } from "../state/replaying.js";
import { counterSign, countersOf } from "./counting.js";
import { seatIcon } from "./seat_icon.js";

/** @import { Moment, Recap, State } from "../../types/page.js" */
/** @import { SeatView } from "../../types/messages.js" */

const TURNS = 3;

/** The number of bits of confetti. */
const BITS = 28;

/**
 * The moments whose plays had the most results, in the order of time.
 * @type {(moments: readonly Moment[]) => Moment[]}
 */
export function turningPoints(moments) {
  const telling = moments.filter((one) => one.came?.length);
  const most = [...telling]
    .sort((a, b) => (b.came?.length ?? 0) - (a.came?.length ?? 0) || b.at_s - a.at_s)
    .slice(0, TURNS);
  return telling.filter((one) => most.includes(one));
}

/**
 * The counts of a match: its length, and its numbers of plays, warnings and questions.
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
  fill(
    region,
    [
      over,
      turnOf(state),
      now?.seats,
      state.match?.signs,
      state.match?.code,
      recap,
      state.labels,
      state.place?.role,
      free,
    ],
    () => {
      if (!over || !state.match) return [];
      const { title, detail, seat } = turnOf(state);
      const arbiter = state.place?.role === "arbiter";
      return [
        seat ? confetti(state) : null,
        html(
          "div",
          { class: "over-head" },
          seat ? html("span", { class: "winner" }, crown(), seatIcon(state, seat, 60)) : null,
          html("div", {}, html("h2", {}, title), html("p", {}, detail)),
          html(
            "button",
            {
              type: "button",
              class: "close",
              "data-key": "close-over",
              "aria-label": say("over.board"),
              title: say("over.board"),
              onclick: close,
            },
            "×",
          ),
        ),
        scores(state, now?.seats ?? []),
        recap ? statistics(recap) : null,
        html(
          "div",
          { class: "row" },
          recap ? html("a", { class: "go-on", href: place(recap, 0) }, say("over.replay")) : null,
          recap
            ? html("a", { class: "go-on", href: picture(recap), download: `${recap.match}.png` }, say("over.picture"))
            : null,
          recap && maySettle(state) ? html("a", { class: "go-on", href: film(recap) }, say("film.heading")) : null,
          maySettle(state)
            ? html(
                "button",
                { type: "button", class: "end-turn rematch", "data-key": "rematch", disabled: !free, onclick: again },
                say("over.rematch"),
              )
            : null,
          arbiter ? html("a", { class: "go-on", href: "/start" }, say("over.again")) : null,
        ),
        ...(recap?.undrawn ?? []).map((text) => html("p", { class: "quiet undrawn" }, text)),
        arbiter ? null : html("p", { class: "quiet" }, say("over.again_where")),
        recap ? points(state, recap) : null,
        state.match.code ? html("p", { class: "quiet code" }, say("over.code", { code: state.match.code })) : null,
      ];
    },
  );
}

/** @type {(recap: Recap, at_s: number) => string} */
const place = (recap, at_s) => `/replay?match=${encodeURIComponent(recap.match)}&at=${at_s.toFixed(1)}`;

/** @type {(recap: Recap) => string} */
const film = (recap) => `/film?match=${encodeURIComponent(recap.match)}`;

/** @type {(recap: Recap) => string} */
const picture = (recap) =>
  `/matches/${encodeURIComponent(recap.match)}/moments/${recap.moments.length - 1}/board.png?lang=${language()}`;

/**
 * The final scores: a row for each player, winners first, then those who were still in; a column for each number.
 * @type {(state: State, seats: readonly SeatView[]) => HTMLElement}
 */
function scores(state, seats) {
  const columns = countersOf(state);
  const winners = view(state)?.outcome?.winners ?? [];
  /** @type {(one: SeatView) => number} */
  const place = (one) => (winners.includes(one.seat) ? 0 : one.out ? 2 : 1);
  const rows = [...seats].sort((a, b) => place(a) - place(b));
  return html(
    "div",
    { class: "scores" },
    html(
      "table",
      { "aria-label": say("over.scores") },
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          html("td", {}),
          columns.map(({ name, word }) =>
            html(
              "th",
              { scope: "col", title: word },
              counterSign(name),
              html("span", { class: counterSign(name) ? "said" : null }, word),
            ),
          ),
        ),
      ),
      html(
        "tbody",
        {},
        rows.map((one) =>
          html(
            "tr",
            { class: winners.includes(one.seat) ? "won" : null },
            html(
              "th",
              { scope: "row" },
              seatIcon(state, one.seat),
              html("span", {}, one.label, one.out ? say("turn.out") : ""),
            ),
            columns.map(({ name }) => html("td", {}, `${one.numbers.find(([other]) => other === name)?.[1] ?? ""}`)),
          ),
        ),
      ),
    ),
  );
}

/** @type {() => SVGElement} */
const crown = () =>
  svg("svg", { class: "crown", viewBox: "-10 -10 20 20", "aria-hidden": "true" }, layersOf(look().symbols.crown ?? []));

/** Confetti in the winners' colours; the page's style hides it if no movement is wanted. @type {(state: State) => HTMLElement} */
const confetti = (state) =>
  html(
    "div",
    { class: "confetti", "aria-hidden": "true" },
    Array.from({ length: BITS }, (_, i) => {
      const winners = view(state)?.outcome?.winners ?? [];
      const bit = html("i", { class: `seat-${seatLook(state, winners[i % winners.length] ?? null)}` });
      // These aren't a style attribute, because the page's policy forbids that.
      const falls = {
        "--at": `${(i * 37) % 100}%`,
        "--late": `${((i * 53) % 90) / 100}s`,
        "--turn": `${(i * 97) % 360}deg`,
      };
      for (const [name, value] of Object.entries(falls)) bit.style.setProperty(name, value);
      return bit;
    }),
  );

/** @type {(recap: Recap) => HTMLElement} */
function statistics(recap) {
  const { length_s, plays, warnings, questions } = counted(recap);
  return html("p", { class: "counted" }, say("over.counted", { time: clock(length_s), plays, warnings, questions }));
}

/** @type {(state: State, recap: Recap) => HTMLElement | null} */
function points(state, recap) {
  const found = turningPoints(recap.moments);
  if (!found.length) return null;
  return html(
    "div",
    {},
    html("h3", {}, say("over.turned")),
    html(
      "ol",
      { class: "turned" },
      found.map((one) =>
        html(
          "li",
          {},
          html(
            "a",
            { href: place(recap, one.at_s) },
            html("time", {}, clock(one.at_s)),
            " ",
            [...one.played, ...(one.came ?? [])].map((text) => named(state, text)).join(say("joins.sentences")),
          ),
        ),
      ),
    ),
  );
}
