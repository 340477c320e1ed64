// The line between a phone that is a camera and the table: comes back by itself, tells the time, sends pictures.

import { pauseAfter } from "../line/pauses.js";
import { clock } from "./shutter.js";

/** @import { PhoneEnd, PhoneSight } from "../../types/messages.js" */
/** @import { Taken } from "./shutter.js" */

/**
 * News on the line. `next`: the table wants a picture. `bad`: the last one couldn't be used, and why.
 * @typedef {{ type: "opened" } | { type: "closed" } | { type: "next" } | { type: "sight", sight: PhoneSight } | { type: "bad", text: string } | { type: "end", end: PhoneEnd }} PhoneNews
 */

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 3000;
/** The table asks for the time every 2 s; a line without these questions is dead. */
const QUIET = 8000;
/** The server takes at most 64 KiB a message. */
const PIECE = 60000;
const POLL = 10;

/**
 * Keep a line to the table, with `greet` as the first message.
 * @type {(greet: () => { link: string, device: string, language: string }, tell: (news: PhoneNews) => void) => { send: (taken: Taken, held: readonly string[]) => Promise<number | null>, again: () => void, speak: () => void }}
 */
export function connectPhone(greet, tell) {
  /** @type {WebSocket | null} */
  let socket = null;
  let failures = 0;
  let ended = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let quiet;

  function open() {
    clearTimeout(retry);
    retry = undefined;
    const own = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/phone/ws`);
    socket = own;
    listenFor(own);
    own.onopen = () => {
      own.send(JSON.stringify({ hello: greet() }));
      tell({ type: "opened" });
    };
    own.onmessage = ({ data }) => {
      if (socket !== own) return;
      failures = 0;
      listenFor(own);
      hear(own, JSON.parse(data));
    };
    own.onclose = () => { if (socket === own) lost(); };
  }

  /** @type {(own: WebSocket, said: Record<string, any>) => void} */
  function hear(own, said) {
    if ("time" in said) own.send(JSON.stringify({ time: { asked: said.time, at_ms: clock() } }));
    else if ("next" in said) tell({ type: "next" });
    else if ("sight" in said) tell({ type: "sight", sight: said.sight });
    else if ("bad" in said) tell({ type: "bad", text: said.bad.text });
    else if ("end" in said) {
      ended = true;
      tell({ type: "end", end: said.end });
    }
  }

  /** @type {(own: WebSocket) => void} */
  function listenFor(own) {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      if (socket !== own) return;
      own.close();
      lost();
    }, QUIET);
  }

  function lost() {
    socket = null;
    clearTimeout(quiet);
    tell({ type: "closed" });
    if (ended) return;
    failures += 1;
    retry = setTimeout(open, pauseAfter(failures, FIRST_PAUSE, LONGEST_PAUSE));
  }

  function hurry() {
    if (retry !== undefined) open();
  }

  window.addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  open();

  return {
    /** Send a picture; how long it was on its way, ms, or null when the line went meanwhile. */
    async send({ at_ms, width_px, height_px, jpeg }, held) {
      const own = socket;
      if (own?.readyState !== WebSocket.OPEN) return null;
      const content = await jpeg.arrayBuffer();
      const began = performance.now();
      own.send(JSON.stringify({ picture: { size_bytes: content.byteLength, at_ms, width_px, height_px, held } }));
      for (let at = 0; at < content.byteLength; at += PIECE) own.send(content.slice(at, at + PIECE));
      while (own.bufferedAmount > 0 && own.readyState === WebSocket.OPEN) await new Promise((resolve) => setTimeout(resolve, POLL));
      return own.readyState === WebSocket.OPEN ? performance.now() - began : null;
    },
    /** Have all sentences in the language that the page speaks now. */
    speak() {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ hello: greet() }));
    },
    /** Begin again after an end, by the same link. */
    again() {
      ended = false;
      if (socket === null) open();
    },
  };
}
