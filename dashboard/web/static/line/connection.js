// The line to the server: its messages become events. The page's state isn't kept here.

import { takeEarly } from "./early_line.js";
import { holdLine } from "./held_line.js";
import { books } from "./patching.js";

/** @import { Request } from "../../types/messages.js" */
/** @import { Connection, Tell } from "../../types/page.js" */

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
/** The longest silence, ms. The server sends a message at least every 4 s; after three missed ones it is gone. */
const QUIET = 13000;

/** The longest wait for an answer after a tablet wakes up, ms. Then the line is dead. */
const WAKING = 500;

/**
 * Keep a connection to `url()`. `tell` gets `opened`, `closed` and `message` events; a message always has the whole
 * state. `greet()` returns the first request on each connection, or null.
 * @type {(url: () => string, tell: Tell, greet?: () => Request | null) => Connection}
 */
export function connect(url, tell, greet = () => null) {
  let known = books();
  let asking = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waking;

  const line = holdLine(
    url,
    { first: FIRST_PAUSE, longest: LONGEST_PAUSE, quiet: QUIET },
    {
      opened(own, greeted) {
        clearTimeout(waking);
        known = books();
        asking = false;
        const greeting = greeted ? null : greet();
        if (greeting) own.send(JSON.stringify(greeting));
        tell({ type: "opened", at: Date.now() });
      },
      heard(own, data) {
        clearTimeout(waking);
        // The text is one message, or a list of several.
        for (const one of [JSON.parse(data)].flat()) {
          const whole = known.whole(one);
          if (whole) tell({ type: "message", at: Date.now(), ...whole });
          else if (!asking) own.send(JSON.stringify({ again: {} }));
          asking = whole === null;
        }
      },
      lost: (retryAt) => tell({ type: "closed", at: Date.now(), retryAt: retryAt ?? Date.now() }),
    },
    takeEarly,
  );

  /** Check the line after the tablet slept, because the line may be dead: ask, and wait only a moment. */
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
    /** Send a request; returns false without a connection. */
    send(request) {
      const own = line.current();
      own?.send(JSON.stringify(request));
      return own !== null;
    },
  };
}

/**
 * An id that no other command has. It works on plain-HTTP pages too, where `randomUUID` is missing.
 * @type {() => string}
 */
export function freshId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
