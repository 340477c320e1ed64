// The browser's own voice. Other scripts (`announcing.js`, `queueing.js`) decide when it speaks.

import { heard, next, SILENT } from "./queueing.js";
import { language } from "../words/say.js";

/** @import { News } from "../../types/page.js" */

/** Words that belong together come within this time, whichever message brings them first. */
const GATHERED_MS = 150;
/** A browser that doesn't tell when it has finished mustn't hold up what comes after. */
const LONGEST_MS = 20000;

/** A speaker; `missing()` tells whether this browser has no voice for the language that is spoken. */
export function createVoice() {
  const synthesis = window.speechSynthesis;
  let speech = SILENT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let longest;

  /**
   * The voice for the language; one that needs no network goes first.
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
      // Interrupted words aren't the ones that are spoken now.
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

  /** Say no more of what is being said. */
  function hush() {
    clearTimeout(longest);
    synthesis?.cancel();
  }

  return {
    tell,
    /** Forget all that is still to be said. */
    stop() {
      speech = SILENT;
      clearTimeout(waiting);
      hush();
    },
    missing: () => voice() === undefined,
    /**
     * Call `hear` when the browser has found its voices: it looks for them late.
     * @param {() => void} hear
     */
    whenFound: (hear) => synthesis?.addEventListener?.("voiceschanged", hear),
  };
}
