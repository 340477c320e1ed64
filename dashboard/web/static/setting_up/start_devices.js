// The guide's first steps: the devices that were found, and how well the cameras see.

import { fill, html } from "../page/dom.js";
import { pictureOf } from "../line/camera_line.js";
import { findingItems } from "./findings.js";
import { fitted } from "../state/selectors.js";
import { listed, say } from "../words/say.js";
import { feltCells, isSimulated, seen } from "./steps.js";

/** @import { CameraState, DeviceState } from "../../types/messages.js" */
/** @import { CameraFacts } from "../../types/page.js" */
/** @import { Facts } from "./steps.js" */

const READER = "pad.";

/**
 * Draw the cameras, boards and readers that were found, and what to do if there are none.
 * @type {(content: HTMLElement, facts: Facts) => void}
 */
export function drawDevices(content, facts) {
  const { cameras, devices, findings } = facts;
  const serial = findings.filter((one) => one.check === "serial" && one.grade !== "unknown");
  const boards = devices.filter((one) => !one.device.startsWith(READER));
  const readers = fitted(devices).filter((one) => one.device.startsWith(READER));
  const felt = feltCells(facts);
  const shown = cameras.map(({ camera, source, rate_hz, width_px, height_px, problem }) => [
    camera,
    source,
    Math.round(rate_hz),
    width_px,
    height_px,
    problem,
  ]);
  fill(
    content,
    ["devices", felt, shown, boards.map(spoken), readers.map(spoken), serial, facts.match?.view.seats],
    () => [
      isSimulated(facts) ? html("p", { class: "note" }, say("start.devices.simulated")) : null,
      html("h3", {}, say("start.devices.cameras")),
      cameras.length
        ? html("ul", { class: "cards" }, cameras.map(cameraCard))
        : html("p", { class: "hint" }, felt ? say("start.devices.felt", { n: felt }) : say("start.devices.no_camera")),
      html("h3", {}, say("start.devices.boards")),
      boards.length
        ? html("ul", { class: "cards" }, boards.map(deviceCard))
        : html("p", { class: "hint" }, say("start.devices.no_board")),
      readers.length
        ? html(
            "p",
            {},
            say("start.devices.readers", {
              n: readers.length,
              names: listed(readers.map((one) => placeOf(facts, one.device.slice(READER.length)))),
            }),
          )
        : null,
      serial.length ? html("ol", { class: "findings" }, findingItems(serial)) : null,
    ],
  );
}

/**
 * The place of a reader: the name of its seat, or its cell.
 * @type {(facts: Facts, place: string) => string}
 */
const placeOf = ({ match }, place) => match?.view.seats.find((one) => one.seat === place)?.label ?? place;

/** @param {DeviceState} one */
const spoken = ({ device, port, firmware, connected, problem }) => [device, port, firmware, connected, problem];

/** @param {CameraState} one */
const cameraCard = (one) =>
  html(
    "li",
    { class: one.problem ? "problem" : "done", "data-camera": one.camera },
    html("img", { alt: say("camera.sees"), hidden: true, width: 320, height: 180 }),
    html("strong", {}, one.camera),
    html("p", {}, one.simulated ? say("start.devices.rendered") : one.source),
    html(
      "p",
      { class: "quiet" },
      say("start.devices.rate", { rate: one.rate_hz.toFixed(0), width: one.width_px, height: one.height_px }),
    ),
    one.problem ? html("p", { class: "wrong" }, one.problem) : null,
  );

/** @param {DeviceState} one */
const deviceCard = (one) =>
  html(
    "li",
    { class: one.problem || !one.connected ? "problem" : "done" },
    html("strong", {}, one.device),
    html("p", {}, one.simulated ? say("start.devices.pretended") : one.port),
    html("p", { class: "quiet" }, say("start.devices.firmware", { version: one.firmware || "–" })),
    one.problem ? html("p", { class: "wrong" }, one.problem) : null,
  );

/**
 * Show each camera's newest picture on its card.
 * @type {(content: HTMLElement, cameras: readonly CameraFacts[]) => void}
 */
export function showPictures(content, cameras) {
  for (const camera of cameras) {
    const image = content.querySelector(`[data-camera="${CSS.escape(camera.name)}"] img`);
    if (camera.picture === null || !(image instanceof HTMLImageElement)) continue;
    void pictureOf(camera).then((source) => {
      image.src = source;
      image.hidden = source === "";
    });
  }
}

/**
 * Draw how well the cameras see, in a few words.
 * @type {(content: HTMLElement, facts: Facts) => void}
 */
export function drawCamera(content, facts) {
  const found = seen(facts);
  const wrong = found.filter((one) => one.grade === "bad" || one.grade === "missing" || one.grade === "fair");
  const good = found.filter((one) => one.grade === "good").length;
  const simulated = isSimulated(facts);
  const felt = feltCells(facts);
  fill(content, ["camera", wrong, good, simulated, felt], () => [
    simulated ? html("p", { class: "note" }, say("start.camera.simulated")) : null,
    felt
      ? null
      : html("p", {}, found.length ? say("start.camera.counted", { good, all: found.length }) : say("setup.looking")),
    wrong.length ? html("ol", { class: "findings" }, findingItems(wrong)) : null,
    html(
      "ul",
      { class: "ways" },
      felt
        ? null
        : html(
            "li",
            {},
            html("a", { href: "/setup", "data-key": "setup" }, say("setup.heading")),
            html("p", {}, say("start.camera.setup")),
          ),
      felt
        ? null
        : html(
            "li",
            {},
            html("a", { href: "/calibrate", "data-key": "calibrate" }, say("setup.measure")),
            html("p", {}, say("start.camera.lens")),
          ),
      html(
        "li",
        {},
        html("a", { href: "/doctor/page", "data-key": "doctor" }, say("doctor.heading")),
        html("p", {}, say("start.camera.doctor")),
      ),
    ),
  ]);
}

/**
 * A list to choose from.
 * @type {(key: string, options: readonly (readonly [string, string])[], value: string, change: (value: string) => void) => HTMLSelectElement}
 */
export function choice(key, options, value, change) {
  /** @type {HTMLSelectElement} */
  const select = html(
    "select",
    { id: key, "data-key": key, onchange: () => change(select.value) },
    options.map(([name, text]) => html("option", { value: name, selected: name === value }, text)),
  );
  return select;
}
