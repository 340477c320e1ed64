// The logic of the guide: the state of each step, and the terms of a new match from the form. Pure: no DOM, no clock.

/** @import { CameraState, DeviceState, Dice, DrawSource, Finding, ForcedSteps, MatchState, MatchOffer, OfferedBoard, OfferedGame, OfferedReading, SensingState, Situation, Terms } from "../../types/messages.js" */

/** @typedef {"devices" | "camera" | "print" | "match" | "place" | "seats"} Step */
/** @typedef {"done" | "todo" | "problem" | "skipped"} Standing */

/**
 * The tablet's progress in the guide: the present step, the skipped and the ticked ones, and the match that was
 * opened on the way.
 * @typedef {{ at: Step, skipped: readonly Step[], ticked: readonly Step[], opened: string | null }} Way
 */

/**
 * The guide's knowledge of the table.
 * @typedef {{ cameras: readonly CameraState[], devices: readonly DeviceState[], findings: readonly Finding[], match: MatchState | null, situation: Situation | null, sensing: SensingState | null, seated?: Seated | null }} Facts
 */

/** The seats that wait for a player's tablet, and those that one has joined. @typedef {{ seats: number, joined: number }} Seated */

/** @type {readonly Step[]} */
export const STEPS = ["devices", "camera", "print", "match", "place", "seats"];

/** The steps that people may tick off: the table can't see all of them to be done. @type {readonly Step[]} */
export const TICKED = ["print", "seats"];

/** @type {Way} */
export const BEGINNING = { at: "devices", skipped: [], ticked: [], opened: null };

/**
 * The progress in a text that was kept; the beginning if the text is damaged.
 * @param {string | null} text
 * @returns {Way}
 */
export function parseWay(text) {
  try {
    const found = JSON.parse(text ?? "");
    /** @param {unknown} steps */
    const known = (steps) => STEPS.filter((step) => Array.isArray(steps) && steps.includes(step));
    return {
      at: STEPS.find((step) => step === found.at) ?? "devices",
      skipped: known(found.skipped),
      ticked: known(found.ticked),
      opened: typeof found.opened === "string" ? found.opened : null,
    };
  } catch {
    return BEGINNING;
  }
}

/**
 * The step before (-1) or after (1) a step; null beyond the ends.
 * @param {Step} step
 * @param {1 | -1} by
 */
export const beside = (step, by) => STEPS[STEPS.indexOf(step) + by] ?? null;

/** Whether all cameras and devices of the table are simulated. @param {Facts} facts */
export const isSimulated = ({ cameras, devices }) =>
  cameras.length > 0 && [...cameras, ...devices].every((one) => one.simulated);

/**
 * The number of cells with a switch or reader, at a table without a camera; 0 with a camera, or without such cells.
 * @param {Facts} facts
 */
export function feltCells({ cameras, sensing }) {
  if (cameras.length) return 0;
  const sources = (sensing?.sources ?? []).filter((one) => one.knows !== "how");
  // A device of another maker has a hex of its own. A board's switches and readers are under the same hexes.
  const [others, boards] = [true, false].map((foreign) =>
    sources.filter((one) => one.source.startsWith(FOREIGN) === foreign).map((one) => one.cells),
  );
  return Math.max(
    0,
    ...boards,
    others.reduce((sum, cells) => sum + cells, 0),
  );
}

const FOREIGN = "mqtt.";

/**
 * The number of pieces that the opening has on the table, the steps that are left, and whether a source sees the
 * table.
 * @param {Facts} facts
 */
export function placing({ match, situation }) {
  const all = (match?.view.pieces ?? []).filter((one) => one.cell !== null).length;
  const wrong = situation?.current?.repair ?? [];
  return { all, wrong, right: Math.max(0, all - wrong.length), seen: situation?.watching ?? false };
}

/**
 * The state of each step.
 * @param {Facts} facts
 * @param {Way} way
 * @returns {Record<Step, Standing>}
 */
export function standings(facts, way) {
  /** @type {(step: Step, found: Standing) => Standing} */
  const unless = (step, found) =>
    found === "todo" && way.ticked.includes(step)
      ? "done"
      : found !== "done" && way.skipped.includes(step)
        ? "skipped"
        : found;
  const opened = facts.match !== null && (way.opened === facts.match.match || facts.match.revision > 0);
  return {
    devices: unless("devices", devicesStand(facts)),
    camera: unless("camera", cameraStands(facts)),
    print: unless("print", isSimulated(facts) ? "done" : "todo"),
    match: unless("match", opened ? "done" : "todo"),
    place: unless("place", opened || placing(facts).right ? placingStands(facts) : "todo"),
    seats: unless("seats", facts.seated && facts.seated.joined >= facts.seated.seats ? "done" : "todo"),
  };
}

/** @param {Facts} facts @returns {Standing} */
function devicesStand(facts) {
  const { cameras, devices } = facts;
  if (cameras.some((one) => one.problem) || devices.some((one) => one.problem)) return "problem";
  return cameras.length || feltCells(facts) ? "done" : "todo";
}

/**
 * The seats that the links are for, and those that a tablet has joined; null if that isn't known.
 * @type {(links: { links?: readonly { name: string }[], joined?: readonly string[] } | null) => Seated | null}
 */
export function seatedOf(links) {
  if (!links?.links || !links.joined) return null;
  const seats = links.links.filter(({ name }) => name !== "spectator" && name !== "arbiter").length;
  return { seats, joined: links.joined.length };
}

/** The doctor's findings that aren't about cameras. */
const BESIDE_CAMERAS = ["serial", "readers", "pads", "sensors", "broker", "clock", "disk"];

/** The findings about cameras. @param {Facts} facts */
export const seen = ({ findings, devices }) =>
  findings.filter((one) => !BESIDE_CAMERAS.includes(one.check) && devices.every(({ device }) => device !== one.check));

/** @param {Facts} facts @returns {Standing} */
function cameraStands(facts) {
  if (isSimulated(facts) || feltCells(facts)) return "done";
  const found = seen(facts);
  if (found.some((one) => one.grade === "bad" || one.grade === "missing")) return "problem";
  return found.some((one) => one.grade === "good") ? "done" : "todo";
}

/** @param {Facts} facts @returns {Standing} */
function placingStands(facts) {
  const { wrong, seen } = placing(facts);
  if (!seen) return "todo";
  return wrong.length ? "todo" : "done";
}

/**
 * The chosen clock. `minutes`: each player's time, 0 for no clock; `extra`: the seconds for each turn, granted as
 * `kind` says; `loses`: whether a player without time loses; `answer`: the seconds until a question passes, 0 for no
 * limit.
 * @typedef {{ minutes: number, extra: number, kind: string, loses: boolean, answer: number }} ClockForm
 */

/**
 * The form's values for a new match. `who`: "person", "nobody" or a bot's name, by seat.
 * @typedef {{ game: string, board: string, content: string, dice: Dice, draws: DrawSource, forced: ForcedSteps, clock: ClockForm, pause: string, who: Record<string, string>, options: Record<string, string> }} Form
 */

/** The terms about pauses that can be chosen. */
const PAUSES = ["all", "arbiter", "reason:2m", "reason:5m", "reason:10m"];

/** The terms about pauses that the form offers, with the chosen one if it is another. @type {(form: Form) => string[]} */
export const pausesOf = (form) => (PAUSES.includes(form.pause) ? PAUSES : [...PAUSES, form.pause]);

/** The settings for steps without a choice: how many of them happen by themselves. @type {ForcedSteps[]} */
export const FORCED = ["open", "all", "pressed"];

/** The ways that the seconds for each turn are granted. */
export const EXTRAS = ["fischer", "bronstein", "delay"];

/** @type {(offer: MatchOffer, chosen: { game: string }) => OfferedGame | null} */
export const gameOf = (offer, form) => offer.games.find((one) => one.game === form.game) ?? null;

/** @type {(offer: MatchOffer, form: Form) => OfferedBoard | null} */
export const boardOf = (offer, form) => gameOf(offer, form)?.boards.find((one) => one.board === form.board) ?? null;

/**
 * The form with the present match's terms, or with the first choices that are offered; null without an offer.
 * @param {MatchOffer} offer
 * @param {Terms | null} now
 * @returns {Form | null}
 */
export function formOf(offer, now) {
  const game = offer.games.find((one) => one.game === now?.game) ?? offer.games[0];
  const played = now && playedOn(offer, now);
  const board = played ?? game?.boards[0];
  if (!game || !board) return null;
  const same = now !== null && played !== null;
  return {
    game: game.game,
    board: board.board,
    content: now && game.content.includes(now.content) ? now.content : packOf(game),
    dice: same ? now.dice : "seed",
    draws: same ? now.draws : "seed",
    forced: same ? now.forced : "open",
    clock: { minutes: 0, extra: 0, kind: "fischer", loses: false, answer: 0 },
    pause: now?.pause || "all",
    who: people(board),
    options: { ...asOffered(board), ...(same ? now.options : {}) },
  };
}

/**
 * The board that a match's terms name. A bare name is that of the usual layout, which is offered first.
 * @type {(offer: MatchOffer, terms: Terms) => OfferedBoard | null}
 */
export const playedOn = (offer, terms) =>
  gameOf(offer, terms)?.boards.find((one) => one.board === terms.board || one.bare === terms.board) ?? null;

/** A game's usual content pack. @param {OfferedGame} game */
export const packOf = (game) => game.content[0] ?? "house";

/** The options of the board's first way to open a match. @type {(board: OfferedBoard) => Record<string, string>} */
export const asOffered = (board) => ({ ...board.usual, ...board.ways[0]?.options });

/**
 * The way to open a match that the form's options make; null if they make none.
 * @type {(board: OfferedBoard, form: Form) => string | null}
 */
export const wayOf = (board, form) =>
  board.ways.find((one) => Object.entries(one.options).every(([name, value]) => form.options[name] === value))?.way ??
  null;

/** @param {OfferedBoard} board */
const people = (board) => Object.fromEntries(board.seats.map((one) => [one.seat, "person"]));

/**
 * The form with another game, on its usual board. The clock and the terms about pauses stay.
 * @type {(offer: MatchOffer, form: Form, game: string) => Form}
 */
export function onGame(offer, form, game) {
  const found = gameOf(offer, { ...form, game });
  const [board] = found?.boards ?? [];
  if (!found || !board || game === form.game) return form;
  return onBoard(offer, { ...form, game, content: packOf(found) }, board.board);
}

/** A game's boards in their usual layout: each board once. @param {OfferedGame} game */
export const boardsOf = ({ boards }) =>
  boards.filter((one, place) => boards.findIndex(({ bare }) => bare === one.bare) === place);

/**
 * The layouts of a game's board, by their numbers of seats.
 * @type {(game: OfferedGame, board: OfferedBoard) => OfferedBoard[]}
 */
export const layoutsOf = (game, { bare }) =>
  game.boards.filter((one) => one.bare === bare).sort((one, other) => one.seats.length - other.seats.length);

/**
 * The form with another board: its seats, and the options that are offered first. In another layout of the same board
 * the players stay at their seats, and the options as they are.
 * @type {(offer: MatchOffer, form: Form, board: string) => Form}
 */
export function onBoard(offer, form, board) {
  const found = boardOf(offer, { ...form, board });
  if (!found) return form;
  const isSame = boardOf(offer, form)?.bare === found.bare;
  const seated = Object.entries(people(found)).map(([seat, anybody]) => [seat, form.who[seat] ?? anybody]);
  return {
    ...form,
    board,
    who: isSame ? Object.fromEntries(seated) : people(found),
    options: isSame ? { ...asOffered(found), ...form.options } : asOffered(found),
    dice: found.dice.includes(form.dice) ? form.dice : "seed",
    draws: found.draws.includes(form.draws) ? form.draws : "seed",
  };
}

/**
 * The number of options that are shown first. A game lists the options first that most players choose.
 */
const ASKED_FIRST = 6;

/**
 * The options that are shown first, with all that differ from the offered value, and the rest. Options that don't
 * matter on the board are left out.
 * @type {(readings: readonly OfferedReading[], board: OfferedBoard, form: Form) => [OfferedReading[], OfferedReading[]]}
 */
export function halves(readings, board, form) {
  /** @type {(one: OfferedReading, place: number) => boolean} */
  const isFirst = (one, place) => place < ASKED_FIRST || (form.options[one.name] ?? "") !== asOffered(board)[one.name];
  const here = readings.filter((one) => one.name in board.usual);
  return [here.filter(isFirst), here.filter((one, place) => !isFirst(one, place))];
}

/**
 * Options by their headings, in their order.
 * @type {(readings: readonly OfferedReading[]) => [string, OfferedReading[]][]}
 */
export function headed(readings) {
  const headings = [...new Set(readings.map((one) => one.under))];
  return headings.map((heading) => [heading, readings.filter((one) => one.under === heading)]);
}

/** The seats that a person or a bot plays. @type {(board: OfferedBoard, form: Form) => string[]} */
const playersOf = (board, form) => board.seats.map((one) => one.seat).filter((seat) => form.who[seat] !== "nobody");

/** The opening of the seats that play; undefined if these seats can't play together. @type {(board: OfferedBoard, form: Form) => OfferedBoard["openings"][number] | undefined} */
function groupOf(board, form) {
  const playing = playersOf(board, form);
  return board.openings.find(
    (one) => one.seats.length === playing.length && one.seats.every((seat) => playing.includes(seat)),
  );
}

/** The number of printed copies of the game that the playing seats need. @type {(board: OfferedBoard, form: Form) => number} */
export const boxesFor = (board, form) => groupOf(board, form)?.boxes ?? 1;

/** @type {(clock: ClockForm) => string} */
export function clockText({ minutes, extra, kind, loses, answer }) {
  if (!minutes) return "";
  const words = [`${minutes}m${extra ? `+${extra}s` : ""}`];
  if (extra && kind !== "fischer") words.push(kind);
  if (loses) words.push("loses");
  if (answer) words.push(`answer=${answer}s`);
  return words.join(",");
}

/**
 * The terms and the setup that a form makes, or the key of the text that says what is wrong with it.
 * @type {(offer: MatchOffer, form: Form) => { terms: Terms, setup: Record<string, unknown> } | { wrong: string }}
 */
export function opening(offer, form) {
  const board = boardOf(offer, form);
  if (!board) return { wrong: "start.match.no_board" };
  const playing = playersOf(board, form);
  const group = groupOf(board, form);
  if (!group) return { wrong: "start.match.too_few" };
  const { minutes, extra, answer } = form.clock;
  if (!isWhole(minutes, 999) || !isWhole(extra, 3600) || !isWhole(answer, 3600))
    return { wrong: "start.match.no_clock" };
  if (extra && !minutes) return { wrong: "start.match.extra_alone" };
  const options = Object.fromEntries(
    Object.entries(form.options).filter(([name, value]) => board.usual[name] !== value),
  );
  const bots = playing.filter((seat) => form.who[seat] !== "person").map((seat) => `${seat}=${form.who[seat]}`);
  return {
    terms: {
      game: form.game,
      board: board.board,
      pieces: board.pieces,
      content: form.content,
      options,
      dice: form.dice,
      clock: clockText(form.clock),
      pause: form.pause === "all" ? "" : form.pause,
      bots: bots.join(","),
      draws: board.draws.includes(form.draws) ? form.draws : "seed",
      forced: form.forced,
    },
    setup: group.setup,
  };
}

/** @type {(number: number, most: number) => boolean} */
const isWhole = (number, most) => Number.isInteger(number) && number >= 0 && number <= most;
