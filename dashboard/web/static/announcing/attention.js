// Lets a tablet speak, sound and buzz, as its settings say.

import { announce } from "./announcing.js";
import { keep, kept } from "../page/keeping.js";
import { formatPreferences, parsePreferences, preferring, prefers } from "./preferences.js";
import { say, whenTaught } from "../words/say.js";
import { createTones } from "./tones.js";
import { createVoice } from "./voice.js";

/** @import { Announced, News, Sound, State } from "../../types/page.js" */

const KEPT = "boardwarden-preferences";

/**
 * Connect the settings' dialog; returns a function to call with every state that is drawn. `alone` is called with
 * every state, if the player wants a question with one answer to be answered by itself. `voice` speaks.
 * @param {{ dialog: HTMLDialogElement, opener: HTMLElement }} places
 * @param {(state: State) => void} [alone]
 * @param {ReturnType<typeof createVoice>} [voice]
 * @returns {(state: State) => void}
 */
export function createAttention({ dialog, opener }, alone = () => {}, voice = createVoice()) {
  let preferences = parsePreferences(kept(KEPT));
  /** @type {Announced | null} */
  let announced = null;
  const tones = createTones();
  const voiceless = /** @type {HTMLElement} */ (dialog.querySelector("#voiceless"));

  /** @param {string} name @param {boolean} wanted */
  function prefer(name, wanted) {
    preferences = preferring(preferences, name, wanted);
    keep(KEPT, formatPreferences(preferences));
    show();
    // A player who switches something on hears or feels it at once. Some browsers also need a touch before the first
    // word.
    if (name === "speech")
      wanted ? voice.tell([{ topic: "turn", text: say("speech.begins"), sound: null, buzz: null }]) : voice.stop();
    if (wanted && name.startsWith("sounds.")) tones.play([/** @type {Sound} */ (name.slice("sounds.".length))]);
    if (wanted && name === "buzz") navigator.vibrate?.(80);
  }

  function show() {
    // The box of notifications has no name: the browser keeps what it says.
    for (const box of dialog.querySelectorAll("input")) if (box.name) box.checked = prefers(preferences, box.name);
    document.documentElement.dataset.motion = preferences.calm ? "calm" : "";
    const text = preferences.speech && voice.missing() ? say("settings.voiceless") : "";
    if (voiceless.textContent !== text) voiceless.textContent = text;
  }

  /** @param {readonly News[]} news */
  function tell(news) {
    if (preferences.speech) voice.tell(news);
    tones.play(news.flatMap(({ sound }) => (sound !== null && preferences.sounds[sound] ? [sound] : [])));
    const buzz = news.find((one) => one.buzz !== null)?.buzz;
    if (preferences.buzz && buzz) navigator.vibrate?.([...buzz]);
  }

  opener.addEventListener("click", () => dialog.showModal());
  dialog.querySelector(".close")?.addEventListener("click", () => dialog.close());
  dialog.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name) prefer(target.name, target.checked);
  });
  /** @type {HTMLElement} */ (dialog.querySelector("#buzzing")).hidden = !("vibrate" in navigator);
  addEventListener("pointerdown", tones.wake);
  addEventListener("keydown", tones.wake);
  voice.whenFound(show);
  whenTaught(() => {
    // The waiting words are in the earlier language.
    voice.stop();
    show();
  });
  show();

  return (state) => {
    const { announced: now, news } = announce(announced, state);
    announced = now;
    if (news.length) tell(news);
    if (preferences.alone) alone(state);
  };
}
