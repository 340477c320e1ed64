// The page of a phone that reads tags. At a seat it plays the read card or piece; for the arbiter it names a pile of
// tags.

import "../page/language.js";
import { freshId } from "../line/connection.js";
import { connectSeated } from "../line/seat_links.js";
import { fill, html, region, regionOf } from "../page/dom.js";
import { capital, language, say, stopped, whenTaught } from "../words/say.js";
import { lookAround } from "./camera_eye.js";
import { WRITTEN_BY_US, createNaming } from "./naming.js";
import { readTags, refusal } from "./tags_near.js";

/** @import { Answer, TabletPlace, TagSheet } from "../../types/messages.js" */
/** @import { LineEvent } from "../../types/page.js" */
/** @import { NearTag, NoTags } from "./tags_near.js" */

const KEPT_LINES = 6;

/** @typedef {"" | "done" | "asks" | "refused"} Outcome */

let open = false;
let revision = 0;
/** @type {TabletPlace | null} */
let place = null;
/** @type {TagSheet | null} */
let sheet = null;
/** The index of the pile's next thing in the sheet's list. */
let next = 0;
/** Whether a tag's thing is written onto the tag. */
let writes = true;
/** @type {((text: string) => Promise<boolean>) | null} */
let write = null;
/** Why no tags are read; empty as long as nothing is in the way. @type {"" | NoTags} */
let refused = refusal();
/** Whether the browser is asking the player for its permission. */
let isAsking = false;
/** @type {(() => void) | null} */
let stopLooking = null;
/** @type {{ outcome: Outcome, text: string }} */
let said = { outcome: "", text: "" };
/** @type {string[]} */
let lines = [];
/** The ids of the commands that aren't answered yet. @type {Set<string>} */
const asked = new Set();

const naming = createNaming({
  thing: () => things()[next]?.name ?? "",
  ask: (uid, thing) => ask(uid, thing, "enrol"),
  named: (thing) => {
    if (things()[next]?.name === thing) next += 1;
  },
  write: () => (writes ? write : null),
  report: (outcome, key, thing) => tell(outcome, say(`tapping.${key}`, { thing: labelOf(thing) })),
  refuse: (text) => tell("refused", text),
});

const video = regionOf("video", HTMLVideoElement);
const connection = connectSeated(hear);
whenTaught(draw);

/** @param {LineEvent} event */
function hear(event) {
  if (event.type === "opened") open = true;
  else if (event.type === "closed") close();
  else if (event.type === "message") take(event);
  draw();
}

function close() {
  open = false;
  naming.breakOff();
  // The answers are lost: nobody knows whether these tags were played.
  if (asked.size) tell("refused", say("tapping.no_line"));
  asked.clear();
}

/** @param {Extract<LineEvent, { type: "message" }>} message */
function take({ channel, data }) {
  if (channel === "match") revision = data.revision;
  else if (channel === "place") place = data;
  else if (channel === "tags") sheet = data;
  else if (channel === "error") tell("refused", data.text);
  else if (channel === "answer") answered(data);
}

/** @param {Answer} answer */
function answered(answer) {
  if (!asked.delete(answer.command)) return;
  if (!place?.seat) void naming.answered(answer);
  else if (answer.code !== "done") tell("refused", answer.text);
  else if (answer.text) tell("asks", answer.text);
  else tell("done", say("tapping.played"));
}

/** @param {Outcome} outcome @param {string} text */
function tell(outcome, text) {
  said = { outcome, text: stopped(capital(text)) };
  lines = [said.text, ...lines].slice(0, KEPT_LINES);
  navigator.vibrate?.(outcome === "refused" ? [60, 60, 60] : 60);
  draw();
}

const things = () => sheet?.things ?? [];

/** @param {string} name */
const labelOf = (name) => things().find((one) => one.name === name)?.label ?? name;

/** @param {NearTag | null} tag */
function near(tag) {
  if (!tag) return tell("refused", say("tapping.unreadable"));
  if (!tag.uid) return tell("refused", say("tapping.numberless"));
  // The text of another program's tag is nobody's business here.
  if (place?.seat) lay(tag.uid, tag.text.startsWith(WRITTEN_BY_US) ? tag.text : "");
  else naming.near(tag);
}

/** @param {string} uid @param {string} thing */
const lay = (uid, thing) => ask(uid, thing, "lay");

/** @param {string} uid @param {string} thing @param {"lay" | "enrol"} kind */
function ask(uid, thing, kind) {
  const id = freshId();
  const isSent = connection.send({ command: { id, kind, revision, tag: uid, thing } });
  if (isSent) asked.add(id);
  else tell("refused", say("tapping.no_line"));
  return isSent;
}

async function begin() {
  isAsking = true;
  draw();
  const got = await readTags(near);
  isAsking = false;
  if (typeof got === "string") {
    refused = got;
    // The hint stays as long as it holds; what may be put right is said once.
    return mayAsk() ? tell("refused", say(`tapping.refused.${got}`)) : draw();
  }
  write = got;
  refused = "";
  said = { outcome: "", text: "" };
  draw();
}

async function look() {
  const looking = await lookAround(video, ({ thing, text }) => {
    if (thing) lay("", thing);
    else if (text) {
      said = { outcome: "", text: stopped(capital(text)) };
      draw();
    }
  });
  if (typeof looking === "string") return tell("refused", say(`phone.refused.${looking}`));
  stopLooking = looking;
  draw();
}

function hint() {
  if (!open) return say("phone.away");
  if (!place?.seat && !sheet) return say("tapping.no_seat");
  if (refused && !mayAsk() && !stopLooking) {
    const why = say(`tapping.refused.${refused}`);
    return place?.seat && refused !== "insecure" ? `${why} ${say("tapping.by_camera")}` : why;
  }
  if (stopLooking) return say("tapping.hold_before");
  if (!write) return say(place?.seat ? "tapping.begin_seat" : "tapping.begin_pile");
  if (place?.seat) return say("tapping.tap");
  const thing = things()[next];
  return thing ? say("tapping.tap_pile", { thing: thing.label }) : say("tapping.pile_ends");
}

/** Whether the button that reads tags is of use: what was in the way may be put right. */
const mayAsk = () => refused === "" || refused === "denied" || refused === "off";

function draw() {
  const mayRead = open && (place?.seat || sheet) && mayAsk();
  const maySee = open && place?.seat && refused && refused !== "insecure";
  region("said").className = said.outcome;
  const text = said.text || hint();
  fill(region("said"), [text, said.outcome === "asks", language()], () => [
    html("p", {}, text),
    said.text ? html("p", { class: "quiet" }, hint()) : null,
    said.outcome === "asks"
      ? html("p", {}, html("a", { href: "/", "data-key": "choose" }, say("tapping.choose")))
      : null,
  ]);
  fill(region("tools"), [mayRead && !write, isAsking, maySee, stopLooking !== null, language()], () => [
    mayRead && !write
      ? html(
          "button",
          {
            type: "button",
            class: "main",
            "data-key": "begin",
            disabled: isAsking || null,
            onclick: () => void begin(),
          },
          say("tapping.begin"),
        )
      : null,
    maySee && !stopLooking
      ? html("button", { type: "button", "data-key": "look", onclick: () => void look() }, say("tapping.look"))
      : null,
    stopLooking
      ? html(
          "button",
          {
            type: "button",
            "data-key": "stop",
            onclick: () => {
              stopLooking?.();
              stopLooking = null;
              draw();
            },
          },
          say("phone.stop"),
        )
      : null,
  ]);
  region("view").hidden = stopLooking === null;
  drawPile();
  fill(region("log"), [lines.join("\n")], () => lines.map((line) => html("li", {}, line)));
}

/** Draw the choice of the pile's next thing and of writing tags, only for the arbiter. */
function drawPile() {
  const shown = sheet !== null && !place?.seat;
  region("pile").hidden = !shown;
  fill(region("pile"), [shown, next, writes, sheet?.things, language()], () => {
    if (!shown) return [];
    const choice = html(
      "select",
      { id: "next", "data-key": "next" },
      things().map((one, at) => html("option", { value: String(at), selected: at === next || null }, one.label)),
    );
    choice.addEventListener("change", () => {
      next = Number(choice.value);
      draw();
    });
    const box = html("input", { type: "checkbox", "data-key": "writes", checked: writes || null });
    box.addEventListener("change", () => {
      writes = box.checked;
    });
    return [
      html("label", { for: "next" }, say("tapping.next")),
      choice,
      html("label", {}, box, " ", say("tapping.writes")),
    ];
  });
}

draw();
