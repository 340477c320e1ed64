// Things that players agree on outside of play: pausing, going on, taking back, leaving; and the arbiter's
// adjudication.

import { fill, html } from "../page/dom.js";
import { listed, say } from "../words/say.js";
import { mayAsk, maySettle, seatLabel, view } from "../state/selectors.js";
import { named } from "../state/sentences.js";

/** @import { BreakWish, EarlierPosition, SeatPause, TakeBackWish } from "../../types/messages.js" */
/** @import { Children, CommandFields, State } from "../../types/page.js" */
/** @typedef {() => void} Act */
/** @typedef {(fields?: CommandFields) => void} Pause */
/** @typedef {{ pause: Pause, takeBack: (revision: number, note?: string) => void, resign: (seat: string) => void, adjudicate: (winners: string[], reason: string) => void }} Tools */

const OFFERED = 6;
const REASON = 300;
/** The pause of one seat alone: its reasons, its most times in a match, its longest note (engine/core/pausing.py). */
const REASONS = ["break", "called_away", "rules", "table", "other"];
const TIMES = 3;
const NOTE = 120;
const MINUTE_S = 60;

/**
 * Whether the match is paused.
 * @type {(state: State) => boolean}
 */
export const paused = (state) => state.situation?.paused ?? false;

/**
 * Draw the card in the bar with the wish that players have to agree on: to go on, to pause, or to take back.
 * @type {(region: HTMLElement, state: State, tools: { pause: Pause, goOn: Act, takeBack: (revision: number, note?: string) => void }) => void}
 */
export function drawAgree(region, state, { pause, goOn, takeBack }) {
  const running = state.match !== null && !state.match.view.outcome;
  const shown = running && (paused(state) || wishOf(state) !== null || breakWishOf(state) !== null);
  region.hidden = !shown;
  const free = mayAsk(state);
  fill(
    region,
    [
      shown,
      free,
      paused(state),
      wishOf(state),
      breakWishOf(state),
      seatPauseOf(state),
      earlierOf(state),
      state.place,
      state.labels,
    ],
    () => {
      if (!shown) return [];
      return paused(state)
        ? [pauseCard(state, free, goOn)]
        : [breakCard(state, free, pause), wishCard(state, free, takeBack)];
    },
  );
}

/**
 * Draw the tools for a pause, a take-back and the match's end. Each of them sends a command to the engine.
 * @type {(region: HTMLElement, state: State, asking: Tools) => void}
 */
export function drawBreaks(region, state, asking) {
  const running = state.match !== null && !state.match.view.outcome;
  const shown = running && maySettle(state) && !paused(state);
  region.hidden = !shown;
  const free = mayAsk(state);
  const drawn = [shown, free, earlierOf(state), pausing(state), view(state)?.seats, state.place, state.labels];
  fill(region, drawn, () => (shown ? [tools(state, free, asking)] : []));
}

/** The take-back that players are asked for; null without one. @type {(state: State) => TakeBackWish | null} */
export const wishOf = (state) => state.situation?.wish ?? null;
/** The pause, or its end, that players are asked for; null without one. @type {(state: State) => BreakWish | null} */
export const breakWishOf = (state) => state.situation?.breaking_off ?? null;
/** The pause of one seat alone; null without one. @type {(state: State) => SeatPause | null} */
const seatPauseOf = (state) => state.situation?.seat_pause ?? null;
/** The match's term about pauses, such as "all", "arbiter" or "reason:5min". @type {(state: State) => string} */
const pausing = (state) => state.match?.terms?.pause || "all";
/** Whether this tablet hasn't yet agreed to the others' wish. @type {(state: State, wish: BreakWish | null) => boolean} */
export const isWaitedFor = (state, wish) =>
  state.place?.role === "arbiter" || !wish || wish.waiting.includes(state.place?.seat ?? "");
/** Whether this tablet's seat made the present pause alone. @type {(state: State) => boolean} */
const isOwnPause = (state) => seatPauseOf(state) !== null && seatPauseOf(state)?.seat === state.place?.seat;
/** @type {(state: State) => EarlierPosition[]} */
const earlierOf = (state) => [...(state.match?.earlier ?? [])].reverse().slice(0, OFFERED);
/** @type {(key: string, text: Children, disabled: boolean, act: Act) => HTMLButtonElement} */
const button = (key, text, disabled, act) =>
  html("button", { type: "button", "data-key": key, disabled, onclick: act }, text);
/** @type {(state: State, seats: readonly string[]) => string} */
const list = (state, seats) => listed(seats.map((seat) => seatLabel(state, seat)));

/** @type {(state: State, free: boolean, goOn: Act) => HTMLElement} */
function pauseCard(state, free, goOn) {
  return html(
    "div",
    { class: "break-card", role: "status" },
    html("h2", {}, say("breaks.paused")),
    ...pauseReason(state),
    html("p", {}, say("breaks.meanwhile")),
    ...breakWish(
      state,
      maySettle(state) ? button("go-on", say(isOwnPause(state) ? "breaks.back" : "breaks.go_on"), !free, goOn) : null,
      (names) => html("p", {}, say("breaks.wants_on", { names })),
    ),
  );
}

/**
 * The lines about a seat's own pause: the seat, its reason, the longest time that is left. @type {(state: State) => HTMLElement[]}
 */
function pauseReason(state) {
  const own = seatPauseOf(state);
  if (!own) return [];
  const minutes = own.left_s > MINUTE_S;
  const left = minutes
    ? say("breaks.left_minutes", { n: Math.ceil(own.left_s / MINUTE_S) })
    : say("breaks.left_seconds", { n: Math.ceil(own.left_s) });
  return [
    html(
      "p",
      { class: "pause-reason" },
      say("breaks.paused_by", { seat: seatLabel(state, own.seat), reason: say(`breaks.reason.${own.reason}`) }),
    ),
    ...(own.note ? [html("p", { class: "note" }, own.note)] : []),
    html("p", { class: "quiet" }, left),
  ];
}

/** @type {(state: State, free: boolean, pause: Pause) => HTMLElement | null} */
function breakCard(state, free, pause) {
  if (!breakWishOf(state)) return null;
  return html(
    "div",
    { class: "break-card", role: "group", "aria-label": say("breaks.asked_break") },
    ...breakWish(
      state,
      button("agree-pause", say("breaks.agree_break"), !free, () => pause()),
      (names) => html("h2", {}, say("breaks.wants_break", { names })),
    ),
  );
}

/**
 * The lines about some seats' wish: the wish, and the button that agrees or the seats that haven't agreed yet.
 * @type {(state: State, agreeing: HTMLElement | null, wanted: (names: string) => HTMLElement) => (HTMLElement | null)[]}
 */
function breakWish(state, agreeing, wanted) {
  const wish = breakWishOf(state);
  return [
    wish ? wanted(list(state, wish.wanted_by)) : null,
    isWaitedFor(state, wish)
      ? agreeing
      : html(
          "p",
          { class: "quiet" },
          wish?.waiting.length
            ? say("breaks.waiting", { names: list(state, wish.waiting) })
            : say("breaks.waiting_arbiter"),
        ),
  ];
}

/** @type {(state: State, free: boolean, takeBack: (revision: number) => void) => HTMLElement | null} */
function wishCard(state, free, takeBack) {
  const wish = wishOf(state);
  if (!wish) return null;
  const before = state.match?.earlier.find((one) => one.revision === wish.revision);
  const asked = state.place?.role === "arbiter" || wish.waiting.includes(state.place?.seat ?? "");
  return html(
    "div",
    { class: "break-card", role: "group", "aria-label": say("breaks.asked") },
    html("h2", {}, say("breaks.wish", { names: list(state, wish.wanted_by) })),
    html(
      "p",
      {},
      before
        ? say("breaks.before_this", { play: named(state, before.before) })
        : say("breaks.to", { n: wish.revision }),
    ),
    wish.note ? html("p", { class: "note" }, wish.note) : null,
    asked
      ? button("agree", say("breaks.agree"), !free, () => takeBack(wish.revision))
      : html("p", { class: "quiet" }, say("breaks.waiting", { names: list(state, wish.waiting) })),
  );
}

/** @type {(state: State, free: boolean, asking: Tools) => HTMLElement} */
function tools(state, free, { pause, takeBack, resign, adjudicate }) {
  const earlier = earlierOf(state);
  const own = state.place?.role === "arbiter" || view(state)?.decision.seats.includes(state.place?.seat ?? "");
  const note = html("input", {
    type: "text",
    "data-key": "back-why",
    maxlength: REASON,
    "aria-label": say("breaks.back_why"),
    placeholder: say("breaks.back_why"),
  });
  /** @type {(position: EarlierPosition) => HTMLElement} */
  const one = (position) =>
    button(
      `back-${position.revision}`,
      [
        html("span", {}, named(state, position.before)),
        position.this_turn && own
          ? null
          : html(
              "span",
              { class: "quiet" },
              say(state.place?.role === "arbiter" ? "breaks.ask_first" : "breaks.all_agree"),
            ),
      ],
      !free,
      () => takeBack(position.revision, note.value.trim()),
    );
  return html(
    "div",
    { class: "break-tools" },
    earlier.length
      ? html(
          "details",
          {},
          html("summary", { "data-key": "take-back" }, say("breaks.take_back")),
          html("p", { class: "quiet" }, say("breaks.back_to")),
          note,
          html("div", { class: "backs" }, earlier.map(one)),
        )
      : null,
    leaving(state, free, resign),
    state.place?.role === "arbiter" ? ruling(state, free, adjudicate) : null,
    ...pauseTools(state, free, pause),
  );
}

/**
 * The pauses that this tablet may ask for. @type {(state: State, free: boolean, pause: Pause) => (HTMLElement | null)[]}
 */
function pauseTools(state, free, pause) {
  const [by, longest] = pausing(state).split(":");
  const arbiter = state.place?.role === "arbiter";
  return [
    by === "reason" && !arbiter ? alone(longest ?? "", free, pause) : null,
    button("pause", say("breaks.pause"), !free, () => pause()),
    arbiter
      ? null
      : html("p", { class: "quiet" }, say(by === "arbiter" ? "breaks.arbiter_pauses" : "breaks.all_pause")),
  ];
}

/**
 * The form for a pause with a reason; `longest` as the match's term has it, such as "5min". @type {(longest: string, free: boolean, pause: Pause) => HTMLElement}
 */
function alone(longest, free, pause) {
  const reason = html(
    "select",
    { "data-key": "pause-reason", "aria-label": say("breaks.why_pause") },
    REASONS.map((one) => html("option", { value: one }, say(`breaks.reason.${one}`))),
  );
  const note = html("input", {
    type: "text",
    "data-key": "pause-note",
    maxlength: NOTE,
    "aria-label": say("breaks.pause_note"),
    placeholder: say("breaks.pause_note"),
  });
  /** @type {(event: Event) => void} */
  const send = (event) => {
    event.preventDefault();
    pause({ thing: reason.value, reason: note.value.trim() });
  };
  const n = Number.parseInt(longest, 10);
  return html(
    "details",
    {},
    html("summary", { "data-key": "pause-alone" }, say("breaks.alone")),
    html(
      "form",
      { onsubmit: send },
      html(
        "p",
        { class: "quiet" },
        longest.endsWith("s")
          ? say("breaks.alone_seconds", { n, times: TIMES })
          : say("breaks.alone_minutes", { n, times: TIMES }),
      ),
      reason,
      note,
      html("button", { type: "submit", "data-key": "pause-so", disabled: !free }, say("breaks.alone_so")),
    ),
  );
}

/** @type {(state: State) => string[]} */
const playing = (state) => (view(state)?.seats ?? []).filter((one) => !one.out).map((one) => one.seat);

/**
 * The buttons for a seat that leaves the match. Each needs a second tap, because leaving can't be taken back.
 * @type {(state: State, free: boolean, resign: (seat: string) => void) => HTMLElement | null}
 */
function leaving(state, free, resign) {
  const seats = playing(state).filter((seat) => state.place?.role === "arbiter" || seat === state.place?.seat);
  /** @type {(seat: string) => HTMLElement} */
  const one = (seat) =>
    html(
      "details",
      {},
      html("summary", { "data-key": `leave-${seat}` }, say("breaks.leave_one", { seat: seatLabel(state, seat) })),
      button(`leave-really-${seat}`, say("breaks.leave_really", { seat: seatLabel(state, seat) }), !free, () =>
        resign(seat),
      ),
    );
  return seats.length
    ? html(
        "details",
        {},
        html("summary", { "data-key": "leave" }, say("breaks.leave")),
        html("p", { class: "quiet" }, say("breaks.leave_what")),
        seats.map(one),
      )
    : null;
}

/** @type {(state: State, free: boolean, adjudicate: (winners: string[], reason: string) => void) => HTMLElement} */
function ruling(state, free, adjudicate) {
  const reason = html("input", {
    type: "text",
    "data-key": "rule-why",
    required: true,
    maxlength: REASON,
    "aria-label": say("breaks.rule_why"),
    placeholder: say("breaks.rule_why"),
  });
  const boxes = playing(state).map((seat) =>
    html("input", { type: "checkbox", value: seat, "data-key": `rule-${seat}` }),
  );
  /** @type {(event: Event) => void} */
  const send = (event) => {
    event.preventDefault();
    adjudicate(
      boxes.filter((box) => box.checked).map((box) => box.value),
      reason.value,
    );
  };
  return html(
    "details",
    {},
    html("summary", { "data-key": "rule" }, say("breaks.rule")),
    html(
      "form",
      { onsubmit: send },
      html("p", { class: "quiet" }, say("breaks.rule_what")),
      boxes.map((box) => html("label", {}, box, seatLabel(state, box.value))),
      reason,
      html("button", { type: "submit", "data-key": "rule-so", disabled: !free }, say("breaks.rule_so")),
    ),
  );
}
