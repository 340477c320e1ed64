// The page of a phone that is a camera.

import "../page/language.js";
import { freshId } from "../line/connection.js";
import { fill, html, region, regionOf, svg } from "../page/dom.js";
import { keep, kept } from "../page/keeping.js";
import { capital, language, listed, say, stopped, whenTaught } from "../words/say.js";
import { hasTorch, hold, letGo, openCamera, setTorch } from "../page/lens.js";
import { connectPhone } from "./phone_line.js";
import { createShutter } from "./shutter.js";
import { nextQuality } from "./sizing.js";

/** @import { PhoneEnd, PhoneSight } from "../../types/messages.js" */
/** @import { PhoneNews } from "./phone_line.js" */

const LINK = "boardwarden-camera";
const DEVICE = "boardwarden-camera-device";
/** The name of a phone that was given none (`vision/addresses/phone_address.py`). */
const USUAL_NAME = "phone";
/** The time after the last wanted picture when the table counts as taking none. */
const LIVE_MS = 4000;
const DRAW_MS = 1000;
/** The time that the camera has to find focus and exposure before they are locked. */
const SETTLING_MS = 2500;
const AFTER_FAILURE_MS = 500;

const video = regionOf("video", HTMLVideoElement);
const shutter = createShutter(video);

/** @type {MediaStreamTrack | null} */
let track = null;
let opening = false;
/** The key of the text that says why no camera is open; empty without a reason. */
let refusal = "";
/** @type {PhoneSight | null} */
let sight = null;
/** @type {PhoneEnd | null} */
let end = null;
let bad = "";
let open = false;
let wanted = false;
let taking = false;
let quality = 0;
let lit = false;
/** @type {readonly string[]} */
let held = [];
let holding = false;
let wantedAt = -Infinity;
let awake = true;
/** @type {ReturnType<typeof connectPhone> | null} */
let line = null;

/** The link that this page was opened with, or the one that this phone has kept; empty without one. */
function ownLink() {
  const said = /^#camera=(.+)$/.exec(location.hash)?.[1];
  if (said) {
    keep(LINK, decodeURIComponent(said));
    // The link leaves the address, so that nobody reads it on the screen or in the browser's history.
    history.replaceState(null, "", location.pathname + location.search);
  }
  return kept(LINK) ?? "";
}

/** A random name of this phone, which stays the same while its tab is open. */
function ownDevice() {
  const name = kept(DEVICE, "tab") ?? freshId();
  keep(DEVICE, name, "tab");
  return name;
}

async function begin() {
  if (opening || track) return;
  opening = true;
  refusal = "";
  draw();
  const found = await openCamera();
  opening = false;
  if (typeof found === "string") {
    refusal = `phone.refused.${found}`;
    return draw();
  }
  track = found.getVideoTracks()[0];
  track.addEventListener("ended", () => stop("phone.refused.taken"));
  video.srcObject = found;
  await video.play().catch(() => {});
  line ??= connectPhone(() => ({ link: ownLink(), device: ownDevice(), language: language() }), hear);
  if (end) {
    end = null;
    line.again();
  }
  void stayAwake();
  draw();
  void take();
}

/** @param {string} why */
function stop(why) {
  track?.stop();
  track = null;
  lit = holding = false;
  held = [];
  video.srcObject = null;
  refusal = why;
  draw();
}

/** @param {PhoneNews} news */
function hear(news) {
  if (news.type === "opened") open = true;
  else if (news.type === "closed") open = wanted = false;
  else if (news.type === "sight") see(news.sight);
  else if (news.type === "bad") bad = news.text;
  else if (news.type === "end") {
    end = news.end;
    stop("");
  } else {
    wanted = true;
    wantedAt = performance.now();
    void take();
  }
  draw();
}

/** @param {PhoneSight} now */
function see(now) {
  sight = now;
  if (now.found && !holding && track) void holdSoon(track);
}

/** @param {MediaStreamTrack} from */
async function holdSoon(from) {
  holding = true;
  const now = await hold(from);
  if (from === track) held = now;
  draw();
}

async function focusAgain() {
  if (!track) return;
  const from = track;
  held = [];
  draw();
  await letGo(from);
  setTimeout(() => {
    if (from === track) void holdSoon(from);
  }, SETTLING_MS);
}

async function turnLight() {
  if (track && (await setTorch(track, !lit))) lit = !lit;
  draw();
}

/** Send the newest picture if one is wanted, one at a time. */
async function take() {
  if (!wanted || taking || !track || !line) return;
  taking = true;
  const taken = await shutter.take(quality).catch(() => null);
  if (!taken) await new Promise((resolve) => setTimeout(resolve, AFTER_FAILURE_MS));
  if (taken && wanted && track) {
    wanted = false;
    const took = await line.send(taken, held);
    if (took !== null && taken.whole) quality = nextQuality(quality, took);
    if (took !== null) bad = "";
  }
  taking = false;
  void take();
}

async function stayAwake() {
  if (document.hidden || !track) return;
  const lock = await navigator.wakeLock?.request("screen").catch(() => null);
  awake = lock !== null && lock !== undefined;
  // A browser lets the screen go again when the battery is low, too.
  lock?.addEventListener("release", () => {
    if (document.hidden) return;
    awake = false;
    draw();
  });
  draw();
}

/** The name of this phone among several; empty for the only one. */
function ownName() {
  const name = ownLink().split(".")[0];
  return name === USUAL_NAME ? "" : name;
}

/** The advice above the picture: its grade, its sentence, and the reason for it. @returns {[string, string, string]} */
function said() {
  if (end) return ["bad", end.text, ""];
  if (refusal) return ["bad", say(refusal), ""];
  if (!ownLink()) return ["bad", say("phone.no_link"), ""];
  if (!track) return ["unknown", say(opening ? "phone.opening" : "phone.begin_what"), ""];
  if (!open) return ["fair", say("phone.away"), ""];
  if (bad) return ["fair", bad, ""];
  if (!sight) return ["unknown", say("phone.first_picture"), ""];
  return [sight.grade, sight.say, sight.seen];
}

function draw() {
  const live = track !== null && open && performance.now() - wantedAt < LIVE_MS;
  const [grade, text, seen] = said();
  document.body.dataset.live = region("live").dataset.live = String(live);
  fill(region("live"), [live, track === null], () =>
    say(live ? "phone.live" : track ? "phone.waiting" : "phone.closed"),
  );
  region("said").className = `first ${grade}`;
  fill(region("said"), [text, seen], () => [
    html("h2", {}, stopped(capital(text))),
    seen ? html("p", {}, stopped(capital(seen))) : null,
  ]);
  fill(region("heading"), [ownName(), language()], () =>
    ownName() ? say("phone.heading_named", { name: ownName() }) : say("phone.heading"),
  );
  region("view").hidden = track === null;
  drawOutline();
  const torch = track !== null && hasTorch(track);
  fill(region("tools"), [track === null, opening, torch, lit, held], () => [
    track
      ? null
      : html(
          "button",
          {
            type: "button",
            class: "main",
            id: "begin",
            "data-key": "begin",
            disabled: opening || !ownLink(),
            onclick: () => void begin(),
          },
          say(end ? "phone.again" : "phone.begin"),
        ),
    track ? html("button", { type: "button", "data-key": "stop", onclick: () => stop("") }, say("phone.stop")) : null,
    track
      ? html("button", { type: "button", "data-key": "focus", onclick: () => void focusAgain() }, say("phone.focus"))
      : null,
    torch
      ? html(
          "button",
          { type: "button", "data-key": "torch", "aria-pressed": String(lit), onclick: () => void turnLight() },
          say("phone.torch"),
        )
      : null,
    held.length
      ? html(
          "span",
          { class: "quiet" },
          say("phone.held", { names: listed(held.map((one) => say(`phone.control.${one}`))) }),
        )
      : null,
  ]);
  fill(region("about"), [track === null, awake], () => [
    say("phone.stand"),
    track && !awake ? ` ${say("phone.falls_asleep")}` : null,
  ]);
}

function drawOutline() {
  const { videoWidth: width, videoHeight: height } = video;
  const cells = sight?.cells ?? [];
  const over = region("over");
  over.setAttribute("viewBox", `0 0 ${width || 1} ${height || 1}`);
  region("view").style.aspectRatio = `${width || 4} / ${height || 3}`;
  fill(over, [cells, width, height], () =>
    cells.map((outline) =>
      svg("polygon", {
        points: outline.map(([x, y]) => `${(x * width).toFixed(1)},${(y * height).toFixed(1)}`).join(" "),
      }),
    ),
  );
}

document.addEventListener("visibilitychange", () => void stayAwake());
video.addEventListener("resize", draw);
whenTaught(() => {
  line?.speak();
  draw();
});
setInterval(draw, DRAW_MS);
draw();
// When the page is loaded again it opens the camera by itself, if the camera was allowed before.
navigator.permissions?.query({ name: /** @type {PermissionName} */ ("camera") }).then(
  ({ state }) => {
    if (state === "granted" && ownLink()) void begin();
  },
  () => {},
);
