// The guide's choice of a game by its picture, of its board, and of the number of players.

import { html } from "../page/dom.js";
import { capital, say } from "../words/say.js";
import { boardsOf, layoutsOf } from "./steps.js";

/** @import { MatchOffer, OfferedBoard, OfferedGame } from "../../types/messages.js" */

/**
 * The choice of a game, each with its picture, players and length.
 * @type {(offer: MatchOffer, chosen: string, choose: (game: string) => void) => HTMLElement}
 */
export const gameChoice = (offer, chosen, choose) =>
  html(
    "fieldset",
    { class: "games" },
    html("legend", {}, say("start.match.game")),
    offer.games.map((one) =>
      html(
        "label",
        { class: `pick${one.game === chosen ? " chosen" : ""}` },
        // The text beside it says what it shows.
        one.pictured
          ? html("img", { src: `/look/${one.game}/picture.webp`, alt: "", width: 640, height: 360, loading: "lazy" })
          : null,
        html("input", {
          type: "radio",
          name: "game",
          value: one.game,
          checked: one.game === chosen,
          "data-key": `game-${one.game}`,
          onchange: () => choose(one.game),
        }),
        html(
          "span",
          {},
          html("strong", {}, one.name),
          html("span", { class: "quiet" }, [playersOf(one), one.lasts].filter(Boolean).join(" · ")),
          one.about ? html("span", { class: "quiet" }, one.about) : null,
        ),
      ),
    ),
  );

/** @param {OfferedGame} game */
const playersOf = ({ players: [least, most] }) =>
  least === most ? say("start.match.for", { n: most }) : say("start.match.between", { least, most });

/** Where the game is explained; nothing for a game without a rulebook. @type {(game: OfferedGame) => HTMLElement | null} */
export const aboutGame = ({ game, book }) =>
  book
    ? html(
        "p",
        {},
        html(
          "a",
          {
            class: "away",
            href: `/rulebook?game=${encodeURIComponent(game)}`,
            target: "_blank",
            rel: "noopener",
            "data-key": "rulebook",
          },
          book,
        ),
      )
    : null;

/**
 * The choice of one of a game's boards; nothing if it has only one.
 * @type {(game: OfferedGame, chosen: OfferedBoard, choose: (board: string) => void) => HTMLElement | null}
 */
export function boardChoice(game, chosen, choose) {
  const boards = boardsOf(game);
  if (boards.length < 2) return null;
  return html(
    "fieldset",
    { class: "boards" },
    html("legend", {}, say("start.match.board")),
    boards.map((one) =>
      html(
        "label",
        { class: `pick${one.bare === chosen.bare ? " chosen" : ""}` },
        html("input", {
          type: "radio",
          name: "board",
          value: one.board,
          checked: one.bare === chosen.bare,
          "data-key": `board-${one.bare}`,
          onchange: () => choose(one.board),
        }),
        html(
          "span",
          {},
          html("strong", {}, capital(one.name)),
          html("span", { class: "quiet" }, one.about || say("start.match.for", { n: one.seats.length })),
        ),
      ),
    ),
  );
}

/**
 * The choice of the number of players, for a board that is laid for several; nothing for another.
 * @type {(game: OfferedGame, chosen: OfferedBoard, choose: (board: string) => void) => HTMLElement | null}
 */
export function playersChoice(game, chosen, choose) {
  const layouts = layoutsOf(game, chosen);
  if (layouts.length < 2) return null;
  return html(
    "fieldset",
    { class: "numbers" },
    html("legend", {}, say("start.match.number")),
    layouts.map((one) =>
      html(
        "label",
        { class: `pick${one.board === chosen.board ? " chosen" : ""}` },
        html("input", {
          type: "radio",
          name: "number",
          value: one.board,
          checked: one.board === chosen.board,
          "data-key": `number-${one.seats.length}`,
          onchange: () => choose(one.board),
        }),
        html("strong", {}, String(one.seats.length)),
      ),
    ),
  );
}
