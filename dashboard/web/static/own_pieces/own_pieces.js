// The page that enrols somebody's own pieces: photographs of them, a tap for each, and the file that is written.

import "../page/language.js";
import { fill, html, region, regionOf, svg } from "../page/dom.js";
import { linkHeaders } from "../line/own_link.js";
import { connectSeated } from "../line/seat_links.js";
import { createOpening } from "../panels/opening.js";
import { initial, reduce } from "../state/state.js";
import { capital, language, listed, say, stopped, whenTaught } from "../words/say.js";
import {
  added,
  asPrinted,
  begun,
  doubles,
  missing,
  nextPiece,
  pieceWith,
  placeOf,
  printedFor,
  removed,
  seenLabels,
  skippedOne,
  tagsChosen,
  tapped,
  undone,
  wanting,
} from "./choosing_labels.js";

/** @import { LabelPhotograph, PieceChoices, WrittenPieces } from "../../types/messages.js" */
/** @import { PageEvent } from "../../types/page.js" */
/** @import { Choosing, Outline } from "./choosing_labels.js" */

/** The most px of a photograph's longer side. A label of 16 mm has 50 px in a photograph of a metre's width. */
const LONGEST_PX = 3200;
const QUALITY = 0.9;

/** The field for photographs. It isn't drawn again: no page may set a field's files. */
const field = regionOf("photograph", HTMLInputElement);

/** @type {Choosing} */
let state = begun([]);
/** The photographs' pictures, as `data:` addresses, with their sizes, px. @type {readonly { source: string, width: number, height: number }[]} */
let pictures = [];
let looking = false;
/** A sentence about a fault; empty without one. */
let fault = "";
/** @type {WrittenPieces | null} */
let written = null;
let playing = initial("match");

whenTaught(() => void load());

async function load() {
  const found = await asked(`/own-pieces/set?lang=${language()}`);
  if (found) {
    const { pieces } = /** @type {PieceChoices} */ (found);
    state = { ...state, pieces };
  }
  draw();
}

const opening = createOpening(connectSeated(dispatch), () => playing.match, draw);

/** @param {PageEvent} event */
function dispatch(event) {
  const before = playing.match?.terms.pieces;
  opening.hear(event);
  playing = reduce(playing, event);
  // Another set, or other labels on this one: what its labels are called differs.
  if (before !== undefined && playing.match?.terms.pieces !== before) void load();
  draw();
}

/** Open a match with the written pieces; all else is as in the present one. */
async function play() {
  const { match } = playing;
  if (!match || !written) return;
  fault = "";
  const about = say("own_pieces.sure", { n: match.revision });
  const terms = { ...match.terms, pieces: written.file };
  ({ fault } = await opening.open(about, { kind: "open", terms }));
  draw();
}

/** The server's answer; null after a fault, which is said. @param {string} address @param {RequestInit} [how] @returns {Promise<unknown>} */
async function asked(address, how = {}) {
  try {
    const answer = await fetch(address, { ...how, headers: linkHeaders() });
    const found = await answer.json();
    fault = answer.ok ? "" : (found.text ?? say("own_pieces.no_line"));
    return answer.ok ? found : null;
  } catch {
    fault = say("own_pieces.no_line");
    return null;
  }
}

/** @param {Choosing} now */
function become(now) {
  state = now;
  written = null;
  draw();
}

/** Look for the labels in photographs, one after the other. @param {readonly File[]} files */
async function add(files) {
  looking = true;
  draw();
  for (const file of files) {
    const taken = await reduced(file);
    const found =
      taken && (await asked(`/own-pieces/photograph?lang=${language()}`, { method: "POST", body: taken.jpeg }));
    if (!taken || !found) continue;
    pictures = [...pictures, taken];
    state = added(state, /** @type {LabelPhotograph} */ (found));
    written = null;
  }
  looking = false;
  draw();
}

/** A photograph in the size that is sent; null if it's no picture. @param {File} file */
async function reduced(file) {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) {
    fault = capital(say("phone.no_jpeg"));
    return null;
  }
  const scale = Math.min(1, LONGEST_PX / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  /** @type {Blob | null} */
  const jpeg = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  return jpeg && { jpeg, source: canvas.toDataURL("image/jpeg", QUALITY), width: canvas.width, height: canvas.height };
}

async function write() {
  const found = await asked(`/own-pieces/file?lang=${language()}`, {
    method: "POST",
    body: JSON.stringify(tagsChosen(state)),
  });
  written = found ? /** @type {WrittenPieces} */ (found) : null;
  draw();
}

/** A piece's name for people. @param {string | null} piece */
const named = (piece) => state.pieces.find((one) => one.piece === piece)?.name ?? "";

/** @param {Outline} outline */
const at = (outline) => say(`own_pieces.place.${placeOf(outline)}`);

function draw() {
  field.disabled = looking || state.pieces.length === 0;
  drawNext();
  drawPhotographs();
  drawResult();
}

function drawNext() {
  const next = nextPiece(state);
  const some = state.photographs.some(({ labels }) => labels.length > 0);
  const first = !some
    ? say("own_pieces.none")
    : next
      ? say("own_pieces.tap", { piece: named(next) })
      : say("own_pieces.all");
  fill(region("next"), [first, some, next, looking, fault, state.before.length > 0, state.pieces, language()], () => [
    html("div", { role: "status" }, html("h2", {}, first)),
    fault ? html("p", { role: "alert" }, stopped(capital(fault))) : null,
    looking ? html("p", { role: "status" }, say("own_pieces.adding")) : null,
    some
      ? html(
          "div",
          { class: "row" },
          button("skip", say("own_pieces.skip"), () => become(skippedOne(state)), next === null),
          button("undo", say("own_pieces.undo"), () => become(undone(state)), state.before.length === 0),
          button("printed", say("own_pieces.printed"), () => become(asPrinted(state))),
          html("label", { for: "other" }, say("own_pieces.choose")),
          html(
            "select",
            {
              id: "other",
              "data-key": "other",
              onchange: (/** @type {Event} */ event) =>
                become(wanting(state, /** @type {HTMLSelectElement} */ (event.target).value)),
            },
            state.pieces.map((one) => html("option", { value: one.piece, selected: one.piece === next }, one.name)),
          ),
        )
      : null,
    some ? html("p", { class: "quiet" }, say("own_pieces.printed_is")) : null,
  ]);
}

/** @param {string} key @param {string} text @param {() => void} press @param {boolean} [disabled] */
const button = (key, text, press, disabled = false) =>
  html("button", { type: "button", "data-key": key, disabled, onclick: press }, text);

function drawPhotographs() {
  fill(region("photographs"), [state.photographs, state.chosen, state.pieces, language()], () =>
    state.photographs.map((photograph, number) => drawn(photograph, number)),
  );
}

/** @param {LabelPhotograph} photograph @param {number} number */
function drawn(photograph, number) {
  const { source, width, height } = pictures[number];
  const name = say("own_pieces.photograph", { n: number + 1 });
  const points = (/** @type {Outline} */ outline) =>
    outline.map(([x, y]) => `${(x * width).toFixed(1)},${(y * height).toFixed(1)}`).join(" ");
  return html(
    "figure",
    { "data-photograph": number },
    html(
      "figcaption",
      { class: "row" },
      html("strong", {}, name),
      say("own_pieces.found", { n: photograph.labels.length }),
      button(`remove-${number}`, say("own_pieces.remove"), () => {
        pictures = pictures.filter((_, which) => which !== number);
        become(removed(state, number));
      }),
    ),
    faults(photograph),
    svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": name },
      svg("image", { href: source, width, height }),
      photograph.unread.map((outline) => svg("polygon", { class: "unread", points: points(outline) })),
      photograph.strange.map(({ outline }) => svg("polygon", { class: "strange", points: points(outline) })),
      photograph.labels.map(({ tag, outline }) => {
        const piece = pieceWith(state, printedFor(state, tag));
        const facts = { tag, place: at(outline), piece: named(piece) };
        const [x, y] = [0, 1].map((i) => outline.reduce((sum, one) => sum + one[i], 0) / outline.length);
        const press = () => become(tapped(state, tag));
        return svg(
          "g",
          {
            role: "button",
            tabindex: 0,
            class: piece ? "label named" : "label",
            "data-key": `${number}-${tag}-${x}`,
            "data-tag": tag,
            "aria-label": say(piece ? "own_pieces.label_of" : "own_pieces.label", facts),
            onclick: press,
            onkeydown: (event) => {
              const { key } = /** @type {KeyboardEvent} */ (event);
              if (key !== "Enter" && key !== " ") return;
              event.preventDefault();
              press();
            },
          },
          svg("polygon", { points: points(outline) }),
          piece
            ? svg("text", { x: x * width, y: y * height, "font-size": Math.round(width / 60) }, named(piece))
            : null,
        );
      }),
    ),
  );
}

/** The faults of a photograph, each with its place. @param {LabelPhotograph} photograph */
function faults(photograph) {
  const found = [
    ...photograph.unread.map((outline) => say("own_pieces.unread", { place: at(outline) })),
    ...doubles(photograph).map(({ tag, outlines }) =>
      say("own_pieces.double", { tag, places: listed(outlines.map(at)) }),
    ),
    ...photograph.strange.map(({ outline }) => say("own_pieces.strange", { place: at(outline) })),
  ];
  if (photograph.labels.length === 0) found.push(say("own_pieces.nothing"));
  return found.length
    ? html(
        "ul",
        { class: "faults" },
        found.map((text) => html("li", {}, text)),
      )
    : null;
}

function drawResult() {
  const some = seenLabels(state).length > 0;
  const left = missing(state);
  const are = written !== null && playing.match?.terms.pieces === written.file;
  const canPlay = written !== null && playing.match !== null && !opening.waits();
  fill(region("result"), [some, state.chosen, state.pieces, written, are, canPlay, language()], () =>
    some
      ? [
          html("h2", {}, say("own_pieces.pieces")),
          html(
            "ul",
            {},
            state.pieces
              .filter(({ piece }) => piece in state.chosen)
              .map(({ piece, name }) => html("li", {}, say("own_pieces.is", { piece: name, tag: tagOf(piece) }))),
          ),
          left.length
            ? html(
                "p",
                { id: "missing" },
                say("own_pieces.missing", { n: left.length, names: listed(left.map(({ name }) => name)) }),
              )
            : null,
          button("write", say("own_pieces.write"), () => void write(), Object.keys(state.chosen).length === 0),
          written
            ? html(
                "p",
                { role: "status" },
                are ? say("own_pieces.played") : say("own_pieces.written", { file: written.file }),
              )
            : null,
          written && !are ? button("play", say("own_pieces.play"), () => void play(), !canPlay) : null,
          written?.missing.length
            ? html(
                "a",
                {
                  class: "button",
                  "data-key": "print",
                  download: "",
                  href: `/own-pieces/missing.pdf?lang=${language()}&mark=${written.mark}&only=${encodeURIComponent(written.missing.join(","))}`,
                },
                say("own_pieces.print"),
              )
            : null,
        ]
      : [],
  );
}

/** The tag on top of the label that is on a piece. @param {string} piece */
const tagOf = (piece) => tagsChosen(state)[piece];

field.addEventListener("change", () => {
  const files = [...(field.files ?? [])];
  // The same photograph may be chosen again after it was taken away.
  field.value = "";
  void add(files);
});
draw();
void load();
