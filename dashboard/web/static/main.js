// Puts the page together: events change the state, the state is drawn at the next frame.

import { createBoard, layout } from "./board.js";
import { connect, freshId } from "./connection.js";
import { drawAlert, drawCaption, drawEnd, drawHistory, drawPiece, drawPlayed, drawSeats, drawSpoken, drawTags, drawTroubles, drawTurn } from "./panels.js";
import { turnedPoint } from "./geometry.js";
import { drawDangerSwitch, drawLeft, nextDanger } from "./left.js";
import { boxHeight } from "./physical.js";
import { adviceOf, pieceOf, targetsIn, troubles, usesOf } from "./selectors.js";
import { initial, reduce } from "./state.js";
import { createTable } from "./table.js";

const UNANSWERED_MS = 8000;

const region = (id) => document.getElementById(id);
const root = region("board");
const mode = location.pathname.replace(/\/$/, "") === "/table" ? "table" : "match";
// A phone held upright shows the long side of the board along its own.
const upright = matchMedia("(max-width: 639px) and (orientation: portrait)").matches;
let state = initial(mode, upright ? 1 : 0);
let drawing = 0;

function dispatch(event) {
  const next = reduce(state, event);
  if (next === state) return;
  state = next;
  redraw();
}

function redraw() {
  if (!drawing) drawing = requestAnimationFrame(draw);
}

const connection = connect(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`, dispatch);

function ask(request, otherwise) {
  if (!connection.send(request)) dispatch({ type: "refused", text: `${otherwise}: there's no connection to the table now.` });
}

function command(kind, what, fields = {}) {
  const id = freshId();
  dispatch({ type: "sent", id, what });
  setTimeout(() => dispatch({ type: "unanswered", id }), UNANSWERED_MS);
  ask({ command: { id, kind, revision: state.match?.revision ?? 0, ...fields } }, what);
}

const select = (piece) => dispatch({ type: "select", piece });

/** Ask about a place; why it can't be, the engine knows. */
function wonder(place) {
  dispatch({ type: "ask", place });
  const advice = state.selected === null ? null : adviceOf(state, state.selected);
  if (!advice || usesOf(advice, place).length || targetsIn(state, advice, place).length) return;
  const id = freshId();
  if (!connection.send({ command: { id, kind: "ask", revision: state.match.revision, piece: advice.piece, place } })) return;
  dispatch({ type: "wonder", id });
  setTimeout(() => dispatch({ type: "unanswered", id }), UNANSWERED_MS);
}

function order(what) {
  const [x_mm, y_mm] = turnedPoint([what.x_mm ?? 0, what.y_mm ?? 0], -state.quarters);
  ask({ simulator: what.order === "put" ? { ...what, x_mm, y_mm } : what }, "Not moved");
}

function onPiece(id) {
  const chosen = state.selected;
  if (chosen === id) return select(null);
  // A tap on an enemy of the chosen piece asks about the hit; a second tap chooses the enemy.
  if (chosen !== null && state.asked !== id && asksAbout(chosen, id)) return wonder(id);
  return select(id);
}

function asksAbout(chosen, id) {
  const [own, other] = [pieceOf(state, chosen), pieceOf(state, id)];
  if (usesOf(adviceOf(state, chosen), id).length) return true;
  return own?.seat === state.match?.view.turn && other?.seat !== own.seat && adviceOf(state, chosen) !== null;
}

function onPlace(cell, near) {
  if (state.selected !== null) wonder(cell);
  else if (near) select(near);
}

const board = createBoard(root, { onPiece, onPlace });
const table = state.mode === "table" ? createTable(root, { order, select, redraw }) : null;

const tools = { select, ask: wonder, table };

function draw() {
  drawing = 0;
  document.body.dataset.mode = state.mode;
  document.body.dataset.quarters = String(state.quarters);
  document.body.dataset.ready = String(state.surface !== null && state.match !== null);
  document.body.classList.toggle("stale", troubles(state).some((one) => one.stale));
  drawTurn(region("turn"), state);
  drawSeats(region("seats"), state);
  drawTags(region("tags"), state);
  drawTroubles(region("troubles"), state, { retry: connection.hurry });
  drawAlert(region("alert"), state, {
    choose: (choice) => command("choose", "Your answer", { choice }),
    decide: (kind) => command(kind, "Your decision"),
  });
  const spots = table && state.surface ? table.draw(state) : undefined;
  board.draw(state, spots);
  if (table && state.surface) layout(root, state.surface, boxHeight(state));
  drawPlayed(region("played"), state);
  drawCaption(region("caption"), state);
  drawDangerSwitch(region("danger-map"), state);
  drawPiece(region("piece"), state, tools);
  drawLeft(region("left"), state, tools);
  drawEnd(region("end"), state, {
    choose: (one) => command("act", one.text, { seat: one.by, action: one.action }),
    endTurn: () => command("act", "End of turn", { seat: state.match.view.turn, action: { end_turn: true } }),
    press: (seat) => order({ order: "press", device: `pad.${seat}`, button: "end_turn" }),
    dismiss: () => dispatch({ type: "dismiss" }),
  });
  drawHistory(region("history"), state);
  drawSpoken(region("spoken"), state);
}

region("danger-map").addEventListener("click", () => dispatch({ type: "danger", seat: nextDanger(state) }));
region("turn-board").addEventListener("click", () => dispatch({ type: "turn", quarters: (state.quarters + 1) % 4 }));

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && state.selected !== null) {
    const chosen = pieceOf(state, state.selected)?.piece ?? state.selected;
    select(null);
    root.querySelector(`[data-piece="${CSS.escape(chosen)}"]`)?.focus();
  }
});
redraw();
