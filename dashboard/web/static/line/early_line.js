// The match page's line, opened before the page's large script is there. By a slow line that script takes a second, and
// so does the first answer over a line. The two scripts share no modules when they are bundled, so the line is handed
// over by a property of the window.

import { ownLink } from "./own_link.js";

/** @import { Heard } from "./unpacking.js" */

/**
 * A line that was opened early: its address, the link that was sent over it (empty without one), and the texts that it
 * has heard, perhaps packed. `taken`: it needn't keep further texts.
 * @typedef {{ socket: WebSocket, address: string, link: string, heard: Heard[], taken: () => void }} EarlyLine
 */

const KEY = "boardwardenEarlyLine";
/** The line by `KEY`; null once a page holds a line of its own. */
const shared = /** @type {Record<string, EarlyLine | null | undefined>} */ (/** @type {unknown} */ (globalThis));

/** The address of a tablet's line in a language; it says whether this browser can unpack texts. @param {string} tongue */
export function lineAddress(tongue) {
  const server = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
  return `${server}?steps=1${"DecompressionStream" in globalThis ? "&packed=1" : ""}&lang=${tongue}`;
}

/** Open the line early, and ask for this tab's place, unless the page is there already. @param {string} tongue */
export function openEarly(tongue) {
  if (shared[KEY] !== undefined) return;
  const address = lineAddress(tongue);
  const link = ownLink();
  const socket = new WebSocket(address);
  /** @type {Heard[]} */
  const heard = [];
  const kept = new AbortController();
  socket.addEventListener("open", () => link && socket.send(JSON.stringify({ join: { link } })));
  socket.addEventListener("message", ({ data }) => heard.push(data), { signal: kept.signal });
  shared[KEY] = { socket, address, link, heard, taken: () => kept.abort() };
}

/**
 * Take the line that was opened early, once; null if there is none to this address for this tab's link, or if it has
 * ended.
 * @type {(address: string) => EarlyLine | null}
 */
export function takeEarly(address) {
  const early = shared[KEY];
  shared[KEY] = null;
  if (!early) return null;
  early.taken();
  if (early.address === address && early.link === ownLink() && early.socket.readyState <= WebSocket.OPEN) return early;
  early.socket.close();
  return null;
}
