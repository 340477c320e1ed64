// One table of the hall: its board drawn small, whose turn it is, the times, the warning in force.

import { drawClocks } from "../panels/clocks.js";
import { fill, html, svg } from "../page/dom.js";
import { turnOf, verdictNow } from "../state/bar.js";
import { seatLabel, view } from "../state/selectors.js";
import { besides, lastPlayed, named, sentence } from "../state/sentences.js";
import { capital, language, listed as inWords, say } from "../words/say.js";
import { callers, pageOf } from "./hall_tables.js";
import { drawSmallBoard, noBoard, seatSign } from "./small_board.js";

/** @import { HallTable } from "../../types/messages.js" */
/** @import { Look, State } from "../../types/page.js" */
/** @import { Table } from "./hall_tables.js" */

/**
 * A table's name, which leads to its own page where that can be reached. `desk`: the arbiter's own address of it; empty
 * for none.
 * @type {(listed: HallTable, desk: string) => HTMLElement | string}
 */
export function nameLink({ table, pages }, desk) {
  const address = pageOf(desk || pages, location.hostname);
  return address ? html("a", { href: address, "data-key": `open ${table}` }, table) : table;
}

/** A game as people call it. @param {string} game */
const called = (game) => capital(game.replaceAll("_", " "));

/** @param {number} at When, in seconds by the wall clock. */
const clockTime = (at) =>
  new Date(at * 1000).toLocaleString(language(), {
    weekday: Date.now() / 1000 - at > 43200 ? "short" : undefined,
    hour: "2-digit",
    minute: "2-digit",
  });

/**
 * A table's element, and what draws it.
 * @type {() => { element: HTMLElement, draw: (table: Table, look: Look | null, several: boolean, desk: string) => void, tick: (state: State) => void }}
 */
export function createCard() {
  const heading = html("div", { class: "row" });
  const place = html("div", { class: "board-place" });
  const playing = html("div", { class: "playing" });
  const element = html("li", { class: "table" }, heading, place, playing);
  const board = svg("svg", { class: "small-board", role: "img" });
  return {
    element,
    draw({ listed, state }, look, several, desk) {
      const warning = verdictNow(state);
      const asks = callers(state.situation);
      element.dataset.table = listed.table;
      element.classList.toggle("away", !listed.is_there);
      element.classList.toggle("warned", listed.is_there && warning?.kind === "illegal");
      element.classList.toggle("asked", listed.is_there && asks.length > 0);
      drawHeading(heading, listed, state, several, desk);
      drawBoard(place, board, state, look);
      drawPlaying(playing, state, look);
      drawClocks(playing, state, Date.now());
    },
    tick: (state) => drawClocks(playing, state, Date.now()),
  };
}

/** @type {(region: HTMLElement, listed: HallTable, state: State, several: boolean, desk: string) => void} */
function drawHeading(region, listed, state, several, desk) {
  const situation = listed.is_there ? state.situation : null;
  const asks = situation ? callers(situation) : [];
  const shown = [listed, situation?.watching, situation?.paused, asks, state.match?.view.seats, several, desk];
  fill(region, shown, () => [
    html("h2", {}, nameLink(listed, desk)),
    several ? html("span", { class: "quiet" }, listed.broker) : null,
    !listed.is_there && listed.away_since !== null
      ? html("span", { class: "state" }, say("hall.away_since", { time: clockTime(listed.away_since) }))
      : null,
    asks.length ? html("span", { class: "state calls" }, callOf(state)) : null,
    situation?.paused ? html("span", { class: "state" }, say("hall.paused")) : null,
    situation
      ? html(
          "span",
          { class: situation.watching ? "state good" : "state" },
          say(situation.watching ? "hall.watched" : "hall.unwatched"),
        )
      : null,
    listed.delay_s ? html("span", { class: "state" }, say("hall.late", { n: listed.delay_s })) : null,
    listed.pages && !pageOf(listed.pages, location.hostname)
      ? html("span", { class: "quiet" }, say("hall.only_there", { host: listed.host }))
      : null,
  ]);
}

/** The sentence about the seats that ask for the arbiter. @type {(state: State) => string} */
export const callOf = (state) =>
  say("hall.asks", { seats: inWords(callers(state.situation).map((seat) => seatLabel(state, seat))) });

/** @type {(place: HTMLElement, board: SVGSVGElement, state: State, look: Look | null) => void} */
function drawBoard(place, board, state, look) {
  const now = view(state);
  if (!now || !state.surface) {
    fill(place, ["none", language()], () => noBoard(say("hall.no_match")));
    return;
  }
  fill(place, ["board"], () => board);
  board.setAttribute("aria-label", now.headline);
  if (look) drawSmallBoard(board, state.surface, now, look, document.documentElement.dataset.theme === "dark");
}

/** @type {(region: HTMLElement, state: State, look: Look | null) => void} */
function drawPlaying(region, state, look) {
  const now = view(state);
  const turn = turnOf(state);
  const news = newsOf(state);
  const seats = now?.seats ?? [];
  const players = state.match?.players ?? {};
  const due = now?.decision.seats ?? [];
  fill(region, [now && [turn.title, turn.detail], state.match?.game, seats, players, due, news, look?.game], () =>
    now
      ? [
          html("p", { class: "turn" }, turn.title),
          html("p", { class: "game" }, `${called(state.match?.game ?? "")} · ${turn.detail}`),
          html(
            "ul",
            { class: "seats", "aria-label": say("regions.seats") },
            seats.map((one) => {
              const classes = ["name", one.out ? "out" : "", due.includes(one.seat) ? "to-move" : ""];
              return html(
                "li",
                {},
                look
                  ? seatSign(
                      look,
                      one.seat,
                      seats.map((each) => each.seat),
                    )
                  : html("span"),
                html("span", { class: classes.filter(Boolean).join(" ") }, one.label),
                html("span", { class: "clock", "data-clock": one.seat, hidden: true }),
              );
            }),
          ),
          html(
            "p",
            { class: `news ${news.kind}` },
            news.rules.map((rule) => html("span", { class: "rule" }, rule)),
            news.text,
          ),
        ]
      : [],
  );
}

/**
 * The warning or question in force; else what was played last.
 * @type {(state: State) => { kind: string, rules: readonly string[], text: string }}
 */
function newsOf(state) {
  const verdict = verdictNow(state);
  if (verdict)
    return {
      kind: verdict.kind,
      rules: verdict.violations.map((one) => one.rule),
      text: sentence(state, verdict) || besides(verdict),
    };
  const last = lastPlayed(state);
  const actions = last ? last.actions.map((one) => one.text).join(say("joins.sentences")) : "";
  return { kind: "settled", rules: [], text: named(state, actions) };
}
