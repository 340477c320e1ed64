// Speaks with the browser's voice. `announcing.js` and `queueing.js` decide the words and their order.

import { heard, next, SILENT } from "./queueing.js";
import { language } from "../words/say.js";

/** @import { News } from "../../types/page.js" */

/** The wait for further words: words that belong together come within this time, by several messages. */
const GATHERED_MS = 150;
/** The longest wait for the end of words, ms: some browsers don't report it, and later words have to be spoken. */
const LONGEST_MS = 20000;

/** A speaker. `missing()`: whether this browser has no voice for the page's language. */
export function createVoice() {
  const synthesis = window.speechSynthesis;
  let speech = SILENT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let longest;

  /**
   * A voice for the language, if possible one that needs no network.
   * @returns {SpeechSynthesisVoice | undefined}
   */
  function voice() {
    const fit = (synthesis?.getVoices() ?? []).filter((one) => one.lang.toLowerCase().split(/[-_]/)[0] === language());
    return fit.find((one) => one.localService && one.default) ?? fit.find((one) => one.localService) ?? fit[0];
  }

  /** @param {readonly News[]} news */
  function tell(news) {
    const { speech: after, interrupts } = heard(speech, news);
    speech = after;
    if (interrupts) hush();
    clearTimeout(waiting);
    waiting = setTimeout(go, GATHERED_MS);
  }

  function go() {
    const found = voice();
    if (!synthesis || !found) speech = SILENT;
    if (!synthesis || !found || speech.now !== null) return;
    speech = next(speech);
    if (speech.now === null) return;
    const words = new SpeechSynthesisUtterance(speech.now.text);
    const own = speech.now;
    const done = () => {
      // If these words were interrupted, other words are being spoken now.
      if (speech.now !== own) return;
      clearTimeout(longest);
      speech = { ...speech, now: null };
      go();
    };
    words.voice = found;
    words.lang = found.lang;
    words.onend = done;
    words.onerror = done;
    longest = setTimeout(done, LONGEST_MS);
    synthesis.speak(words);
  }

  /** Stop the words that are being spoken. */
  function hush() {
    clearTimeout(longest);
    synthesis?.cancel();
  }

  return {
    tell,
    /** Stop speaking, and drop all waiting words. */
    stop() {
      speech = SILENT;
      clearTimeout(waiting);
      hush();
    },
    missing: () => voice() === undefined,
    /**
     * Call `hear` when the browser has loaded its voices, which may take a while.
     * @param {() => void} hear
     */
    whenFound: (hear) => synthesis?.addEventListener?.("voiceschanged", hear),
  };
}
