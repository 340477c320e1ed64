// The page that names RFID tags: it shows the tags on the pads, and sends the names that people give them.

import "../page/language.js";
import { freshId } from "../line/connection.js";
import { fill, fillEach, html, region } from "../page/dom.js";
import { connectSeated } from "../line/seat_links.js";
import { followLook, lookNumber, whenWorn } from "../appearance/worn_look.js";
import { seatIcon } from "../panels/seat_icon.js";
import { seatLabel, view } from "../state/selectors.js";
import { initial, reduce } from "../state/state.js";
import { language, say, whenTaught } from "../words/say.js";

/** @import { Children, LineEvent } from "../../types/page.js" */
/** @import { LaidTag, TagSheet } from "../../types/messages.js" */

const KNOWN = "?";

/** @type {TagSheet | null} */
let sheet = null;
let open = false;
/** The present match's seats, players and signs, to name the pads by; null without a match. */
let table = initial();
/** @type {Map<string, string>} */
const typed = new Map();
/** @type {{ tag: string | null, text: string }} */
let answer = { tag: null, text: "" };
/** @type {Map<string, string>} */
const asked = new Map();

const connection = connectSeated(hear);
whenTaught(draw);
whenWorn(draw);

/** @type {(event: LineEvent) => void} */
function hear(event) {
  if (event.type === "opened") open = true;
  else if (event.type === "closed") open = false;
  else if (event.type === "message") take(event);
  draw();
}

/** @type {(event: Extract<LineEvent, { type: "message" }>) => void} */
function take({ channel, data }) {
  if (channel === "match") table = reduce(table, { type: "message", at: 0, channel, name: "", data });
  else if (channel === "surface") table = reduce(table, { type: "message", at: 0, channel, name: "", data });
  else if (channel === "tags") sheet = data;
  else if (channel === "error") answer = { tag: null, text: data.text };
  else if (channel === "answer") {
    const tag = asked.get(data.command);
    if (tag === undefined) return;
    answer = { tag, text: say(data.code === "done" ? "enrol.kept" : "enrol.not_kept", { text: data.text }) };
    if (data.code === "done") typed.delete(tag);
    asked.delete(data.command);
  }
}

/** @type {(tag: LaidTag, thing: string) => void} */
function enrol(tag, thing) {
  const id = freshId();
  asked.set(id, tag.uid);
  answer = { tag: null, text: "" };
  if (!connection.send({ command: { id, kind: "enrol", revision: 0, tag: tag.uid, thing } })) {
    answer = { tag: tag.uid, text: say("enrol.no_line") };
  }
  draw();
}

/** @type {() => string} */
function hint() {
  if (!open) return say("enrol.lost");
  if (sheet === null) return say("enrol.not_here");
  return say(sheet.tags.length ? "enrol.say" : "enrol.lay");
}

const things = () => sheet?.things ?? [];

/** @type {(name: string) => string} */
const labelOf = (name) => {
  const thing = things().find((one) => one.name === name);
  return thing ? say("enrol.thing", { label: thing.label, name: thing.name }) : name;
};

/** The name and sign of a pad's seat; the pad's own name if it belongs to no seat. @param {LaidTag} tag */
function padOf({ pad }) {
  const place = pad.replace(/^(pad|tap)\./, "");
  const seat = view(table)?.seats.some((one) => one.seat === place) ? place : null;
  return { icon: seat ? seatIcon(table, seat, 26) : null, label: seat ? seatLabel(table, seat) : place };
}

function draw() {
  void followLook(table);
  const active = document.activeElement;
  drawTags();
  // If the appearance changes, every card is drawn again, and the focus stays at its card.
  if (!(active instanceof HTMLElement) || active.isConnected) return;
  const uid = active.closest("article")?.dataset.uid;
  const place = /** @type {HTMLElement | null} */ (
    uid ? region("tags").querySelector(`[data-uid="${CSS.escape(uid)}"]`) : null
  );
  const again =
    /** @type {HTMLElement | null | undefined} */ (
      place?.querySelector(`[data-key="${CSS.escape(active.dataset.key ?? "")}"]`)
    ) ?? place;
  again?.focus();
  if (active instanceof HTMLInputElement && again instanceof HTMLInputElement)
    again.setSelectionRange(active.selectionStart, active.selectionEnd);
}

function drawTags() {
  const said = answer.tag === null && answer.text ? answer.text : hint();
  if (region("hint").textContent !== said) region("hint").textContent = said;
  const tags = sheet?.tags ?? [];
  // Each tag keeps its card when other tags come or go, because somebody may be writing there.
  fillEach(
    region("tags"),
    tags.map(({ uid }) => ({
      shown: uid,
      build: () =>
        html(
          "article",
          { "data-uid": uid, tabindex: -1, "aria-labelledby": `tag-${uid}` },
          html("h2", { id: `tag-${uid}` }),
          html("div", { class: "said" }),
        ),
    })),
  );
  tags.forEach((tag, i) => drawCard(/** @type {HTMLElement} */ (region("tags").children[i]), tag));
}

/** @type {(place: HTMLElement, tag: LaidTag) => void} */
function drawCard(place, tag) {
  const own = answer.tag === tag.uid ? answer.text : "";
  const focused = place.contains(document.activeElement);
  place.className = tag.thing ? "known" : "unknown";
  const [head, said] = /** @type {Iterable<HTMLElement>} */ (place.children);
  const { icon, label } = padOf(tag);
  // The pad's seat may only be known later, when somebody is writing, so only the heading is drawn again.
  fill(head, [label, table.match?.signs, lookNumber(), language()], () => [
    icon,
    icon ? " " : null,
    say("enrol.tag", { pad: label, uid: tag.uid }),
  ]);
  fill(said, [tag, own, open, sheet?.things], () => card(tag, own));
  // If the pressed button is gone, the focus goes to its card.
  if (focused && !place.contains(document.activeElement)) place.focus();
}

/** @type {(tag: LaidTag, own: string) => Children} */
function card(tag, own) {
  const list = `things-${tag.uid}`;
  const input = html("input", {
    id: `what-${tag.uid}`,
    list,
    autocomplete: "off",
    placeholder: say("enrol.what"),
    value: typed.get(tag.uid) ?? null,
    "data-key": `what-${tag.uid}`,
  });
  input.addEventListener("input", () => typed.set(tag.uid, input.value));
  const keep = () => enrol(tag, named(input.value));
  return [
    html(
      "p",
      { class: "is" },
      tag.thing === KNOWN
        ? say("enrol.known")
        : tag.thing
          ? say("enrol.is", { thing: labelOf(tag.thing) })
          : say("enrol.unknown"),
    ),
    tag.note
      ? html("p", { class: "note" }, tag.written ? say("enrol.written") : say("enrol.not_written", { note: tag.note }))
      : null,
    !tag.thing && tag.says
      ? html(
          "p",
          { class: "row" },
          say("enrol.says", { thing: labelOf(tag.says) }),
          html(
            "button",
            { type: "button", "data-key": `says-${tag.uid}`, onclick: () => enrol(tag, tag.says) },
            say("enrol.right"),
          ),
        )
      : null,
    html(
      "form",
      {
        class: "row",
        onsubmit: (event) => {
          event.preventDefault();
          keep();
        },
      },
      html("label", { for: `what-${tag.uid}` }, say(tag.thing ? "enrol.else" : "enrol.it_is")),
      input,
      html(
        "datalist",
        { id: list },
        things().map((one) => html("option", { value: one.name }, one.label)),
      ),
      html("button", { type: "submit", "data-key": `keep-${tag.uid}`, disabled: !open }, say("enrol.keep")),
    ),
    html("p", { class: "answer", role: "status" }, own),
  ];
}

/**
 * The name of a thing that a text names, by its name or its label.
 * @type {(text: string) => string}
 */
function named(text) {
  const wanted = text.trim().toLowerCase();
  return (
    things().find((one) => [one.name, one.label].some((name) => name.toLowerCase() === wanted))?.name ?? text.trim()
  );
}
