// Holds a WebSocket: it is opened again by itself, and a silent one counts as dead. This script doesn't know the
// messages.

import { pauseAfter } from "./pauses.js";

/**
 * The waits of a line, ms: `first` and `longest` before it is opened again, `quiet` for a message before it counts as
 * dead.
 * @typedef {{ first: number, longest: number, quiet: number }} Waits
 */

/**
 * The functions that are called when the line opens, has a message, or is gone. `retryAt`: the time when it is opened
 * again, ms; null if it isn't.
 * @typedef {{ opened: (own: WebSocket) => void, heard: (own: WebSocket, data: any) => void, lost: (retryAt: number | null) => void }} Holder
 */

/**
 * Hold a line to `address()`. `current`: the open line, or null. `hurry`: open it now if it waits for that; whether
 * it waited. `drop`: count it as dead and open another. `leave`: don't open it again after it ends. `again`: end
 * `leave`.
 * @type {(address: () => string, waits: Waits, holder: Holder) => { current: () => WebSocket | null, hurry: () => boolean, drop: () => void, leave: () => void, again: () => void }}
 */
export function holdLine(address, { first, longest, quiet }, holder) {
  /** @type {WebSocket | null} */
  let socket = null;
  let failures = 0;
  let left = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let silence;

  function open() {
    clearTimeout(retry);
    retry = undefined;
    const own = new WebSocket(address());
    socket = own;
    listenFor(own);
    own.onopen = () => {
      if (socket === own) holder.opened(own);
    };
    own.onmessage = ({ data }) => {
      if (socket !== own) return;
      failures = 0;
      listenFor(own);
      holder.heard(own, data);
    };
    own.onclose = () => {
      if (socket === own) lost();
    };
  }

  /** @type {(own: WebSocket) => void} */
  function listenFor(own) {
    clearTimeout(silence);
    silence = setTimeout(() => {
      if (socket !== own) return;
      own.close();
      lost();
    }, quiet);
  }

  function lost() {
    socket = null;
    clearTimeout(silence);
    if (left) return holder.lost(null);
    failures += 1;
    const pause = pauseAfter(failures, first, longest);
    holder.lost(Date.now() + pause);
    retry = setTimeout(open, pause);
  }

  open();

  return {
    current: () => (socket?.readyState === WebSocket.OPEN ? socket : null),
    hurry() {
      const waits = retry !== undefined;
      if (waits) open();
      return waits;
    },
    drop() {
      const own = socket;
      socket = null;
      own?.close();
      open();
    },
    leave() {
      left = true;
    },
    again() {
      left = false;
      if (socket === null) open();
    },
  };
}
