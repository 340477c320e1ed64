// The page of the evening's film: it has the film made, shows how far it is, then the film and the code that shares it.

import "../page/language.js";
import { linkHeaders, ownLink } from "../line/own_link.js";
import { region, regionOf } from "../page/dom.js";
import { language, say, whenTaught } from "../words/say.js";

/**
 * How a film stands, as the table says it.
 * @typedef {object} FilmAnswer
 * @property {"none" | "reading" | "drawing" | "made" | "failed"} state
 * @property {number} done
 * @property {string} fault
 * @property {string} film
 * @property {string} page
 * @property {string} code
 * @property {number} until
 * @property {string} name
 * @property {boolean} camera
 */

/** No film yet, nor anything known of one. @type {FilmAnswer} */
const NOTHING = { state: "none", done: 0, fault: "", film: "", page: "", code: "", until: 0, name: "", camera: true };

const EVERY_MS = 1000;
const MS = 1000;
/** A reader hears the progress at these steps. */
const SAID_PERCENT = 10;

const match = new URLSearchParams(location.search).get("match") ?? "";
/** The key of a link that shows a film that is made. */
const key = /^#see=(.+)$/.exec(location.hash)?.[1] ?? "";
const video = regionOf("video", HTMLVideoElement);
const again = regionOf("again", HTMLButtonElement);
const done = regionOf("done", HTMLProgressElement);
const save = regionOf("save", HTMLAnchorElement);
const code = regionOf("code", HTMLImageElement);
const link = regionOf("address", HTMLAnchorElement);
/** Which asking counts: a later one ends the earlier ones. */
let turn = 0;

/** @type {(text: string) => void} */
function trouble(text) {
  if (region("trouble").textContent !== text) region("trouble").textContent = text;
}

/** A text is only written when it changes, so a screen reader says it once. @type {(text: string) => void} */
function state(text) {
  if (region("state").textContent !== text) region("state").textContent = text;
}

/** @type {(answer: FilmAnswer) => void} */
function draw(answer) {
  const making = answer.state === "reading" || answer.state === "drawing";
  const made = answer.state === "made";
  done.hidden = region("elsewhere").hidden = !making;
  if (answer.state === "drawing") done.value = answer.done;
  else done.removeAttribute("value");
  region("boards-only").hidden = answer.camera;
  trouble(answer.fault);
  again.hidden = answer.state !== "failed";
  if (made) state(say("film.made"));
  else if (answer.state === "drawing") {
    const percent = Math.floor((answer.done * 100) / SAID_PERCENT) * SAID_PERCENT;
    state(say("film.drawing", { percent }));
  } else state(answer.state === "reading" ? say("film.reading") : "");
  showFilm(made ? answer : null);
  region("take").hidden = !answer.page;
  if (answer.page) drawCode(answer);
}

/** @type {(answer: FilmAnswer) => void} */
function drawCode(answer) {
  const time = new Date(answer.until * MS).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
  region("scan").textContent = answer.code ? say("film.scan", { time }) : say("film.here");
  code.hidden = link.hidden = !answer.code;
  if (answer.code) code.src = answer.code;
  link.href = answer.page;
  link.textContent = say("film.address");
}

/** Show a film, or none. @type {(shown: { film: string, name: string } | null) => void} */
function showFilm(shown) {
  video.hidden = save.hidden = shown === null;
  if (shown === null) return;
  if (video.getAttribute("src") !== shown.film) video.src = shown.film;
  save.href = shown.film;
  save.download = shown.name;
}

/** @type {(method: "GET" | "POST") => Promise<Response | null>} */
const asked = (method) =>
  fetch(`/matches/${encodeURIComponent(match)}/film?lang=${language()}`, { method, headers: linkHeaders() }).catch(
    () => null,
  );

/** Have the film made, and follow its making. */
async function make() {
  turn += 1;
  const mine = turn;
  let method = /** @type {"GET" | "POST"} */ ("POST");
  again.hidden = true;
  trouble("");
  state(say("film.reading"));
  for (;;) {
    const answer = await asked(method);
    if (mine !== turn) return;
    if (answer === null) trouble(say("film.away"));
    else if (!answer.ok) {
      draw({ ...NOTHING, state: "failed", fault: await answer.text() });
      return;
    } else {
      const found = /** @type {FilmAnswer} */ (await answer.json());
      if (mine !== turn) return;
      draw(found);
      if (found.state === "made" || found.state === "failed") return;
      // A table that was started again has forgotten the press.
      method = found.state === "none" ? "POST" : "GET";
    }
    await new Promise((go) => setTimeout(go, EVERY_MS));
  }
}

video.addEventListener("error", async () => {
  const mine = turn;
  const answer = await fetch(`${video.getAttribute("src")}?lang=${language()}`, {
    headers: { ...linkHeaders(), range: "bytes=0-0" },
  }).catch(() => null);
  const why = answer?.ok ? say("film.unplayable") : answer === null ? say("film.away") : await answer.text();
  // Meanwhile the film may have been asked for again, in another language, and refused.
  if (mine !== turn) return;
  if (!answer?.ok) showFilm(null);
  trouble(why);
});
again.addEventListener("click", () => void make());
// Meanwhile the arbiter may have opened the table to the room, or the link has ended: then there is a new code.
document.addEventListener("visibilitychange", async () => {
  if (document.hidden || region("take").hidden) return;
  const answer = await asked("GET");
  if (answer?.ok) draw(await answer.json());
});

const toReplay = regionOf("replay", HTMLAnchorElement);
toReplay.hidden = !match;
toReplay.href = `/replay?match=${encodeURIComponent(match)}`;
// A phone that was only given the film has no place at the table.
region("table").hidden = key !== "" && ownLink() === "";

function begin() {
  if (key) showFilm({ film: `/films/${key}.mp4`, name: "boardwarden.mp4" });
  else if (match) void make();
  else trouble(say("film.none"));
}

// Another language has a film of its own.
whenTaught(begin);
begin();
