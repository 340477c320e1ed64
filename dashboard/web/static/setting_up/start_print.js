// The guide's list of sheets to print: for a game's board, and for its layout.

import { fill, html } from "../page/dom.js";
import { capital, language, say } from "../words/say.js";
import { choice } from "./start_devices.js";
import { boardsOf, gameOf, layoutsOf, packOf } from "./steps.js";

/** @import { MatchOffer, OfferedBoard, OfferedGame } from "../../types/messages.js" */

const PAPERS = ["a4", "letter", "a3", "sheet"];

/** The chosen board and paper. An empty choice is that of the match. */
let printing = { game: "", board: "", paper: "a4" };

/** Choose the board to print. @type {(game: string, board: string) => void} */
export function chooseToPrint(game, board) {
  printing = { ...printing, game, board };
}

/**
 * Draw the list of sheets to print: for the board of a match until another one is chosen.
 * @type {(content: HTMLElement, offer: MatchOffer | null, match: { game: string, board: string, content: string } | null) => void}
 */
export function drawPrint(content, offer, match) {
  const chosen = printing.game ? printing : { game: match?.game ?? "", board: match?.board ?? "" };
  const game = gameOf(offer ?? { games: [], bots: [] }, chosen) ?? offer?.games[0] ?? null;
  const board = game?.boards.find((one) => one.board === chosen.board) ?? game?.boards[0] ?? null;
  /** @param {Partial<typeof printing>} change */
  const change = (change) => {
    printing = { ...printing, ...change };
    drawPrint(content, offer, match);
  };
  fill(content, ["print", game?.name, board?.board, printing.paper, match?.content], () => {
    if (!offer || !game || !board) return html("p", {}, say("start.match.loading"));
    const pack = match && game.content.includes(match.content) ? match.content : packOf(game);
    const of = `board=${encodeURIComponent(board.board)}&paper=${printing.paper}&content=${encodeURIComponent(pack)}`;
    return [
      choices(offer, game, board, change),
      html(
        "ul",
        { class: "ways" },
        board.prints.map((what) =>
          html(
            "li",
            {},
            html("a", { href: `/print/${what}.pdf?${of}`, download: "", "data-key": what }, say(`start.print.${what}`)),
            html("p", {}, say(`start.print.${what}_is`)),
          ),
        ),
      ),
      html("p", { class: "note" }, say("start.print.scale")),
      html("h3", {}, say("start.print.how")),
      gluing(`/print/gluing.svg?${of}&lang=${language()}`),
      board.prints.includes("pieces")
        ? html("p", {}, say("start.print.own"), " ", html("a", { href: "/own-pieces" }, say("own_pieces.heading")))
        : null,
    ];
  });
}

/**
 * The picture of how a print is cut, glued and folded. The server may take seconds to draw a board for the first time.
 * @param {string} address
 */
function gluing(address) {
  const waiting = html("p", { class: "quiet", role: "status" }, say("start.print.drawing"));
  const drawn = html("img", {
    class: "gluing",
    "data-key": "gluing",
    src: address,
    alt: [say("start.print.cut"), say("start.print.glue"), say("start.print.fold")].join(" "),
    onload: () => waiting.remove(),
    onerror: () => (waiting.textContent = say("start.print.undrawn")),
  });
  return html("div", {}, waiting, drawn);
}

/**
 * The choices of game, board, number of players and paper.
 * @type {(offer: MatchOffer, game: OfferedGame, board: OfferedBoard, change: (change: Partial<typeof printing>) => void) => HTMLElement}
 */
function choices(offer, game, board, change) {
  const boards = boardsOf(game);
  const layouts = layoutsOf(game, board);
  /** @param {string} value */
  const chooseBoard = (value) => change({ game: game.game, board: value });
  return html(
    "div",
    { class: "fields" },
    offer.games.length > 1
      ? field(
          "start.match.game",
          choice(
            "print-game",
            offer.games.map((one) => [one.game, one.name]),
            game.game,
            (value) => change({ game: value, board: "" }),
          ),
        )
      : null,
    boards.length > 1
      ? field(
          "start.match.board",
          choice(
            "print-board",
            boards.map((one) => [one.board, capital(one.name)]),
            boards.find((one) => one.bare === board.bare)?.board ?? "",
            chooseBoard,
          ),
        )
      : null,
    layouts.length > 1
      ? field(
          "start.match.number",
          choice(
            "print-number",
            layouts.map((one) => [one.board, String(one.seats.length)]),
            board.board,
            chooseBoard,
          ),
        )
      : null,
    field(
      "start.print.paper",
      choice(
        "print-paper",
        PAPERS.map((one) => [one, say(`start.paper.${one}`)]),
        printing.paper,
        (paper) => change({ paper }),
      ),
    ),
  );
}

/** @type {(label: string, select: HTMLSelectElement) => HTMLElement} */
const field = (label, select) => html("label", {}, say(label), select);
