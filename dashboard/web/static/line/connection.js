// The line to the server: what is said on it becomes events. Holds no state.

import { holdLine } from "./held_line.js";
import { books } from "./patching.js";

/** @import { Request } from "../../types/messages.js" */
/** @import { Connection, Tell } from "../../types/page.js" */

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
  let told = books();
  let asking = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waking;

  const line = holdLine(
    url,
    { first: FIRST_PAUSE, longest: LONGEST_PAUSE, quiet: QUIET },
    {
      opened(own) {
        clearTimeout(waking);
        told = books();
        asking = false;
        const greeting = greet();
        if (greeting) own.send(JSON.stringify(greeting));
        tell({ type: "opened", at: Date.now() });
      },
      heard(own, data) {
        clearTimeout(waking);
        // One message, or a list of those that waited together.
        for (const one of [JSON.parse(data)].flat()) {
          const whole = told.whole(one);
          if (whole) tell({ type: "message", at: Date.now(), ...whole });
          else if (!asking) own.send(JSON.stringify({ again: {} }));
          asking = whole === null;
        }
      },
      lost: (retryAt) => tell({ type: "closed", at: Date.now(), retryAt: retryAt ?? Date.now() }),
    },
  );

  /** A tablet that slept holds a line that may be dead without knowing: ask, and don't wait for long. */
  function wake() {
    if (document.hidden || line.hurry()) return;
    const own = line.current();
    if (!own) return;
    own.send(JSON.stringify({ hello: {} }));
    clearTimeout(waking);
    waking = setTimeout(() => {
      if (line.current() === own) line.drop();
    }, WAKING);
  }

  window.addEventListener("online", wake);
  window.addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", wake);

  return {
    hurry: () => void line.hurry(),
    /** Send a request; false when there's no connection. */
    send(request) {
      const own = line.current();
      own?.send(JSON.stringify(request));
      return own !== null;
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
