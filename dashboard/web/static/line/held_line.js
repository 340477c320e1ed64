// Holds a WebSocket: it is opened again by itself, and a silent one counts as dead. This script doesn't know the
// messages.

/** @import { EarlyLine } from "./early_line.js" */
import { pauseAfter } from "./pauses.js";
import { inOrder } from "./unpacking.js";

/**
 * The waits of a line, ms: `first` and `longest` before it is opened again, `quiet` for a message before it counts as
 * dead.
 * @typedef {{ first: number, longest: number, quiet: number }} Waits
 */

/**
 * The functions that are called when the line opens, has a message, or is gone. `greeted`: the link of this tab was
 * sent over it already. `retryAt`: the time when it is opened again, ms; null if it isn't.
 * @typedef {{ opened: (own: WebSocket, greeted: boolean) => void, heard: (own: WebSocket, text: string) => void, lost: (retryAt: number | null) => void }} Holder
 */

/**
 * Hold a line to `address()`. `current`: the open line, or null. `hurry`: open it now if it waits for that; whether
 * it waited. `drop`: count it as dead and open another. `leave`: don't open it again after it ends. `again`: end
 * `leave`. `early`: returns a line that was opened before, to hold instead of opening the first one.
 * @type {(address: () => string, waits: Waits, holder: Holder, early?: (address: string) => EarlyLine | null) => { current: () => WebSocket | null, hurry: () => boolean, drop: () => void, leave: () => void, again: () => void }}
 */
export function holdLine(address, { first, longest, quiet }, holder, early = () => null) {
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
    const before = early(address());
    const own = before?.socket ?? new WebSocket(address());
    socket = own;
    listenFor(own);
    const hear = inOrder(
      (text) => {
        if (socket !== own) return;
        failures = 0;
        listenFor(own);
        holder.heard(own, text);
      },
      () => own.close(),
    );
    const opened = () => {
      if (socket === own) holder.opened(own, before !== null);
    };
    own.onmessage = ({ data }) => hear(data);
    own.onclose = () => {
      if (socket === own) lost();
    };
    if (own.readyState !== WebSocket.OPEN) own.onopen = opened;
    else
      queueMicrotask(() => {
        opened();
        before?.heard.forEach(hear);
      });
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
