// A line that is held: it comes back by itself, and one that has gone quiet counts as gone. Knows nothing of what is said.

import { pauseAfter } from "./pauses.js";

/**
 * How long a line waits, in ms: before it is tried again for the first time, at most, and for a word before it counts
 * as dead.
 * @typedef {{ first: number, longest: number, quiet: number }} Waits
 */

/**
 * The holder of a line hears when it opens, when something is said, and when it is gone. `retryAt`: when it is tried
 * again; null where it was left.
 * @typedef {{ opened: (own: WebSocket) => void, heard: (own: WebSocket, data: any) => void, lost: (retryAt: number | null) => void }} Holder
 */

/**
 * Hold a line to `address()`. `current`: the line, where something can be sent. `hurry`: try now, where it waits to.
 * `drop`: take it for dead, and open another. `leave`: let it go for good when it ends. `again`: hold it again after that.
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
