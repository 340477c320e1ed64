// The arbiter's desk, to correct a fact of the position, or to take time from a clock or give it, each with a reason.

import { fill, html } from "../page/dom.js";
import { arbitersName, keepArbitersName } from "../page/keeping.js";
import { say } from "../words/say.js";
import { mayAsk, seatLabel, view } from "../state/selectors.js";
import { placeName } from "../state/sentences.js";
import { paused } from "./breaks.js";

/** @import { CommandKind } from "../../types/messages.js" */
/** @import { CommandFields, State } from "../../types/page.js" */
/**
 * A fact that can be set: the group that it is listed under, its piece or player, its present value (`now`), and the
 * kind of field for a new value.
 * @typedef {{ key: string, group: string, fact: string, piece?: string, player?: string, label: string, now: string, kind: "number" | "cell" | "flag" | "seat" }} Settable
 */
/** @typedef {(kind: CommandKind, what: string, fields: CommandFields) => void} Ask */

const REASON = 300;
const NAME = 60;
const MINUTE_S = 60;

/**
 * The facts that the game lets an arbiter set, those of the chosen piece first. Pure.
 * @type {(state: State) => Settable[]}
 */
export function settable(state) {
  const now = view(state);
  const offered = new Set(state.match?.correctable ?? []);
  if (!now) return [];
  /** @type {Settable[]} */
  const found = [];
  /** @type {(one: Omit<Settable, "key">) => unknown} */
  const offer = (one) =>
    offered.has(one.fact) && found.push({ ...one, key: `${one.fact} ${one.piece ?? one.player ?? ""}` });
  offer({
    group: say("desk.match"),
    fact: "match.round",
    label: say("desk.round", { n: now.round }),
    now: String(now.round),
    kind: "number",
  });
  if (now.turn)
    offer({
      group: say("desk.match"),
      fact: "match.turn",
      label: say("desk.turn", { seat: seatLabel(state, now.turn) }),
      now: now.turn,
      kind: "seat",
    });
  for (const seat of now.seats) {
    seat.numbers.forEach(([name, value], i) =>
      offer({
        group: seat.label,
        fact: `seat.${name}`,
        player: seat.seat,
        label: seat.counts[i] ?? say("turn.number", { n: value, name }),
        now: String(value),
        kind: "number",
      }),
    );
  }
  for (const piece of now.pieces) {
    const group = piece.label;
    if (piece.hp !== null)
      offer({
        group,
        fact: "piece.hp",
        piece: piece.piece,
        label: say("desk.hp", { n: piece.hp }),
        now: String(piece.hp),
        kind: "number",
      });
    if (piece.cell)
      offer({
        group,
        fact: "piece.at",
        piece: piece.piece,
        label: say("desk.at", { cell: placeName(state, piece.cell) }),
        now: piece.cell,
        kind: "cell",
      });
    if (piece.cell)
      offer({
        group,
        fact: "piece.acted",
        piece: piece.piece,
        label: say(piece.spent ? "desk.acted" : "desk.not_acted"),
        now: String(piece.spent),
        kind: "flag",
      });
  }
  for (const gone of now.absent)
    offer({ group: gone.label, fact: "piece.at", piece: gone.piece, label: say("desk.gone"), now: "", kind: "cell" });
  // The chosen piece's facts come first.
  return found.sort((a, b) => Number(isChosen(state, b)) - Number(isChosen(state, a)));
}

/**
 * The facts that the desk lists: those of the chosen piece, or else those of the match, of the players, and of pieces
 * that aren't on the board and so can't be tapped.
 * @type {(state: State) => Settable[]}
 */
export function listedFacts(state) {
  const facts = settable(state);
  const chosen = facts.filter((one) => isChosen(state, one));
  const onBoard = new Set((view(state)?.pieces ?? []).map((one) => one.piece));
  return chosen.length ? chosen : facts.filter((one) => !onBoard.has(one.piece ?? ""));
}

/** @type {(state: State, one: Settable) => boolean} */
const isChosen = (state, one) => one.piece !== undefined && one.piece === state.selected;

/**
 * Make the desk in a region; only the arbiter's page shows it. Typed words stay while the match goes on.
 * @param {HTMLElement} region @param {{ ask: Ask, redraw: () => void }} tools
 */
export function createDesk(region, { ask, redraw }) {
  const draft = {
    key: "",
    of: "",
    about: /** @type {string | null} */ (null),
    value: "",
    why: "",
    seat: "",
    seconds: String(MINUTE_S),
    give: "take",
    open: "",
  };

  /** @type {(state: State) => void} */
  return (state) => {
    const sits = state.place?.role === "arbiter" && !state.match?.view.outcome;
    const facts = sits ? listedFacts(state) : [];
    const clocks = sits ? (state.clock?.seats ?? []).map((one) => one.seat) : [];
    // When another piece is chosen on the board, the desk is about that piece.
    if (state.selected !== draft.about)
      Object.assign(draft, { about: state.selected, key: state.selected === null ? draft.key : "" });
    const chosen = facts.find((one) => one.key === draft.key) ?? facts[0];
    const free = mayAsk(state);
    region.hidden = facts.length + clocks.length === 0;
    fill(region, [facts, clocks, chosen?.key, free, paused(state), state.labels], () => [
      chosen
        ? fold(
            "correct",
            html(
              "form",
              { onsubmit: (/** @type {Event} */ event) => correct(event, chosen) },
              html("p", { class: "quiet" }, say("desk.what")),
              state.selected === null ? html("p", { class: "quiet" }, say("desk.tap")) : null,
              factList(facts, chosen),
              valueField(state, chosen),
              reason(),
              person(),
              html("button", { type: "submit", "data-key": "correct-so", disabled: !free }, say("desk.so")),
            ),
          )
        : null,
      clocks.length
        ? fold(
            "penalise",
            html(
              "form",
              { onsubmit: penalise },
              html("p", { class: "quiet" }, say("desk.clock_what")),
              select(
                "penalise-seat",
                "seat",
                clocks.map((seat) => [seat, seatLabel(state, seat)]),
              ),
              select("penalise-way", "give", [
                ["take", say("desk.take")],
                ["give", say("desk.given")],
              ]),
              entry("penalise-s", "seconds", say("desk.seconds"), { type: "number", min: 1, max: 86400 }),
              reason(),
              person(),
              html("button", { type: "submit", "data-key": "penalise-so", disabled: !free }, say("desk.so")),
            ),
          )
        : null,
    ]);
  };

  /** @type {(name: "correct" | "penalise", form: HTMLElement) => HTMLElement} */
  function fold(name, form) {
    return html(
      "details",
      {
        open: draft.open === name,
        ontoggle: (/** @type {Event} */ event) => {
          const { open } = /** @type {HTMLDetailsElement} */ (event.target);
          if (open) draft.open = name;
          else if (draft.open === name) draft.open = "";
        },
      },
      html("summary", { "data-key": `desk-${name}` }, say(`desk.${name}`)),
      form,
    );
  }

  /** @type {(facts: readonly Settable[], chosen: Settable) => HTMLElement} */
  function factList(facts, chosen) {
    const groups = [...new Set(facts.map((one) => one.group))];
    return html(
      "select",
      {
        "data-key": "correct-fact",
        "aria-label": say("desk.fact"),
        onchange: (/** @type {Event} */ event) => {
          draft.key = /** @type {HTMLSelectElement} */ (event.target).value;
          redraw();
        },
      },
      groups.map((group) =>
        html(
          "optgroup",
          { label: group },
          facts
            .filter((one) => one.group === group)
            .map((one) =>
              html(
                "option",
                { value: one.key, selected: one.key === chosen.key },
                say("desk.of", { whose: group, fact: one.label }),
              ),
            ),
        ),
      ),
    );
  }

  /** @type {(state: State, chosen: Settable) => HTMLElement} */
  function valueField(state, chosen) {
    if (draft.of !== chosen.key) Object.assign(draft, { of: chosen.key, value: chosen.now });
    if (chosen.kind === "flag")
      return select("correct-value", "value", [
        ["true", say("desk.acted")],
        ["false", say("desk.not_acted")],
      ]);
    if (chosen.kind === "seat")
      return select(
        "correct-value",
        "value",
        (view(state)?.seats ?? []).filter((one) => !one.out).map((one) => [one.seat, one.label]),
      );
    if (chosen.kind === "number") return entry("correct-value", "value", say("desk.value"), { type: "number", min: 0 });
    const cells = (state.surface?.cells ?? []).map(
      (one) => /** @type {[string, string]} */ ([one.cell, placeName(state, one.cell)]),
    );
    return select("correct-value", "value", [...cells, ["-", say("desk.gone")]]);
  }

  function reason() {
    return entry("why", "why", say("desk.why"), { type: "text", maxlength: REASON });
  }

  /** The name of the person, for the record; the tablet keeps it. */
  function person() {
    return html("input", {
      type: "text",
      "data-key": "by",
      maxlength: NAME,
      value: arbitersName(),
      "aria-label": say("desk.by"),
      placeholder: say("desk.by"),
      oninput: (/** @type {Event} */ event) => keepArbitersName(/** @type {HTMLInputElement} */ (event.target).value),
    });
  }

  /** @type {(key: string, field: "value" | "why" | "seconds", label: string, more: Record<string, string | number>) => HTMLElement} */
  function entry(key, field, label, more) {
    return html("input", {
      ...more,
      "data-key": key,
      required: true,
      value: draft[field],
      "aria-label": label,
      placeholder: label,
      oninput: (/** @type {Event} */ event) => {
        draft[field] = /** @type {HTMLInputElement} */ (event.target).value;
      },
    });
  }

  /** @type {(key: string, field: "value" | "seat" | "give", options: readonly (readonly [string, string])[]) => HTMLElement} */
  function select(key, field, options) {
    if (!options.some(([value]) => value === draft[field])) draft[field] = options[0]?.[0] ?? "";
    return html(
      "select",
      {
        "data-key": key,
        "aria-label": say(`desk.${field}`),
        onchange: (/** @type {Event} */ event) => {
          draft[field] = /** @type {HTMLSelectElement} */ (event.target).value;
        },
      },
      options.map(([value, text]) => html("option", { value, selected: value === draft[field] }, text)),
    );
  }

  /** @type {(event: Event, chosen: Settable) => void} */
  function correct(event, { fact, piece, player }) {
    event.preventDefault();
    ask("correct", say("desk.asks_correct"), {
      thing: fact,
      piece: piece ?? null,
      player: player ?? null,
      name: draft.value === "-" ? "" : draft.value,
      reason: draft.why,
    });
    draft.of = "";
  }

  /** @type {(event: Event) => void} */
  function penalise(event) {
    event.preventDefault();
    ask("penalise", say("desk.asks_penalise"), {
      player: draft.seat,
      choice: Number(draft.seconds) * (draft.give === "give" ? -1 : 1),
      reason: draft.why,
    });
  }
}
