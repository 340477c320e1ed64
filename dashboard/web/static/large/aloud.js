// Reads the large page's sentences aloud, each once. Before the first touch nothing is said: browsers refuse it.

import { createVoice } from "../announcing/voice.js";

/** The gestures after which a browser lets a page speak. */
const GESTURES = ["pointerup", "keyup", "click"];

/**
 * A reader of sentences. `tell` notes one, and reads it `unasked` if its `mark` isn't the last one's; `again` reads the
 * last one again; `stop` ends it. `missing()`: whether this browser has no voice for the page's language. `found` is called when voices come.
 * @param {{ isOn: () => boolean, found: () => void }} means
 */
export function createAloud({ isOn, found }) {
  const voice = createVoice();
  let [last, text] = ["", ""];
  let touched = false;
  /** Whether the last sentence waits for a touch. */
  let waits = false;

  function speak() {
    waits = false;
    voice.stop();
    if (text) voice.tell([{ topic: "turn", text, sound: null, buzz: null }]);
  }

  function touch() {
    touched = true;
    // The touch may bring another sentence: the page is drawn first.
    if (waits) setTimeout(() => requestAnimationFrame(() => waits && isOn() && speak()));
  }

  for (const gesture of GESTURES) addEventListener(gesture, touch, true);
  voice.whenFound(found);
  return {
    /** @type {(mark: string, sentence: string, unasked: boolean) => void} */
    tell(mark, sentence, unasked) {
      const known = mark === last;
      [last, text] = [mark, sentence];
      if (known) return;
      waits = unasked && isOn() && !touched;
      // The earlier sentence isn't the question any more.
      if (unasked && isOn() && touched) speak();
      else voice.stop();
    },
    again: speak,
    stop() {
      waits = false;
      voice.stop();
    },
    missing: voice.missing,
  };
}
