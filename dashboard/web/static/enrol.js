// The page on which RFID tags are told apart: shows what lies on the pads, sends what it's said to be.

import "./language.js";
import { freshId } from "./connection.js";
import { fill, html } from "./dom.js";
import { connectSeated } from "./links.js";

const KNOWN = "?";
const region = (id) => document.getElementById(id);

let sheet = null;
let open = false;
const typed = new Map();
let answer = { tag: null, text: "" };
const asked = new Map();

const connection = connectSeated(hear);

function hear(event) {
  if (event.type === "opened") open = true;
  else if (event.type === "closed") open = false;
  else if (event.type === "message") take(event);
  draw();
}

function take({ channel, data }) {
  if (channel === "tags") sheet = data;
  else if (channel === "error") answer = { tag: null, text: data.text };
  else if (channel === "answer" && asked.has(data.command)) {
    answer = { tag: asked.get(data.command), text: data.code === "done" ? `Kept: ${data.text}.` : `Not kept: ${data.text}.` };
    if (data.code === "done") typed.delete(asked.get(data.command));
    asked.delete(data.command);
  }
}

function enrol(tag, thing) {
  const id = freshId();
  asked.set(id, tag.uid);
  answer = { tag: null, text: "" };
  if (!connection.send({ command: { id, kind: "enrol", revision: 0, tag: tag.uid, thing } })) {
    answer = { tag: tag.uid, text: "Not kept: there's no connection to the table now." };
  }
  draw();
}

function hint() {
  if (!open) return "Connection to the table lost; trying again.";
  if (sheet === null) return "Only the table's own page, or the arbiter's link, may say what tags are; or this table has no pads.";
  return sheet.tags.length ? "Say what each unknown tag is stuck to. It is kept at once, and written onto the tag where it can be." : "Lay a piece or a card with a tag on a pad.";
}

const labelOf = (name) => {
  const thing = sheet.things.find((one) => one.name === name);
  return thing ? `${thing.label} (${thing.name})` : name;
};

function draw() {
  const said = answer.tag === null && answer.text ? answer.text : hint();
  if (region("hint").textContent !== said) region("hint").textContent = said;
  fill(region("tags"), [sheet?.tags, answer, open], () => (sheet?.tags ?? []).map(card));
}

function card(tag) {
  const list = `things-${tag.uid}`;
  const input = html("input", { id: `what-${tag.uid}`, list, autocomplete: "off", placeholder: "a card, a skill or a piece", value: typed.get(tag.uid) ?? null, oninput: () => typed.set(tag.uid, input.value), "data-key": `what-${tag.uid}` });
  const keep = () => enrol(tag, named(input.value));
  return html("article", { class: tag.thing ? "known" : "unknown", "data-uid": tag.uid },
    html("h2", {}, `${tag.pad.replace(/^pad\./, "Pad ")}: tag ${tag.uid}`),
    html("p", { class: "is" }, tag.thing === KNOWN ? "Known already." : tag.thing ? `Is ${labelOf(tag.thing)}.` : "Nobody has said yet what this is."),
    tag.note ? html("p", { class: "note" }, tag.note === "written" ? "Written onto the tag too." : `On the tag itself: ${tag.note}. It's known all the same.`) : null,
    !tag.thing && tag.says ? html("p", { class: "row" }, `The tag itself says: ${labelOf(tag.says)}.`, html("button", { type: "button", "data-key": `says-${tag.uid}`, onclick: () => enrol(tag, tag.says) }, "That's right")) : null,
    html("form", { class: "row", onsubmit: (event) => { event.preventDefault(); keep(); } },
      html("label", { for: `what-${tag.uid}` }, tag.thing ? "It is something else:" : "It is"),
      input,
      html("datalist", { id: list }, sheet.things.map((one) => html("option", { value: one.name }, one.label))),
      html("button", { type: "submit", "data-key": `keep-${tag.uid}`, disabled: !open }, "Keep")),
    answer.tag === tag.uid ? html("p", { class: "answer", role: "status" }, answer.text) : null);
}

/** A thing by its name, or by what people call it. */
function named(text) {
  const wanted = text.trim().toLowerCase();
  return sheet.things.find((one) => [one.name, one.label].some((name) => name.toLowerCase() === wanted))?.name ?? text.trim();
}
