// The guide's form for a new match: game, board, seats and bots, clock, dice, cards, options of the rules.

import { fill, html } from "../page/dom.js";
import { say, sayable } from "../words/say.js";
import { choice } from "./start_devices.js";
import { aboutGame, boardChoice, gameChoice, playersChoice } from "./start_game.js";
import {
  EXTRAS,
  FORCED,
  asOffered,
  boardOf,
  boxesFor,
  gameOf,
  halves,
  headed,
  onBoard,
  onGame,
  pausesOf,
  wayOf,
} from "./steps.js";

/** @import { MatchOffer, OfferedBoard, OfferedReading } from "../../types/messages.js" */
/** @import { ClockForm, Form } from "./steps.js" */

/** @typedef {{ change: (form: Form) => void, open: () => void }} Tools */

/**
 * The form as it was last drawn. Fields that people write in aren't drawn again with the rest. @type {Form | null}
 */
let drawn = null;

/**
 * Draw the form. `mayOpen`: whether this tablet may open a match; `busy`: it waits for the answer to its command.
 * @type {(content: HTMLElement, now: { offer: MatchOffer | null, form: Form | null, mayOpen: boolean, busy: boolean }, tools: Tools) => void}
 */
export function drawForm(content, { offer, form, mayOpen, busy }, tools) {
  drawn = form;
  /** @param {Partial<Form>} change */
  const change = (change) => drawn && tools.change({ ...drawn, ...change });
  fill(
    content,
    [
      "match",
      offer !== null,
      form && { ...form, clock: null },
      mayOpen,
      busy,
      offer?.games.map((one) => [one.name, one.readings]),
    ],
    () => {
      const game = offer && form ? gameOf(offer, form) : null;
      const board = offer && form ? boardOf(offer, form) : null;
      if (!offer || !form || !game || !board) return html("p", {}, say(offer ? "start.away" : "start.match.loading"));
      return [
        mayOpen ? null : html("p", { class: "wrong" }, say("start.match.not_here")),
        gameChoice(offer, form.game, (one) => tools.change(onGame(offer, drawn ?? form, one))),
        aboutGame(game),
        boardChoice(game, board, (one) => tools.change(onBoard(offer, drawn ?? form, one))),
        playersChoice(game, board, (one) => tools.change(onBoard(offer, drawn ?? form, one))),
        board.ways.length > 1 ? ways(game.readings, board, form, change) : null,
        html(
          "fieldset",
          {},
          html("legend", {}, say("start.match.seats")),
          html(
            "div",
            { class: "fields" },
            board.seats.map((one) =>
              html(
                "label",
                {},
                one.label,
                choice(`who-${one.seat}`, players(offer, board), form.who[one.seat] ?? "person", (value) =>
                  change({ who: { ...form.who, [one.seat]: value } }),
                ),
              ),
            ),
          ),
          boxesFor(board, form) > 1
            ? html("p", { class: "note" }, say("start.match.boxes", { n: boxesFor(board, form) }))
            : null,
        ),
        html("fieldset", {}, html("legend", {}, say("start.match.clock")), clockFields(form.clock, change)),
        html(
          "fieldset",
          {},
          html("legend", {}, say("start.match.more")),
          html(
            "div",
            { class: "fields" },
            board.dice.length
              ? html(
                  "label",
                  {},
                  say("start.match.dice"),
                  choice(
                    "dice",
                    board.dice.map((one) => [one, say(`start.dice.${one}`)]),
                    form.dice,
                    (value) => change({ dice: board.dice.find((one) => one === value) ?? "seed" }),
                  ),
                )
              : null,
            board.draws.length
              ? html(
                  "label",
                  {},
                  say("start.match.draws"),
                  choice(
                    "draws",
                    board.draws.map((one) => [one, say(`start.draws.${one}`)]),
                    form.draws,
                    (value) => change({ draws: board.draws.find((one) => one === value) ?? "seed" }),
                  ),
                )
              : null,
            html(
              "label",
              {},
              say("start.match.pause"),
              choice(
                "pause",
                pausesOf(form).map((one) => [one, pauseText(one)]),
                form.pause,
                (pause) => change({ pause }),
              ),
            ),
            html(
              "label",
              {},
              say("start.match.forced"),
              choice(
                "forced",
                FORCED.map((one) => [one, say(`start.forced.${one}`)]),
                form.forced,
                (value) => change({ forced: FORCED.find((one) => one === value) ?? "open" }),
              ),
            ),
            game.content.length > 1
              ? html(
                  "label",
                  {},
                  say("start.match.content"),
                  choice(
                    "content",
                    game.content.map((one) => [one, one]),
                    form.content,
                    (content) => change({ content }),
                  ),
                )
              : null,
          ),
          game.decked
            ? html(
                "p",
                {},
                html(
                  "a",
                  { href: `/decks/${game.game}`, target: "_blank", rel: "noopener", "data-key": "decks" },
                  say("start.match.decks"),
                ),
              )
            : null,
          readings(game.readings, board, form, change),
        ),
        html(
          "button",
          {
            type: "button",
            class: "main",
            id: "open",
            "data-key": "open",
            disabled: !mayOpen || busy,
            onclick: tools.open,
          },
          say(busy ? "start.match.opening" : "start.match.open"),
        ),
      ];
    },
  );
  if (form) drawClock(content, form.clock, change);
}

/** The words for a term about pauses. @type {(pause: string) => string} */
function pauseText(pause) {
  const [by, longest] = pause.split(":");
  if (!longest) return say(`start.pause.${by}`);
  return say(longest.endsWith("s") ? "start.pause.reason_seconds" : "start.pause.reason_minutes", {
    n: Number.parseInt(longest, 10),
  });
}

/**
 * The choice of the way that a match opens, each way with the meaning of its options.
 * @type {(readings: readonly OfferedReading[], board: OfferedBoard, form: Form, change: (change: Partial<Form>) => void) => HTMLElement}
 */
function ways(readings, board, form, change) {
  const chosen = wayOf(board, form);
  /** @type {(options: Record<string, string>) => HTMLElement[]} */
  const means = (options) =>
    readings
      .filter((one) => one.name in options)
      .map((one) =>
        html(
          "span",
          { class: "quiet" },
          `${one.asks} ${one.values.find(({ value }) => value === options[one.name])?.says ?? ""}`,
        ),
      );
  return html(
    "fieldset",
    { class: "boards opens" },
    html("legend", {}, say("start.match.way")),
    board.ways.map(({ way, name, options }) =>
      html(
        "label",
        { class: `pick${chosen === way ? " chosen" : ""}` },
        html("input", {
          type: "radio",
          name: "way",
          value: way,
          checked: chosen === way,
          "data-key": `way-${way}`,
          onchange: () => change({ options: { ...form.options, ...options } }),
        }),
        html("span", {}, html("strong", {}, name), means(options)),
      ),
    ),
  );
}

/**
 * The players that a seat can have: a person, nobody, or a bot. @type {(offer: MatchOffer, board: OfferedBoard) => [string, string][]}
 */
const players = (offer, board) => [
  ["person", say("start.who.person")],
  ...offer.bots.map(
    (bot) => /** @type {[string, string]} */ ([bot, sayable(`start.who.${bot}`) ? say(`start.who.${bot}`) : bot]),
  ),
  ...(board.openings.some((one) => one.seats.length < board.seats.length)
    ? [/** @type {[string, string]} */ (["nobody", say("start.who.nobody")])]
    : []),
];

/**
 * The clock's fields. `drawClock` draws those that depend on the first one.
 * @type {(clock: ClockForm, change: (change: Partial<Form>) => void) => HTMLElement}
 */
const clockFields = (clock, change) =>
  html(
    "div",
    { class: "fields" },
    numberField("minutes", 999, clock, change),
    html("div", { class: "beyond" }),
    html("div", { class: "control" }),
  );

/**
 * A field for a number of the clock. Every digit counts at once: if the form only changed when the field is left, it
 * would redraw the element that the focus goes to.
 * @type {(key: "minutes" | "extra" | "answer", most: number, clock: ClockForm, change: (change: Partial<Form>) => void) => HTMLElement}
 */
function numberField(key, most, clock, change) {
  /** @type {HTMLInputElement} */
  const input = html("input", {
    type: "number",
    min: 0,
    max: most,
    step: 1,
    id: key,
    "data-key": key,
    value: clock[key],
    oninput: () => drawn && change({ clock: { ...drawn.clock, [key]: input.value === "" ? 0 : Number(input.value) } }),
  });
  return html("label", {}, say(`start.clock.${key}`), input);
}

/** @type {(content: HTMLElement, clock: ClockForm, change: (change: Partial<Form>) => void) => void} */
function drawClock(content, clock, change) {
  const [beyond, control] = [".beyond", ".control"].map((place) => content.querySelector(/** @type {"div"} */ (place)));
  if (!beyond || !control) return;
  const { minutes, extra, kind, loses } = clock;
  fill(beyond, minutes > 0, () =>
    minutes ? numberField("extra", 3600, clock, change) : html("p", { class: "quiet" }, say("start.clock.none")),
  );
  fill(control, [minutes > 0, extra > 0, kind, loses], () => {
    if (!minutes) return [];
    /** @type {HTMLInputElement} */
    const box = html("input", {
      type: "checkbox",
      id: "loses",
      "data-key": "loses",
      checked: loses,
      onchange: () => drawn && change({ clock: { ...drawn.clock, loses: box.checked } }),
    });
    return [
      extra
        ? html(
            "label",
            {},
            say("start.clock.kind"),
            choice(
              "kind",
              EXTRAS.map((one) => [one, say(`start.clock.${one}`)]),
              kind,
              (value) => drawn && change({ clock: { ...drawn.clock, kind: value } }),
            ),
          )
        : null,
      html("label", { class: "check" }, box, say("start.clock.loses")),
      numberField("answer", 3600, clock, change),
    ];
  });
}

/** @type {(readings: readonly OfferedReading[], board: OfferedBoard, form: Form, change: (change: Partial<Form>) => void) => HTMLElement} */
function readings(readings, board, form, change) {
  const usual = asOffered(board);
  const other = readings.filter((one) => form.options[one.name] !== usual[one.name]).length;
  /** @param {string} which */
  const isOpen = (which) => content()?.querySelector(`details.${which}`)?.hasAttribute("open") ?? false;
  const [first, rest] = halves(readings, board, form);
  /** @param {readonly OfferedReading[]} some */
  const fields = (some) =>
    html(
      "div",
      { class: "fields" },
      some.map((one) =>
        html(
          "label",
          {},
          one.asks,
          choice(
            `reading-${one.name}`,
            one.values.map(({ value, says }) => [
              value,
              value === usual[one.name] ? say("start.match.usual", { says }) : says,
            ]),
            form.options[one.name] ?? "",
            (value) => change({ options: { ...form.options, [one.name]: value } }),
          ),
        ),
      ),
    );
  return html(
    "details",
    { class: "readings chosen-readings", open: isOpen("chosen-readings") },
    html(
      "summary",
      { "data-key": "readings" },
      say("start.match.readings"),
      other ? html("span", { class: "quiet" }, ` ${say("start.match.other", { n: other })}`) : null,
    ),
    html("p", { class: "quiet" }, say("start.match.readings_are")),
    fields(first),
    rest.length
      ? html(
          "details",
          { class: "readings all-readings", open: isOpen("all-readings") },
          html("summary", { "data-key": "all-readings" }, say("start.match.all_readings", { n: rest.length })),
          headed(rest).map(([heading, some]) =>
            heading ? html("section", {}, html("h3", {}, heading), fields(some)) : fields(some),
          ),
        )
      : null,
  );
}

/** The element that the form is in. */
const content = () => document.getElementById("content");
