// The line to the server: comes back by itself, and knows when it has gone quiet. Tells events, holds no state.

import { books } from "./deltas.js";
import { pauseAfter } from "./pauses.js";

/** @import { Request } from "../../types/messages.js" */
/** @import { Connection, Tell } from "../../types/page.js" */
/** @typedef {ReturnType<typeof setTimeout> | undefined} Timer */

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
/** The server speaks at least every 4 s; three missed beats mean that nobody is there. */
const QUIET = 13000;

/** A tablet that wakes up waits so long for a word before it takes the line for dead. */
const WAKING = 500;

/**
 * Keep a connection to `url()`; `tell(event)` gets `opened`, `closed` and `message` events, a message always with
 * the whole of what it tells. `greet()` is what is sent first on each connection, or null.
 * @type {(url: () => string, tell: Tell, greet?: () => Request | null) => Connection}
 */
export function connect(url, tell, greet = () => null) {
  /** @type {WebSocket | null} */
  let socket = null;
  let failures = 0;
  /** @type {Timer} */
  let retry;
  /** @type {Timer} */
  let quiet;
  /** @type {Timer} */
  let waking;

  function open() {
    clearTimeout(retry);
    retry = undefined;
    const own = new WebSocket(url());
    const told = books();
    let asking = false;
    socket = own;
    listenFor(own);
    own.onopen = () => {
      if (socket !== own) return;
      const greeting = greet();
      if (greeting) own.send(JSON.stringify(greeting));
      tell({ type: "opened", at: Date.now() });
    };
    own.onmessage = (message) => {
      if (socket !== own) return;
      failures = 0;
      listenFor(own);
      // One message, or a list of those that waited together.
      for (const one of [JSON.parse(message.data)].flat()) {
        const whole = told.whole(one);
        if (whole) tell({ type: "message", at: Date.now(), ...whole });
        else if (!asking) own.send(JSON.stringify({ again: {} }));
        asking = whole === null;
      }
    };
    own.onclose = () => {
      if (socket === own) lost();
    };
  }

  /** @type {(own: WebSocket) => void} */
  function listenFor(own) {
    clearTimeout(quiet);
    clearTimeout(waking);
    quiet = setTimeout(() => {
      if (socket !== own) return;
      own.close();
      lost();
    }, QUIET);
  }

  function lost() {
    socket = null;
    clearTimeout(quiet);
    failures += 1;
    const pause = pauseAfter(failures, FIRST_PAUSE, LONGEST_PAUSE);
    tell({ type: "closed", at: Date.now(), retryAt: Date.now() + pause });
    retry = setTimeout(open, pause);
  }

  /** Try now, when waiting to. */
  function hurry() {
    if (retry !== undefined) open();
  }

  /** A tablet that slept holds a line that may be dead without knowing: ask, and don't wait for long. */
  function wake() {
    if (document.hidden) return;
    if (retry !== undefined) return open();
    const own = socket;
    if (own?.readyState !== WebSocket.OPEN) return;
    own.send(JSON.stringify({ hello: {} }));
    clearTimeout(waking);
    waking = setTimeout(() => {
      if (socket !== own) return;
      own.close();
      socket = null;
      open();
    }, WAKING);
  }

  window.addEventListener("online", wake);
  window.addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", wake);
  open();

  return {
    hurry,
    /** Send a request; false when there's no connection. */
    send(request) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(request));
      return true;
    },
  };
}

/**
 * An id that no other command has; works on plain-HTTP pages too, where `randomUUID` is missing.
 * @type {() => string}
 */
export function freshId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
