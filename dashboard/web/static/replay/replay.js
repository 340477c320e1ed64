// The page that replays a recorded match: the board, the camera's picture and the verdicts at the same moment.

import "../page/language.js";
import { createBoard } from "../board/board.js";
import { isFielded } from "../board/spots.js";
import { extent } from "../surface/geometry.js";
import { lookKnown, lookNumber, whenWorn } from "../appearance/worn_look.js";
import { createViewing } from "../board/viewing.js";
import { createFaces } from "../appearance/card_faces.js";
import { fill, html, region, regionOf, set, svg } from "../page/dom.js";
import { pictureAt } from "../line/camera_line.js";
import { patiently } from "../line/patiently.js";
import { seatIcon } from "../panels/seat_icon.js";
import { seatLabel } from "../state/selectors.js";
import { language, say, whenTaught } from "../words/say.js";
import { begun, clock, entriesOf, reduce, warningFrom } from "../state/replaying.js";
import { createMoments } from "./moments.js";
import { initial, reduce as reduceTable } from "../state/state.js";

/** @import { CardView, Envelope, MatchState, Situation, Surface } from "../../types/messages.js" */
/** @import { Moment, ReplayEvent } from "../../types/page.js" */

/**
 * An entry of the list of matches.
 * @typedef {{ match: string, revision: number | string, opened_at: number | null, names: readonly string[] }} Listed
 */
/**
 * The match that is replayed, as /matches/{name} has it.
 * @typedef {object} Recorded
 * @property {string} match
 * @property {number} length_s
 * @property {boolean} over
 * @property {boolean} films
 * @property {string} broken
 * @property {string} as_recorded
 * @property {readonly string[]} cameras
 * @property {Surface} surface
 * @property {readonly Moment[]} moments
 */
/**
 * The table at a moment, with the hands that this tablet may see.
 * @typedef {{ match: MatchState, situation: Situation, hands: readonly [string, readonly CardView[]][] }} ShownMoment
 */

const PICTURE_MS = 120;
const KEPT_MOMENTS = 400;
/** The steps of an arrow key and of a page key on the timeline. */
const KEY_S = 5;
const PAGE_S = 60;

const asked = new URLSearchParams(location.search);

let replay = begun;
/** @type {Recorded | null} */
let match = null;
let table = initial();
let shown = -1;
/** @type {string | null} */
let pictured = null;
let framed = 0;
/** The replay's time in the last copied link. @type {number | null} */
let copied = null;
/** @type {Map<number, Promise<ShownMoment>>} */
const moments = new Map();
const slider = regionOf("at", HTMLInputElement);
const [back, on] = [regionOf("back", HTMLButtonElement), regionOf("on", HTMLButtonElement)];
const [warningBefore, warningAfter] = [
  regionOf("warning-before", HTMLButtonElement),
  regionOf("warning-after", HTMLButtonElement),
];
const [which, eye, speed] = [
  regionOf("which", HTMLSelectElement),
  regionOf("eye", HTMLSelectElement),
  regionOf("speed", HTMLSelectElement),
];
/** The button's parts: phones have room for its sign alone. */
const playing = {
  sign: /** @type {Element} */ (region("play").querySelector(".short")),
  words: /** @type {Element} */ (region("play").querySelector(".words")),
};
const picture = regionOf("picture", HTMLImageElement);
const root = regionOf("board", SVGSVGElement);
const board = createBoard(root);
const viewing = createViewing(root, region("stage"));
const readFaces = createFaces((faces) => {
  table = reduceTable(table, { type: "faces", faces });
  drawBoard();
}, drawBoard);
const drawMoments = createMoments(region("moments"), region("now"), (number) =>
  dispatch({ type: "step", by: number - replay.number }),
);

/** @type {(event: ReplayEvent) => void} */
function dispatch(event) {
  const next = reduce(replay, event);
  if (next === replay) return;
  replay = next;
  draw();
}

/** @type {(address: string) => Promise<any>} */
async function fetched(address) {
  const answer = await patiently(`${address}?lang=${language()}`);
  if (answer === null) throw new Error(say("camera.gone"));
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/** @type {(name: string) => string} */
const at = (name) => `/matches/${encodeURIComponent(name)}`;
/** @type {(error: unknown) => void} */
const fail = (error) => {
  region("trouble").textContent = error instanceof Error ? error.message : String(error);
};

/** @type {(of: Recorded, number: number) => Promise<ShownMoment>} */
function moment(of, number) {
  const known = moments.get(number) ?? fetched(`${at(of.match)}/moments/${number}`);
  moments.delete(number);
  moments.set(number, known);
  // The first moment in the map is the one that was asked for longest ago.
  if (moments.size > KEPT_MOMENTS) moments.delete([...moments.keys()][0]);
  return known;
}

/** @type {(number: number) => Promise<void>} */
async function show(number) {
  shown = number;
  const of = match;
  if (!of) return;
  try {
    const found = await moment(of, number);
    // The replay may have gone on meanwhile, or another match was chosen.
    if (shown !== number || match !== of) return;
    if (replay.playing && number + 1 < replay.moments.length) moment(of, number + 1).catch(() => {});
    tell({ channel: "match", name: "", data: found.match });
    tell({ channel: "situation", name: "", data: found.situation });
    drawBoard();
    region("headline").textContent = found.match.view.headline;
    drawHands(found.hands);
    drawTold();
    document.body.dataset.number = String(number);
  } catch (error) {
    moments.delete(number);
    fail(error);
  }
}

function drawBoard() {
  board.draw(table);
  drawPlayers();
  void readFaces(table);
  if (match && isFielded(table)) viewing.fit(extent(table.surface), match.match);
  document.body.dataset.ready = String(table.match !== null && isFielded(table) && lookKnown());
}

/** @type {(news: Envelope) => void} */
function tell(news) {
  table = reduceTable(table, { type: "message", at: 0, ...news });
}

/** Draw the players' signs and names. */
function drawPlayers() {
  const seats = table.match?.view.seats.map((one) => one.seat) ?? [];
  fill(region("players"), [seats, table.match?.players, table.match?.signs, lookNumber(), language()], () =>
    seats.map((seat) => html("li", {}, seatIcon(table, seat, 22), seatLabel(table, seat))),
  );
}

/** @type {(hands: ShownMoment["hands"]) => void} */
function drawHands(hands) {
  const held = hands.filter(([, cards]) => cards.length);
  fill(region("hands"), held, () =>
    held.map(([label, cards]) =>
      html(
        "div",
        {},
        html("h3", {}, label),
        html(
          "ul",
          {},
          cards.map((card) => html("li", {}, card.label)),
        ),
      ),
    ),
  );
}

function draw() {
  if (!match) return;
  if (replay.number !== shown) show(replay.number);
  if (replay.at !== copied) region("shared").textContent = "";
  slider.value = String(replay.at);
  slider.setAttribute("aria-valuetext", clock(replay.at));
  region("clock").textContent = `${clock(replay.at)} / ${clock(replay.length)}`;
  playing.words.textContent = say(replay.playing ? "replay.pause" : "replay.play");
  // The sign after each stands for text, so that no phone draws it as an emoji.
  playing.sign.textContent = replay.playing ? "❚❚" : "▶\ufe0e";
  // These buttons aren't disabled, because a disabled button loses the keyboard's focus. Pressing them does nothing.
  set(back, { "aria-disabled": replay.number <= 0 });
  set(on, { "aria-disabled": replay.number + 1 >= replay.moments.length });
  set(warningBefore, { "aria-disabled": warningFrom(replay, -1) === null });
  set(warningAfter, { "aria-disabled": warningFrom(replay, 1) === null });
  drawTold();
  drawPicture();
  if (!replay.playing) history.replaceState(null, "", `${place(match)}${location.hash}`);
}

/** @type {(of: Recorded) => string} */
const place = (of) => `/replay?match=${encodeURIComponent(of.match)}&at=${replay.at.toFixed(1)}`;

function drawTold() {
  if (match && drawMoments(match.match, replay, table)) drawMarks();
}

function drawMarks() {
  region("marks").replaceChildren(
    ...entriesOf(replay.moments).map((one) => {
      const x = (1000 * one.at_s) / (replay.length || 1);
      return svg("line", { x1: x, x2: x, y1: 0, y2: 10, class: one.warns ? "warns" : null });
    }),
  );
}

function drawPicture() {
  const camera = eye.value;
  if (!match || !camera || performance.now() - framed < PICTURE_MS) return;
  const wanted = `${at(match.match)}/pictures/${encodeURIComponent(camera)}.jpg?at=${replay.at.toFixed(1)}`;
  if (wanted === pictured) return;
  pictured = wanted;
  framed = performance.now();
  const next = new Image();
  /** @type {(there: boolean) => void} */
  const arrived = (there) => {
    picture.hidden = !there;
    region("none").hidden = there;
    if (there) picture.src = next.src;
    // The replay may have gone on while the picture loaded: ask for the next picture at once.
    framed = 0;
    if (!replay.playing) drawPicture();
  };
  next.onload = () => arrived(true);
  next.onerror = () => arrived(false);
  void pictureAt(wanted).then((source) => {
    if (source) next.src = source;
    else arrived(false);
  });
}

/** @type {(name: string, from: number) => Promise<void>} */
async function read(name, from) {
  region("trouble").textContent = "";
  try {
    /** @type {Recorded} */
    const found = await fetched(at(name));
    match = found;
    if (found.broken) region("trouble").textContent = say("replay.broken", { why: found.broken });
    region("as-recorded").textContent = found.as_recorded;
    const goOn = regionOf("go-on", HTMLAnchorElement);
    goOn.hidden = found.over;
    goOn.href = `/start?go-on=${encodeURIComponent(found.match)}`;
    const film = regionOf("film", HTMLAnchorElement);
    film.hidden = !found.films;
    film.href = `/film?match=${encodeURIComponent(found.match)}`;
    moments.clear();
    shown = -1;
    [pictured, copied] = [null, null];
    table = initial();
    tell({ channel: "surface", name: "", data: found.surface });
    slider.max = String(found.length_s);
    eye.replaceChildren(...found.cameras.map((camera) => html("option", { value: camera }, camera)));
    region("camera").hidden = found.cameras.length === 0;
    region("choose").hidden = found.cameras.length < 2;
    dispatch({ type: "read", length: found.length_s, moments: found.moments, at: from });
  } catch (error) {
    fail(error);
  }
}

async function begin() {
  /** @type {Listed[]} */
  const found = await fetched("/matches");
  const wanted = asked.get("match") ?? found[0]?.match;
  if (!wanted) throw new Error(say("replay.none"));
  const names = found.some((one) => one.match === wanted)
    ? found
    : [{ match: wanted, revision: "?", opened_at: null, names: [] }, ...found];
  /** @type {(one: Listed) => { match: string, n: number | string, when: string }} */
  const facts = (one) => ({
    match: one.names.length ? one.names.join(say("joins.comma")) : one.match,
    n: one.revision,
    when: one.opened_at === null ? "" : new Date(one.opened_at * 1000).toLocaleString(language()),
  });
  which.replaceChildren(
    ...names.map((one) =>
      html(
        "option",
        { value: one.match, selected: one.match === wanted },
        say(one.opened_at === null ? "replay.option" : "replay.option_at", facts(one)),
      ),
    ),
  );
  await read(wanted, Number(asked.get("at") ?? 0));
}

/** @type {number | null} */
let before = null;
/** @type {(now: number) => void} */
function pass(now) {
  if (before !== null) dispatch({ type: "passed", seconds: (now - before) / 1000 });
  before = now;
  requestAnimationFrame(pass);
}

region("play").addEventListener("click", () => dispatch({ type: "play" }));
back.addEventListener("click", () => dispatch({ type: "step", by: -1 }));
on.addEventListener("click", () => dispatch({ type: "step", by: 1 }));
warningBefore.addEventListener("click", () => dispatch({ type: "warning", by: -1 }));
warningAfter.addEventListener("click", () => dispatch({ type: "warning", by: 1 }));
speed.addEventListener("change", () => dispatch({ type: "speed", speed: Number(speed.value) }));
const skips = regionOf("skips", HTMLInputElement);
skips.addEventListener("change", () => dispatch({ type: "skips", skips: skips.checked }));
slider.addEventListener("input", () => dispatch({ type: "seek", at: Number(slider.value) }));
// The slider's own steps are tenths of a second, which are too short for keys.
slider.addEventListener("keydown", (event) => {
  const seconds = {
    ArrowLeft: -KEY_S,
    ArrowDown: -KEY_S,
    ArrowRight: KEY_S,
    ArrowUp: KEY_S,
    PageDown: -PAGE_S,
    PageUp: PAGE_S,
  }[event.key];
  if (seconds === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  dispatch({ type: "seek", at: replay.at + seconds });
});
which.addEventListener("change", () => read(which.value, 0));
eye.addEventListener("change", drawPicture);
region("share").addEventListener("click", async () => {
  if (!match) return;
  const link = `${location.origin}${place(match)}`;
  copied = replay.at;
  history.replaceState(null, "", `${place(match)}${location.hash}`);
  try {
    await navigator.clipboard.writeText(link);
    region("shared").textContent = say("replay.copied");
  } catch {
    // Without HTTPS a browser doesn't give the clipboard; the address bar has the link.
    region("shared").textContent = say("replay.in_address");
  }
});
/** @type {Record<string, ReplayEvent>} */
const KEYS = {
  ArrowLeft: { type: "step", by: -1 },
  ArrowRight: { type: "step", by: 1 },
  p: { type: "warning", by: -1 },
  n: { type: "warning", by: 1 },
  " ": { type: "play" },
};
document.addEventListener("keydown", (event) => {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  if (!plain || event.defaultPrevented || !(event.key in KEYS)) return;
  // A focused element has its own keys: letters choose in a list, the space bar presses a button.
  const focused = event.target instanceof Element ? event.target : document.body;
  if (focused.closest("select") || (event.key === " " && focused.closest("button, a"))) return;
  event.preventDefault();
  dispatch(KEYS[event.key]);
});
whenWorn(drawBoard);
whenTaught(() => match && read(match.match, replay.at));
begin().catch(fail);
requestAnimationFrame(pass);
