// The page that guides the arbiter through setting up a table, step by step, each with its state.

import "../page/language.js";
import { createBoard } from "../board/board.js";
import { createFaces } from "../appearance/card_faces.js";
import { whenWorn } from "../appearance/worn_look.js";
import { cameraFacts } from "../line/camera_line.js";
import { askDoctor, asked, watchCameras } from "./checkups.js";
import { fill, html, region, regionOf } from "../page/dom.js";
import { keep, kept } from "../page/keeping.js";
import { askForLinks, connectSeated } from "../line/seat_links.js";
import { placeForAWhile } from "../line/own_link.js";
import { capital, language, say, whenTaught } from "../words/say.js";
import { drawCamera, drawDevices, showPictures } from "./start_devices.js";
import { askForBrokenOff, drawGoingOn, named } from "./start_going_on.js";
import { askForLessons, drawLearning } from "./start_learning.js";
import { askNoName } from "../panels/introducing.js";
import { wasInvited } from "../panels/inviting.js";
import { keepLesson } from "../panels/lesson.js";
import { createOpening } from "../panels/opening.js";
import { drawForm } from "./start_match.js";
import { askForPhones, drawPhones } from "./start_phones.js";
import { chooseToPrint, drawPrint } from "./start_print.js";
import { drawPlacing, drawSeating } from "./start_placing.js";
import {
  BEGINNING,
  STEPS,
  TICKED,
  beside,
  feltCells,
  formOf,
  gameOf,
  opening as chosenTerms,
  parseWay,
  playedOn,
  seatedOf,
  standings,
} from "./steps.js";
import { initial, reduce } from "../state/state.js";

/** @import { Command, MatchOffer, Report } from "../../types/messages.js" */
/** @import { CameraFacts, PageEvent } from "../../types/page.js" */
/** @import { Found } from "../line/seat_links.js" */
/** @import { Lesson } from "../panels/lesson.js" */
/** @import { BrokenOff } from "./start_going_on.js" */
/** @import { Phones } from "./start_phones.js" */
/** @import { Facts, Form, Standing, Step, Way } from "./steps.js" */

const KEPT = "boardwarden-start";
const CAMERAS_EVERY_MS = 1000;
const DOCTOR_EVERY_MS = 4000;
/** @type {Record<Standing, string>} */
const SIGNS = { done: "✓", todo: "·", problem: "!", skipped: "–" };

let state = initial("match");
/** @type {Way} */
let way = parseWay(kept(KEPT));
/** @type {readonly CameraFacts[]} */
let cameras = [];
/** @type {Report | null} */
let report = null;
/** @type {MatchOffer | null} */
let offer = null;
/** The language that an offer is being loaded in; empty if none is. */
let offerWanted = "";
/** @type {Form | null} */
let form = null;
/** @type {Found | null} */
let links = null;
/** The match that the links are of, as long as no other has begun. */
let linksOf = "";
/** @type {readonly BrokenOff[] | null} */
let brokenOff = null;
/** @type {readonly Lesson[] | null} */
let lessons = null;
/** @type {Phones | null} */
let phones = null;
let said = "";

const opening = createOpening(connectSeated(dispatch), () => state.match, draw);
const board = createBoard(regionOf("board", SVGSVGElement));
const readFaces = createFaces((faces) => dispatch({ type: "faces", faces }), draw);

/** @param {PageEvent} event */
function dispatch(event) {
  opening.hear(event);
  state = reduce(state, event);
  followMatch();
  draw();
}

/** Drop the links of an earlier match: they lead nowhere, and the new match may have other seats. */
function followMatch() {
  const { match = "" } = state.match ?? {};
  if (match === linksOf) return;
  linksOf = match;
  links = null;
  void fetchLinks();
}

/** @returns {Facts} */
const facts = () => ({
  cameras: cameras.map((one) => one.state),
  devices: Object.values(state.devices),
  findings: report?.findings ?? [],
  match: state.match,
  situation: state.situation,
  sensing: state.sensing,
  seated: seatedOf(links),
});

/** @type {(change: Partial<Way>) => void} */
function remember(change) {
  way = { ...way, ...change };
  keep(KEPT, JSON.stringify(way));
}

/** @param {Step} step */
function go(step) {
  said = "";
  remember({ at: step });
  if (step === "seats") void fetchLinks();
  draw();
  region("step-heading").focus();
  window.scrollTo({ top: 0 });
}

/** Go to the next step. A step that only people can call done is ticked off by this. */
function next() {
  const { at, ticked, skipped } = way;
  if (TICKED.includes(at))
    remember({ ticked: [...new Set([...ticked, at])], skipped: skipped.filter((step) => step !== at) });
  leave(at);
}

function skip() {
  remember({ skipped: [...new Set([...way.skipped, way.at])] });
  leave(way.at);
}

/** @param {Step} from */
function leave(from) {
  const to = beside(from, 1);
  if (to) return go(to);
  remember({ at: BEGINNING.at });
  location.href = "/";
}

async function open() {
  if (!offer || !form) return;
  const wanted = chosenTerms(offer, form);
  if ("wrong" in wanted) {
    said = say(wanted.wrong);
    return draw();
  }
  if (await opens({ kind: "open", ...wanted })) beginPlacing();
}

/** @param {string} name */
async function takeUp(name) {
  if (await opens({ kind: "take_up", name })) beginPlacing();
}

function beginPlacing() {
  way = { ...way, opened: state.match?.match ?? null };
  go("place");
}

/** @param {Lesson} lesson */
async function learn({ game, lesson, terms, setup, learner }) {
  if (!(await opens({ kind: "open", terms, setup })) || !state.match) return;
  keepLesson({ game, lesson, match: state.match.match, at: 0, seen: 0 });
  wasInvited();
  await sitDown(learner);
}

/**
 * Go to the match at the learner's own seat, because the arbiter's page can't play the learner's cards and attacks.
 * @param {string} seat
 */
async function sitDown(seat) {
  const link = (await askForLinks()).links?.find((one) => one.name === seat);
  if (link) {
    askNoName();
    location.href = placeForAWhile(link.url);
  } else location.href = "/";
}

/** Whether a match was opened. Its message arrives before the answer. @type {(command: Omit<Command, "id" | "revision">) => Promise<boolean>} */
async function opens(command) {
  const { game: played = "", revision: n = 0 } = state.match ?? {};
  said = "";
  const game = (offer && gameOf(offer, { game: played })?.name) ?? capital(played.replaceAll("_", " "));
  const about = say("start.sure.about", { game, n });
  const { done, fault } = await opening.open(about, command);
  said = fault;
  if (done) brokenOff = null;
  draw();
  return done;
}

function draw() {
  const focused = document.activeElement;
  const now = facts();
  const stands = standings(now, way);
  const { at } = way;
  document.body.dataset.step = at;
  document.body.dataset.ready = String(state.match !== null && offer !== null);
  fill(region("steps"), [stands, at], () =>
    STEPS.map((step, i) =>
      html(
        "li",
        {},
        html(
          "button",
          {
            type: "button",
            class: stands[step],
            "data-key": step,
            "data-step": step,
            "aria-current": step === at ? "step" : null,
            onclick: () => go(step),
          },
          html("span", { class: "sign", "aria-hidden": "true" }, SIGNS[stands[step]]),
          html("span", { class: "name" }, `${i + 1}. ${say(`start.step.${step}`)}`),
          html("span", { class: "stand" }, say(`start.stand.${stands[step]}`)),
        ),
      ),
    ),
  );
  region("step-heading").textContent = say(`start.title.${at}`);
  region("step-about").textContent = say(at === "camera" && feltCells(now) ? "start.camera.felt" : `start.about.${at}`);
  region("said").textContent = said || (state.link.open ? "" : say("start.away"));
  drawContent(now);
  region("field").hidden = at !== "place";
  void readFaces(state);
  if (at === "place") board.draw(state);
  fill(region("onward"), [at, stands[at], opening.waits()], () => [
    beside(at, -1)
      ? html(
          "button",
          { type: "button", "data-key": "back", onclick: () => go(beside(at, -1) ?? at) },
          say("start.back"),
        )
      : null,
    stands[at] === "done"
      ? null
      : html("button", { type: "button", "data-key": "skip", onclick: skip }, say("start.skip")),
    stands[at] !== "done" && !TICKED.includes(at)
      ? null
      : html(
          "button",
          { type: "button", class: "main", "data-key": "next", onclick: next },
          say(at === "seats" ? "start.finish" : "start.next"),
        ),
  ]);
  // If the focused element is gone, the focus goes to the step, not to the top of the page.
  if (focused !== document.body && document.activeElement === document.body)
    region("step-heading").focus({ preventScroll: true });
}

/** @param {Facts} now */
function drawContent(now) {
  const content = region("content");
  const mayOpen = state.place?.role === "arbiter";
  drawGoingOn(
    region("going-on"),
    {
      found: way.at === "match" ? brokenOff : null,
      onTable: state.match?.match ?? null,
      mayOpen,
      busy: opening.waits(),
    },
    takeUp,
  );
  drawLearning(
    region("learning"),
    { lessons: way.at === "devices" || way.at === "match" ? lessons : null, mayOpen, busy: opening.waits() },
    learn,
  );
  drawPhones(region("phones"), way.at === "devices" && mayOpen ? phones : null, () => void fetchPhones());
  switch (way.at) {
    case "devices":
      return drawDevices(content, now);
    case "camera":
      return drawCamera(content, now);
    case "print":
      return drawPrint(content, offer, form);
    case "match":
      return drawForm(
        content,
        { offer, form, mayOpen, busy: opening.waits() },
        {
          change: (changed) => {
            form = changed;
            said = "";
            draw();
          },
          open,
        },
      );
    case "place":
      return drawPlacing(content, state, now, boardToLay());
    case "seats":
      return drawSeating(content, links, (next) => {
        links = next;
        draw();
      });
  }
}

/** The board of the match, and the way to its prints. */
function boardToLay() {
  const { terms } = state.match ?? {};
  const board = offer && terms ? playedOn(offer, terms) : null;
  const print = () => {
    if (board && terms) chooseToPrint(terms.game, board.board);
    go("print");
  };
  return { board, print };
}

/** Load the offer. The table may take seconds to open all games for the first one. */
async function fetchOffer() {
  if (offerWanted === language()) return;
  const spoken = (offerWanted = language());
  const found = await asked(`/start/offer?lang=${spoken}`);
  if (offerWanted === spoken) offerWanted = "";
  if (found === null || spoken !== language()) return;
  offer = found;
  takeForm();
  draw();
}

/** Load the lessons. They have a request of their own, so that a beginner doesn't wait for cameras. */
async function fetchLessons() {
  const spoken = language();
  const found = await askForLessons();
  if (found === null || spoken !== language()) return;
  lessons = found;
  draw();
}

async function fetchPhones() {
  phones = await askForPhones();
  draw();
}

/** Load the links, and who has joined by them. An answer about an earlier match is dropped. */
async function fetchLinks() {
  const of = linksOf;
  if (state.place?.role !== "arbiter" && (way.at !== "seats" || links !== null)) return;
  const found = await askForLinks();
  if (of !== linksOf) return;
  links = found;
  draw();
}

/** Fill in the form once, with the present match's terms. */
function takeForm() {
  if (form === null && offer !== null && state.match !== null) form = formOf(offer, state.match.terms);
}

async function followCameras() {
  if (!document.hidden) {
    cameras = (await cameraFacts()) ?? cameras;
    if (offer === null) void fetchOffer();
    if (lessons === null) await fetchLessons();
    if (way.at === "match" && brokenOff === null) brokenOff = await askForBrokenOff();
    if (way.at === "seats" && links === null) await fetchLinks();
    takeForm();
    draw();
    if (way.at === "devices") showPictures(region("content"), cameras);
  }
  setTimeout(followCameras, CAMERAS_EVERY_MS);
}

async function followDoctor() {
  if (!document.hidden && (way.at === "devices" || way.at === "camera")) {
    report = (await askDoctor(language())) ?? report;
    if (way.at === "devices") phones = await askForPhones();
    draw();
  }
  if (!document.hidden) await fetchLinks();
  setTimeout(followDoctor, DOCTOR_EVERY_MS);
}

whenWorn(draw);
whenTaught(() => {
  links = null;
  dispatch({ type: "language" });
  void fetchLessons();
  void fetchOffer();
});
watchCameras(() => way.at === "devices" || way.at === "camera");
if (named !== null) remember({ at: "match" });
void fetchLessons();
void followCameras();
void followDoctor();
draw();
