// The obstacles between the page and the truth, and moments as people read them. Pure.

import { language, listed, say } from "../words/say.js";
import { named } from "./sentences.js";

/** @import { Availability, SensingState, SourceClaim } from "../../types/messages.js" */
/** @import { State, Trouble } from "../../types/page.js" */

/** @type {(seconds: number) => string} */
const clock = (seconds) =>
  new Date(seconds * 1000).toLocaleTimeString(language(), {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });

/**
 * A moment for people; footage counts from its start, live sources from the epoch.
 * @type {(seconds: number) => string}
 */
export function moment(seconds) {
  if (seconds > 1e8) return clock(seconds);
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, "0")}`;
}

/** Whether a camera is a phone. @param {{ source: string }} camera */
const isPhone = ({ source }) => /^phone(:|$)/.test(source);

/** The device that stands for all boards of a table together. */
const BOARD = "board";

/**
 * Everything that stands between the page and the truth, worst first: [{stale, text}].
 * `stale`: the board shown may not be the match's any more.
 * @type {(state: State) => Trouble[]}
 */
export function troubles(state) {
  const asItWas = (/** @type {number | null} */ at) =>
    state.match && at ? say("joins.after") + say("trouble.as_it_was", { time: clock(at) }) : "";
  // While the bus is away the server's heartbeats go on: they tell nothing of the table.
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
  if (vision && !vision.online) found.push({ stale: false, text: away("trouble.vision", vision) });
  for (const [name, camera] of cameras) {
    // A camera whose pictures aren't looked at sees no moves, whatever is wrong with it.
    if (camera.problem && camera.frames > 0 && camera.rate_hz === 0)
      found.push({
        stale: false,
        unwatched: true,
        text: isPhone(camera)
          ? say("trouble.phone_gone")
          : say("trouble.camera_gone", { name, problem: camera.problem }),
      });
    else if (camera.problem)
      found.push({ stale: false, text: say("trouble.camera", { name, problem: camera.problem }) });
    else if (camera.remark) found.push({ stale: false, text: say("trouble.camera", { name, problem: camera.remark }) });
    else if (camera.ended) found.push({ stale: false, text: say("trouble.camera_ended", { name }) });
  }
  // A board that is there and no longer names a pad was laid out again: nothing has gone away.
  const there = new Set(
    Object.values(state.devices)
      .filter((one) => one.connected && one.port)
      .map((one) => one.port),
  );
  for (const [name, device] of Object.entries(state.devices)) {
    // Each pad has what the board has: once is enough.
    if (device.problem && name !== BOARD && device.problem === state.devices[BOARD]?.problem) continue;
    if (device.problem) found.push({ stale: false, text: say("trouble.device", { name, problem: device.problem }) });
    else if (!device.connected && !there.has(device.port))
      found.push({ stale: false, text: say("trouble.device_away", { name }) });
  }
  const said = [...(state.sensing?.disagreements ?? []), ...(state.sensing?.faults ?? [])].map((one) =>
    named(
      state,
      [one.text, one.advice, "words" in one ? sinceWhen(one.words) : ""].filter(Boolean).join(say("joins.after")),
    ),
  );
  // One after the other they would take the room that's the board's.
  if (said.length > 1)
    found.push({ stale: false, text: say("trouble.sensors", { n: places(state.sensing) }), more: said });
  else found.push(...said.map((text) => ({ stale: false, text })));
  // Likewise: on a board with readers whose stickers nobody has named yet, each piece has some.
  const pads = [...new Set(state.tags?.tags.filter((tag) => !tag.thing).map((tag) => tag.pad.replace(".", " ")))];
  if (pads.length > 0) {
    const text = pads.length > 1 ? say("trouble.tags", { pads: listed(pads) }) : say("trouble.tag", { pad: pads[0] });
    found.push({ stale: false, text, link: "/enrol" });
  }
  for (const [name, service] of Object.entries(others)) {
    if (!service.online && name !== "dashboard")
      found.push({ stale: false, text: away("trouble.service", service, { name }) });
  }
  if (found.length === 0 && state.situation && !state.situation.watching) {
    found.push({ stale: false, text: say("trouble.blind") });
  }
  return found;
}

/**
 * Since when who has said what is contradicted.
 * @type {(words: readonly SourceClaim[]) => string}
 */
const sinceWhen = (words) =>
  words.length
    ? say("trouble.since", {
        words: listed(words.map((word) => say("trouble.at", { source: word.source, time: moment(word.since) }))),
      })
    : "";

/**
 * In how many places sensors contradict each other: several pieces of one hex are one, and so is what is at fault there.
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
 * That a service is away, and why when it's known.
 * @type {(key: string, service: Availability, facts?: Record<string, string>) => string}
 */
const away = (key, service, facts = {}) =>
  service.reason ? say(`${key}_why`, { ...facts, why: service.reason }) : say(key, facts);
