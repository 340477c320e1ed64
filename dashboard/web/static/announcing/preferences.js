// How this tablet is to speak, sound, buzz and move. Pure; the texts are JSON, as a tablet keeps them.

/** @import { Preferences } from "../../types/page.js" */

/**
 * The settings of a tablet that nobody has changed. Speech and sounds are off: several tablets lie
 * round a table, and all at once would be noise. So is answering by itself: at once, it would tell the table that there was no choice.
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
 * The preferences that were kept as text; what it doesn't say, or says wrongly, is as usual.
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
 * The preferences as text; inverse of `parsePreferences`.
 * @type {(preferences: Preferences) => string}
 */
export const formatPreferences = (preferences) => JSON.stringify(preferences);

/**
 * The preferences with one of them otherwise; a name is that of its switch: "speech", "sounds.move".
 * @type {(preferences: Preferences, name: string, wanted: boolean) => Preferences}
 */
export function preferring(preferences, name, wanted) {
  const [first, sound] = name.split(".");
  return sound
    ? { ...preferences, sounds: { ...preferences.sounds, [sound]: wanted } }
    : { ...preferences, [first]: wanted };
}

/**
 * Whether something is preferred, by the name of its switch.
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
