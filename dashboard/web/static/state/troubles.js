// The troubles that make the page's board doubtful, as sentences; and times as people read them. Pure.

import { language, listed, say } from "../words/say.js";
import { fitted, isGone, watches } from "./selectors.js";
import { named } from "./sentences.js";

/** @import { Availability, CameraState, SensingState, SourceClaim } from "../../types/messages.js" */
/** @import { State, Trouble } from "../../types/page.js" */

/** The forms of times by their language; making one takes a phone 20 ms. @type {Map<string, Intl.DateTimeFormat>} */
const clocks = new Map();

/** @type {(seconds: number) => string} */
function clock(seconds) {
  let form = clocks.get(language());
  if (!form) {
    form = new Intl.DateTimeFormat(language(), {
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
    clocks.set(language(), form);
  }
  return form.format(seconds * 1000);
}

/**
 * A moment (s) as text. Footage counts from its start, live sources from 1970.
 * @type {(seconds: number) => string}
 */
export function moment(seconds) {
  if (seconds > 1e8) return clock(seconds);
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, "0")}`;
}

/** The name of a phone that is a camera; empty for other cameras, null for a phone without a name. @param {{ source: string }} camera */
const phoneOf = ({ source }) => (source === "phone" ? null : (/^phone:(.+)$/.exec(source)?.[1] ?? ""));

/** The name of the device that reports for all boards of a table together. */
const BOARD = "board";

/**
 * All troubles, the worst first. `stale`: the shown board may be out of date.
 * @type {(state: State) => Trouble[]}
 */
export function troubles(state) {
  const asItWas = (/** @type {number | null} */ at) =>
    state.match && at ? say("joins.after") + say("trouble.as_it_was", { time: clock(at) }) : "";
  // While the bus is away the server still sends heartbeats, but they say nothing about the table.
  const cutOff = state.dashboard && !state.dashboard.connected ? state.dashboard.since : null;
  if (!state.link.open) {
    const text = say(state.link.ever ? "trouble.lost" : "trouble.connecting");
    const at = state.link.lostAt ?? state.heardAt;
    return [{ stale: true, retry: true, text: text + asItWas(cutOff ?? (at && at / 1000)) }];
  }
  const found = [];
  const { engine, vision, ...others } = state.services;
  if (cutOff !== null) {
    found.push({ stale: true, text: say("trouble.bus") + asItWas(cutOff) });
  } else if (!engine?.online) {
    const why = engine ? away("trouble.engine", engine) : say("trouble.no_engine");
    found.push({ stale: true, text: state.match ? why + say("joins.after") + say("trouble.may_be_old") : why });
  }
  if (state.situation?.problem) found.push({ stale: false, text: state.situation.problem });
  const cameras = Object.entries(state.cameras);
  const watched = cameras.some(([, camera]) => watches(camera));
  if (vision && !vision.online) found.push({ stale: false, text: away("trouble.vision", vision) });
  const players = state.place !== null && state.place.role !== "arbiter";
  if (players && state.silence.shown) found.push(unseen(cameras));
  for (const [name, camera] of cameras) {
    // A stream's address is for the arbiter, and so is a camera that drops out for a moment.
    if (players && (isGone(camera) || /:\/\//.test(camera.problem || camera.remark))) continue;
    // A camera whose pictures aren't read sees no moves, whatever its problem is.
    if (isGone(camera)) found.push(gone(name, camera, cameras.length > 1, watched));
    else if (camera.problem) found.push({ stale: false, text: troubled(name, camera, camera.problem) });
    else if (camera.remark) found.push({ stale: false, text: troubled(name, camera, camera.remark) });
    else if (camera.ended) found.push({ stale: false, text: say("trouble.camera_ended", { name }) });
  }
  const there = new Set(fitted(Object.values(state.devices)));
  for (const [name, device] of Object.entries(state.devices)) {
    // A board's problem stands in each of its pads' reports too: naming it once is enough.
    if (device.problem && name !== BOARD && device.problem === state.devices[BOARD]?.problem) continue;
    if (device.problem) found.push({ stale: false, text: say("trouble.device", { name, problem: device.problem }) });
    else if (!device.connected && there.has(device))
      found.push({ stale: false, text: say("trouble.device_away", { name }) });
  }
  const said = [...(state.sensing?.disagreements ?? []), ...(state.sensing?.faults ?? [])].map((one) =>
    named(
      state,
      [one.text, one.advice, "words" in one ? sinceWhen(one.words) : ""].filter(Boolean).join(say("joins.after")),
    ),
  );
  // Several sentences would take the board's room, so they are folded.
  if (said.length > 1)
    found.push({ stale: false, text: say("trouble.sensors", { n: places(state.sensing) }), more: said });
  else found.push(...said.map((text) => ({ stale: false, text })));
  // Unknown tags are one sentence too, because at first each piece may have one.
  const pads = [...new Set(state.tags?.tags.filter((tag) => !tag.thing).map((tag) => tag.pad.replace(".", " ")))];
  if (pads.length > 0) {
    const text = pads.length > 1 ? say("trouble.tags", { pads: listed(pads) }) : say("trouble.tag", { pad: pads[0] });
    found.push({ stale: false, text, link: "/enrol" });
  }
  for (const [name, service] of Object.entries(others)) {
    if (!service.online && name !== "dashboard")
      found.push({ stale: false, text: away("trouble.service", service, { name }) });
  }
  const isQuiet = players && cameras.some(([, camera]) => isGone(camera));
  if (found.length === 0 && !isQuiet && state.situation && !state.situation.watching) {
    found.push({ stale: false, text: say("trouble.blind") });
  }
  return found;
}

/** The trouble that no camera sees the moves, in a player's words. @type {(cameras: [string, CameraState][]) => Trouble} */
function unseen(cameras) {
  const [name, camera] = cameras.find(([, one]) => isGone(one) && phoneOf(one) !== "") ?? [];
  const text = name && camera ? gone(name, camera, cameras.length > 1, false).text : say("trouble.unseen");
  return { stale: false, unwatched: true, inHeader: true, text };
}

/** The sentence about a camera's problem. A phone among several has a name of its own. @type {(name: string, camera: CameraState, problem: string) => string} */
function troubled(name, camera, problem) {
  const phone = phoneOf(camera);
  return phone ? say("trouble.phone", { phone, problem }) : say("trouble.camera", { name, problem });
}

/**
 * The trouble of a camera whose pictures aren't read. `several`: the table has more cameras; `watched`: one of them
 * sees the moves.
 * @type {(name: string, camera: CameraState, several: boolean, watched: boolean) => Trouble}
 */
function gone(name, camera, several, watched) {
  const phone = phoneOf(camera);
  if (phone !== "") {
    const key = several ? (watched ? "trouble.phone_gone_of" : "trouble.phone_gone_all") : "trouble.phone_gone";
    return { stale: false, unwatched: !watched, text: say(key, { phone: phone ?? name }) };
  }
  const { problem } = camera;
  const text = watched ? say("trouble.camera", { name, problem }) : say("trouble.camera_gone", { name, problem });
  return { stale: false, unwatched: !watched, text };
}

/**
 * A sentence with the times since when the contradicting sources say what they say.
 * @type {(words: readonly SourceClaim[]) => string}
 */
const sinceWhen = (words) =>
  words.length
    ? say("trouble.since", {
        words: listed(words.map((word) => say("trouble.at", { source: word.source, time: moment(word.since) }))),
      })
    : "";

/**
 * The number of places where sensors contradict each other. Several pieces in one hex, and a fault there, count once.
 * @type {(sensing: SensingState | null) => number}
 */
function places(sensing) {
  const { disagreements = [], faults = [] } = sensing ?? {};
  const lies = new Map(disagreements.map((one) => [one.piece, one.cell]));
  return new Set([
    ...disagreements.map((one) => one.cell),
    ...faults.map((one) => one.cell ?? lies.get(one.piece) ?? one.piece),
  ]).size;
}

/**
 * The sentence that a service is away, with the reason if it is known.
 * @type {(key: string, service: Availability, facts?: Record<string, string>) => string}
 */
const away = (key, service, facts = {}) =>
  service.reason ? say(`${key}_why`, { ...facts, why: service.reason }) : say(key, facts);
