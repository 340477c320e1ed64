// The public's line to the server, by server-sent events. It opens again by itself, and has the same events as a
// tablet's.

/** @import { Tell } from "../../types/page.js" */

const PAUSE = 5000;

/**
 * Follow the stream at `url`. `tell` gets `opened`, `closed` and `message` events. Returns a function that ends it.
 * @type {(url: string, tell: Tell) => () => void}
 */
export function followStream(url, tell) {
  let ended = false;
  let source = begin();

  function begin() {
    const line = new EventSource(url);
    line.onopen = () => tell({ type: "opened", at: Date.now() });
    line.onmessage = (message) => tell({ type: "message", at: Date.now(), ...JSON.parse(message.data) });
    line.onerror = () => {
      tell({ type: "closed", at: Date.now(), retryAt: Date.now() + PAUSE });
      // A browser opens a broken line again by itself, but not a refused one.
      if (line.readyState === EventSource.CLOSED) setTimeout(again, PAUSE);
    };
    return line;
  }

  function again() {
    if (!ended) source = begin();
  }

  return () => {
    ended = true;
    source.close();
  };
}

/**
 * The lines of an answer's body, as they arrive.
 * @param {ReadableStream<Uint8Array>} body
 */
export async function* linesOf(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
