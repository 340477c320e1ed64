// The line between a phone that is a camera and the table: it sends the phone's time and its pictures.

import { holdLine } from "../line/held_line.js";
import { clock } from "./shutter.js";

/** @import { PhoneEnd, PhoneSight } from "../../types/messages.js" */
/** @import { Taken } from "./shutter.js" */

/**
 * News on the line. `next`: the table wants a picture. `bad`: the last picture couldn't be used; `text` is the
 * reason.
 * @typedef {{ type: "opened" } | { type: "closed" } | { type: "next" } | { type: "sight", sight: PhoneSight } | { type: "bad", text: string } | { type: "end", end: PhoneEnd }} PhoneNews
 */

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 3000;
/** The longest silence, ms. The table asks for the time every 2 s, so a silent line is dead. */
const QUIET = 8000;
/** The size of a piece of a picture, bytes. The server takes at most 64 KiB in one message. */
const PIECE = 60000;
const POLL = 10;

/**
 * Keep a line to the table, with `greet` as the first message.
 * @type {(greet: () => { link: string, device: string, language: string }, tell: (news: PhoneNews) => void) => { send: (taken: Taken, held: readonly string[]) => Promise<number | null>, again: () => void, speak: () => void }}
 */
export function connectPhone(greet, tell) {
  const address = () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/phone/ws`;
  const line = holdLine(
    address,
    { first: FIRST_PAUSE, longest: LONGEST_PAUSE, quiet: QUIET },
    {
      opened(own) {
        own.send(JSON.stringify({ hello: greet() }));
        tell({ type: "opened" });
      },
      heard: (own, data) => hear(own, JSON.parse(data)),
      lost: () => tell({ type: "closed" }),
    },
  );

  /** @type {(own: WebSocket, said: Record<string, any>) => void} */
  function hear(own, said) {
    if ("time" in said) own.send(JSON.stringify({ time: { asked: said.time, at_ms: clock() } }));
    else if ("next" in said) tell({ type: "next" });
    else if ("sight" in said) tell({ type: "sight", sight: said.sight });
    else if ("bad" in said) tell({ type: "bad", text: said.bad.text });
    else if ("end" in said) {
      line.leave();
      tell({ type: "end", end: said.end });
    }
  }

  window.addEventListener("online", line.hurry);
  document.addEventListener("visibilitychange", line.hurry);

  return {
    /** Send a picture; returns the time that this took, ms, or null if the line was lost. */
    async send({ at_ms, width_px, height_px, jpeg }, held) {
      const own = line.current();
      if (!own) return null;
      const content = await jpeg.arrayBuffer();
      const began = performance.now();
      own.send(JSON.stringify({ picture: { size_bytes: content.byteLength, at_ms, width_px, height_px, held } }));
      for (let at = 0; at < content.byteLength; at += PIECE) own.send(content.slice(at, at + PIECE));
      while (own.bufferedAmount > 0 && own.readyState === WebSocket.OPEN)
        await new Promise((resolve) => setTimeout(resolve, POLL));
      return own.readyState === WebSocket.OPEN ? performance.now() - began : null;
    },
    /** Ask for all sentences in the page's present language. */
    speak: () => line.current()?.send(JSON.stringify({ hello: greet() })),
    /** Open the line again after an end, with the same link. */
    again: line.again,
  };
}
