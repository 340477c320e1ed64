// The page of the league: how often each player has won, in each game, and links to their last matches.

import "../page/language.js";
import { layersOf } from "../appearance/symbols.js";
import { fill, html, region, regionOf, svg } from "../page/dom.js";
import { capital, language, say, whenTaught } from "../words/say.js";

/** @import { Layer } from "../../types/page.js" */
/** @typedef {{ name: string, match: string, game: string, opened_at: number, won: number }} Part A player's part in one match; `won` is 1, a share of a shared win, or 0. */
/** @typedef {{ name: string, matches: number, won: number, turn_s: number | null, games: readonly { game: string, matches: number, won: number }[], latest: readonly Part[], sign: string }} PlayerRecord A player's results over many matches. */
/** @typedef {{ games: readonly string[], matches: number, players: readonly PlayerRecord[], signs: Readonly<Record<string, readonly Layer[]>> }} League */

const AGAIN_MS = 3000;

const games = regionOf("game", HTMLSelectElement);
/** @type {League | null} */
let league = null;
let reading = 0;

/** @param {string} game */
const called = (game) => capital(game.replaceAll("_", " "));

/** A number of wins as text, with the shares of shared wins. @param {number} n */
const wins = (n) => new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(n);

/** The sign that a player has chosen; null without one. @param {readonly Layer[] | undefined} layers */
const sign = (layers) =>
  layers
    ? svg(
        "svg",
        { viewBox: "-10 -10 20 20", width: 22, height: 22, "aria-hidden": "true", class: "sign" },
        layersOf(layers),
      )
    : null;

async function read() {
  const mine = ++reading;
  try {
    const answer = await fetch(`/players?game=${encodeURIComponent(games.value)}`);
    if (!answer.ok) throw new Error(`${answer.status}`);
    const found = await answer.json();
    if (mine !== reading) return;
    league = found;
    draw();
  } catch {
    if (mine !== reading) return;
    fill(region("count"), "away", () => say("league.away"));
    setTimeout(() => mine === reading && read(), AGAIN_MS);
  }
}

function draw() {
  if (!league) {
    games.replaceChildren(new Option(say("league.all_games"), ""));
    fill(region("count"), "counting", () => say("league.counting"));
    return;
  }
  const { players, matches, signs } = league;
  const chosen = games.value;
  games.replaceChildren(
    new Option(say("league.all_games"), ""),
    ...league.games.map((game) => new Option(called(game), game)),
  );
  games.value = chosen;
  fill(region("count"), [matches, players.length], () =>
    say(players.length ? "league.counted" : "league.none", { n: matches }),
  );
  fill(region("players"), players, () =>
    players.map((one, i) =>
      html(
        "li",
        {},
        html(
          "details",
          {},
          html(
            "summary",
            { "data-key": one.name },
            html("span", { class: "place" }, `${i + 1}.`),
            html("span", { class: "name" }, sign(signs[one.sign]), one.name),
            html("span", { class: "won" }, say("league.won", { won: wins(one.won), n: one.matches })),
            one.turn_s === null
              ? null
              : html("span", { class: "more" }, say("league.turn", { n: Math.round(one.turn_s) })),
          ),
          html(
            "div",
            {},
            html(
              "ul",
              {},
              one.games.map((game) =>
                html(
                  "li",
                  {},
                  say("league.in_game", { game: called(game.game), won: wins(game.won), n: game.matches }),
                ),
              ),
            ),
            html("h2", {}, say("league.latest")),
            html(
              "ul",
              {},
              one.latest.map((part) =>
                html(
                  "li",
                  {},
                  html(
                    "a",
                    { href: `/replay?match=${encodeURIComponent(part.match)}` },
                    `${new Date(part.opened_at * 1000).toLocaleDateString(language())} · ${called(part.game)} · ${say(part.won === 1 ? "league.did_win" : part.won > 0 ? "league.did_share" : "league.did_lose")}`,
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

games.addEventListener("change", read);
whenTaught(draw);
read();
