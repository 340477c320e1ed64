// The page that guides the arbiter through setting up a table, step by step, each with its state.

import "../page/language.js";
import { createBoard } from "../board/board.js";
import { createFaces } from "../appearance/card_faces.js";
import { whenWorn } from "../appearance/worn_look.js";
import { cameraFacts } from "../line/camera_line.js";
import { askDoctor, asked, watchCameras } from "./checkups.js";
import { freshId } from "../line/connection.js";
import { fill, html, region, regionOf } from "../page/dom.js";
import { keep, kept } from "../page/keeping.js";
import { askForLinks, connectSeated } from "../line/seat_links.js";
import { placeForAWhile } from "../line/own_link.js";
import { capital, language, say, whenTaught } from "../words/say.js";
import { drawCamera, drawDevices, drawPrint, showPictures } from "./start_devices.js";
import { askForBrokenOff, drawGoingOn, named } from "./start_going_on.js";
import { askForLessons, drawLearning } from "./start_learning.js";
import { askNoName } from "../panels/introducing.js";
import { wasInvited } from "../panels/inviting.js";
import { keepLesson } from "../panels/lesson.js";
import { drawForm } from "./start_match.js";
import { askForPhones, drawPhones } from "./start_phones.js";
import { drawPlacing, drawSeating } from "./start_placing.js";
import { BEGINNING, STEPS, TICKED, beside, feltCells, formOf, opening, parseWay, standings } from "./steps.js";
import { breaksOff } from "../state/selectors.js";
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
const UNANSWERED_MS = 8000;
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
/** @type {Form | null} */
let form = null;
/** @type {Found | null} */
let links = null;
/** @type {readonly BrokenOff[] | null} */
let brokenOff = null;
/** @type {readonly Lesson[] | null} */
let lessons = null;
/** @type {Phones | null} */
let phones = null;
/** The lesson whose match is being opened. @type {Lesson | null} */
let learning = null;
/** The id of the command that opens a match, until it is answered. @type {string | null} */
let asking = null;
let said = "";

const connection = connectSeated(dispatch);
const board = createBoard(regionOf("board", SVGSVGElement));
const readFaces = createFaces((faces) => dispatch({ type: "faces", faces }), draw);

/** @param {PageEvent} event */
function dispatch(event) {
  if (event.type === "message" && event.channel === "answer" && event.data.command === asking)
    answered(event.data.code, event.data.text);
  if (event.type === "message" && event.channel === "error" && asking !== null) answered("error", event.data.text);
  if (event.type === "closed") asking = null;
  state = reduce(state, event);
  draw();
}

/** @type {(code: string, text: string) => void} */
function answered(code, text) {
  asking = null;
  said = code === "done" ? "" : capital(text);
  if (code !== "done") learning = null;
  if (code !== "done") return;
  brokenOff = null;
  // The new match arrives before the answer to its command.
  if (learning && state.match) {
    keepLesson({ game: learning.game, lesson: learning.lesson, match: state.match.match, at: 0, seen: 0 });
    wasInvited();
    sitDown(learning.learner);
    return;
  }
  way = { ...way, opened: state.match?.match ?? null };
  go("place");
}

/** @returns {Facts} */
const facts = () => ({
  cameras: cameras.map((one) => one.state),
  devices: Object.values(state.devices),
  findings: report?.findings ?? [],
  match: state.match,
  situation: state.situation,
  sensing: state.sensing,
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
  const wanted = opening(offer, form);
  if ("wrong" in wanted) {
    said = say(wanted.wrong);
    return draw();
  }
  await ask({ kind: "open", ...wanted });
}

/** @param {Lesson} lesson */
async function learn(lesson) {
  learning = lesson;
  await ask({ kind: "open", terms: lesson.terms, setup: lesson.setup });
  // If the player prefers to go on with the present match, there is no lesson now.
  if (asking === null) learning = null;
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

/** @type {(command: Omit<Command, "id" | "revision">) => Promise<void>} */
async function ask(command) {
  if (breaksOff(state.match) && !(await isSure())) return;
  const id = freshId();
  asking = id;
  said = "";
  setTimeout(() => {
    if (asking !== id) return;
    asking = null;
    said = say("notice.unanswered");
    draw();
  }, UNANSWERED_MS);
  if (!connection.send({ command: { id, revision: state.match?.revision ?? 0, ...command } })) {
    asking = null;
    said = capital(say("notice.no_line"));
  }
  draw();
}

/** Ask whether the present match may be broken off. @returns {Promise<boolean>} */
function isSure() {
  const dialog = regionOf("sure", HTMLDialogElement);
  region("sure-about").textContent = say("start.sure.about", {
    match: state.match?.match ?? "",
    n: state.match?.revision ?? 0,
  });
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) =>
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }),
  );
}

region("sure-yes").addEventListener("click", () => regionOf("sure", HTMLDialogElement).close("yes"));
region("sure-no").addEventListener("click", () => regionOf("sure", HTMLDialogElement).close("no"));

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
  fill(region("onward"), [at, stands[at], asking], () => [
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
      busy: asking !== null,
    },
    (name) => void ask({ kind: "take_up", name }),
  );
  drawLearning(
    region("learning"),
    { lessons: way.at === "devices" || way.at === "match" ? lessons : null, mayOpen, busy: asking !== null },
    learn,
  );
  drawPhones(region("phones"), way.at === "devices" && mayOpen ? phones : null, () => void fetchPhones());
  switch (way.at) {
    case "devices":
      return drawDevices(content, now);
    case "camera":
      return drawCamera(content, now);
    case "print":
      return drawPrint(content, offer, form?.board ?? state.match?.terms.board ?? "", form?.content ?? "house");
    case "match":
      return drawForm(
        content,
        { offer, form, mayOpen, busy: asking !== null },
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
      return drawPlacing(content, state, now);
    case "seats":
      return drawSeating(content, links, (next) => {
        links = next;
        draw();
      });
  }
}

async function fetchOffer() {
  offer = (await asked(`/start/offer?lang=${language()}`)) ?? offer;
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

/** Fill in the form once, with the present match's terms. */
function takeForm() {
  if (form === null && offer !== null && state.match !== null) form = formOf(offer, state.match.terms);
}

async function followCameras() {
  if (!document.hidden) {
    cameras = (await cameraFacts()) ?? cameras;
    if (offer === null) await fetchOffer();
    if (lessons === null) await fetchLessons();
    if (way.at === "match" && brokenOff === null) brokenOff = await askForBrokenOff();
    if (way.at === "seats" && links === null) links = await askForLinks();
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
