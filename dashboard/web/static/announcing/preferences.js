// The tablet's settings for speech, sounds, buzzing and movement, and their JSON, which a tablet keeps. Pure.

/** @import { Preferences } from "../../types/page.js" */

/**
 * The settings of a tablet that nobody has changed. Speech and sounds are off, because several tablets at once are
 * noise. Answering by itself is off, because an answer at once reveals that there was no choice.
 * @type {Preferences}
 */
export const USUAL = {
  speech: false,
  sounds: { move: false, warning: false, turn: false, time: false },
  buzz: true,
  calm: false,
  alone: false,
};

/**
 * The settings in a text that was kept. Settings that are missing or damaged have their usual value.
 * @type {(text: string | null) => Preferences}
 */
export function parsePreferences(text) {
  const kept = read(text);
  const sounds = kept.sounds ?? {};
  return {
    speech: claimed(kept.speech, USUAL.speech),
    sounds: {
      move: claimed(sounds.move, USUAL.sounds.move),
      warning: claimed(sounds.warning, USUAL.sounds.warning),
      turn: claimed(sounds.turn, USUAL.sounds.turn),
      time: claimed(sounds.time, USUAL.sounds.time),
    },
    buzz: claimed(kept.buzz, USUAL.buzz),
    calm: claimed(kept.calm, USUAL.calm),
    alone: claimed(kept.alone, USUAL.alone),
  };
}

/**
 * The settings as text; inverse of `parsePreferences`.
 * @type {(preferences: Preferences) => string}
 */
export const formatPreferences = (preferences) => JSON.stringify(preferences);

/**
 * The settings with one of them changed. `name` is its switch's: "speech", "sounds.move".
 * @type {(preferences: Preferences, name: string, wanted: boolean) => Preferences}
 */
export function preferring(preferences, name, wanted) {
  const [first, sound] = name.split(".");
  return sound
    ? { ...preferences, sounds: { ...preferences.sounds, [sound]: wanted } }
    : { ...preferences, [first]: wanted };
}

/**
 * Whether a setting is on, by its switch's name.
 * @type {(preferences: Preferences, name: string) => boolean}
 */
export function prefers(preferences, name) {
  const [first, sound] = name.split(".");
  const found = /** @type {Record<string, unknown>} */ (sound ? preferences.sounds : preferences)[sound ?? first];
  return found === true;
}

/** @type {(found: unknown, otherwise: boolean) => boolean} */
const claimed = (found, otherwise) => (typeof found === "boolean" ? found : otherwise);

/** @type {(text: string | null) => Record<string, any>} */
function read(text) {
  try {
    const found = JSON.parse(text ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}
