// The chosen piece beside the board: its facts, its possible actions, and at the virtual table the buttons that move
// it.

import { faceOf } from "../appearance/card_faces.js";
import { isTerrain } from "../appearance/worn_look.js";
import { disc } from "../board/tokens.js";
import { fill, html, svg } from "../page/dom.js";
import { isHidden } from "../state/physical.js";
import { named, placeName } from "../state/sentences.js";
import { pieceOf, piecesIn, seatLook, shownAdvice } from "../state/selectors.js";
import { usesOfPiece } from "../state/uses.js";
import { say } from "../words/say.js";
import { cardTools } from "./card_tools.js";
import { rule } from "./rule_link.js";

/** @import { Advice, PieceView, SimulatedPiece } from "../../types/messages.js" */
/** @import { PieceTools, Shown, State } from "../../types/page.js" */

/**
 * A small picture of a piece.
 * @type {(state: State, piece: Shown, size?: number) => SVGElement}
 */
function icon(state, piece, size = 34) {
  const look = seatLook(state, piece.seat);
  const classes = `token icon seat-${look}${piece.face === "down" ? " facedown" : ""}`;
  return svg(
    "svg",
    { viewBox: "-13 -13 26 26", width: size, height: size, "aria-hidden": "true", class: classes },
    disc(look, { ...piece, hp: null, spent: false }, 11),
  );
}

/** @type {(region: HTMLElement, state: State, tools: PieceTools) => void} */
export function drawPiece(region, state, tools) {
  const piece = state.selected === null ? null : pieceOf(state, state.selected);
  const advice = piece && shownAdvice(state, piece.piece);
  const mates = piece?.cell
    ? piecesIn(state, piece.cell).filter((one) => one.piece !== piece.piece && !isTerrain(one.kind))
    : [];
  const lying =
    tools.table && state.selected !== null ? state.simulated?.pieces.find((one) => one.piece === state.selected) : null;
  region.hidden = !piece && !lying;
  const own = piece ? usesOfPiece(state, piece.piece) : [];
  fill(
    region,
    [piece, advice, state.help, mates, own.map((use) => use.key), lying?.piece, lying?.x_mm === null],
    () => {
      if (!piece)
        return lying
          ? [
              html(
                "h2",
                {},
                isHidden(state, lying.piece)
                  ? say("table.hidden_card")
                  : (faceOf(state, lying.piece)?.label ?? lying.piece),
              ),
              physicalTools(state, lying, advice, tools),
            ]
          : [];
      return [
        html(
          "div",
          { class: "piece-head" },
          icon(state, piece, 44),
          html("div", {}, html("h2", {}, piece.label), html("p", { class: "facts" }, facts(state, piece))),
          html(
            "button",
            {
              type: "button",
              class: "close",
              "data-key": "close",
              "aria-label": say("piece.close"),
              onclick: () => tools.select(null),
            },
            "×",
          ),
        ),
        lying ? physicalTools(state, lying, advice, tools) : null,
        own.length
          ? html(
              "div",
              { class: "row" },
              own.map((use) =>
                html(
                  "button",
                  { type: "button", "data-key": `own-${use.key}`, onclick: () => tools.use(use.key) },
                  use.label,
                ),
              ),
            )
          : null,
        advice
          ? html("dl", { class: "uses" }, uses(state, advice, tools))
          : html("p", { class: "quiet" }, say(state.help === "warnings" ? "caption.warnings" : "piece.no_action")),
        advice?.note ? html("p", { class: "quiet" }, advice.note) : null,
        piece.lasting.length
          ? html(
              "ul",
              { class: "lasting", "aria-label": say("piece.for_a_while") },
              piece.lasting.map((text) => html("li", {}, named(state, text))),
            )
          : null,
        mates.length
          ? html(
              "div",
              { class: "mates" },
              html("h3", {}, say("piece.also_at", { cell: piece.cell ?? "" })),
              html(
                "div",
                { class: "row" },
                mates.map((one) =>
                  html(
                    "button",
                    {
                      type: "button",
                      class: "chip",
                      "data-key": `mate-${one.piece}`,
                      onclick: () => tools.select(one.piece),
                    },
                    icon(state, one, 26),
                    one.label,
                  ),
                ),
              ),
            )
          : null,
      ];
    },
  );
}

/** @type {(state: State, piece: PieceView) => string} */
export function facts(state, piece) {
  const found = [piece.cell ? say("piece.on_cell", { cell: placeName(state, piece.cell) }) : say("piece.off_board")];
  if (piece.hp !== null && piece.hp_max !== null && piece.hp_max > 1)
    found.push(say("piece.hp", { hp: piece.hp, max: piece.hp_max }));
  if (piece.face === "down") found.push(say("piece.turned"));
  if (piece.spent) found.push(say("piece.acted"));
  return found.join(" · ");
}

const LISTED = 9;

/** @type {(state: State, advice: Advice, tools: PieceTools) => HTMLElement[]} */
export function uses(state, advice, { ask }) {
  /** @type {(places: readonly string[]) => HTMLElement} */
  const chips = (places) =>
    html(
      "dd",
      { class: "row" },
      places.map((place) => {
        const target = pieceOf(state, place);
        return html(
          "button",
          { type: "button", class: "chip", "data-key": `ask-${place}`, onclick: () => ask(place) },
          target ? `${target.label} ${placeName(state, target.cell ?? "")}` : placeName(state, place),
        );
      }),
    );
  /** @type {(swatch: string, title: string) => HTMLElement} */
  const head = (swatch, title) =>
    html("dt", {}, html("span", { class: `swatch ${swatch}`, "aria-hidden": "true" }), title);
  /** @type {(swatch: string, title: string, places: readonly string[], counted?: string) => HTMLElement[]} */
  const group = (swatch, title, places, counted = "piece.group") => {
    if (!places.length) return [];
    if (places.length <= LISTED) return [head(swatch, title), chips(places)];
    // The board shows these places; the list is for players who can't see or tap it.
    return [
      head(swatch, say(counted, { title, n: places.length })),
      html(
        "dd",
        {},
        html(
          "details",
          {},
          html("summary", { "data-key": `list-${swatch}` }, say("piece.list")),
          html("div", { class: "row" }, [...chips(places).childNodes]),
        ),
      ),
    ];
  };
  return [
    ...group("move", say("piece.move"), advice.moves),
    ...group("strike", say("piece.attack"), advice.attacks, "piece.group_pieces"),
    ...group("dig", say("piece.dig"), advice.digs),
    ...group("warp", say("piece.warp"), advice.warps),
    ...group("guard", say("piece.guard"), advice.blocks, "piece.group_pieces"),
    ...skills(advice, ask, head),
    ...group("threat", say("piece.danger", { n: advice.danger }), advice.threats, "piece.group_pieces"),
    ...advice.stops.flatMap((stop) => [
      html("dt", {}, rule(state, stop.rule), stop.text),
      html("dd", { class: "quiet" }, stop.cells.join(say("joins.comma"))),
    ]),
  ];
}

/** @type {(advice: Advice, ask: PieceTools["ask"], head: (swatch: string, title: string) => HTMLElement) => HTMLElement[]} */
function skills(advice, ask, head) {
  if (!advice.skills.length) return [];
  /** @type {(one: Advice["skills"][number]) => number} */
  const targets = (one) => one.cells.length + one.pieces.length;
  return [
    head("aim", say("piece.use")),
    html(
      "dd",
      { class: "row" },
      advice.skills.map((one) =>
        html(
          "button",
          { type: "button", class: "chip", "data-key": `ask-${one.key}`, onclick: () => ask(one.key) },
          targets(one) ? say("piece.targets", { skill: one.label, n: targets(one) }) : one.label,
        ),
      ),
    ),
  ];
}

/** @type {(state: State, lying: SimulatedPiece, advice: Advice | null, tools: PieceTools) => HTMLElement} */
function physicalTools(state, lying, advice, { table }) {
  const boxed = lying.x_mm === null;
  const first = advice?.moves ?? [];
  const rest = (state.surface?.cells ?? []).map((cell) => cell.cell).filter((cell) => !first.includes(cell));
  /** @type {(names: readonly string[]) => HTMLElement[]} */
  const options = (names) => names.map((name) => html("option", { value: name }, name));
  const where = html(
    "select",
    { "aria-label": say("table.where"), "data-key": "where" },
    first.length ? html("optgroup", { label: say("piece.move") }, options(first)) : null,
    html("optgroup", { label: say("table.anywhere") }, options(rest)),
  );
  /** @type {(key: string, text: string, act: () => void) => HTMLElement} */
  const button = (key, text, act) => html("button", { type: "button", "data-key": key, onclick: act }, text);
  if (table && faceOf(state, lying.piece)) return cardTools(state, lying, table);
  return html(
    "div",
    { class: "row tools" },
    button("flip", say("table.flip"), () => table?.flip(lying.piece)),
    boxed ? null : button("push", say("table.push"), () => table?.push(lying.piece)),
    boxed ? null : button("take", say("table.take"), () => table?.take(lying.piece)),
    html(
      "span",
      { class: "put" },
      where,
      button("put", say("table.put"), () => table?.put(lying.piece, where.value)),
    ),
  );
}
