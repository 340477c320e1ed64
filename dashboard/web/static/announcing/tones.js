// The page's short sounds, each made of a few sine tones.

/** @import { Sound } from "../../types/page.js" */

/**
 * Each sound's tones: [frequency in Hz, beginning in s, length in s].
 * @type {Record<Sound, readonly (readonly [number, number, number])[]>}
 */
const TONES = {
  move: [[392, 0, 0.09]],
  turn: [
    [523.25, 0, 0.16],
    [783.99, 0.13, 0.3],
  ],
  warning: [
    [311.13, 0, 0.22],
    [233.08, 0.2, 0.4],
  ],
  time: [
    [880, 0, 0.07],
    [880, 0.16, 0.07],
    [880, 0.32, 0.07],
  ],
};
/** The sounds, the most urgent first. Of several at once only one is played. @type {readonly Sound[]} */
const ORDER = ["warning", "turn", "time", "move"];
const LOUDNESS = 0.16;
const ATTACK_S = 0.012;

/** A player of sounds. It is silent until the page was touched, because browsers allow no sound before. */
export function createTones() {
  /** @type {AudioContext | null} */
  let context = null;

  /** Prepare the browser's audio. It has to be called while a touch is handled. */
  function wake() {
    if (typeof AudioContext === "undefined") return;
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume().catch(() => {});
  }

  /**
   * Play the most urgent of some sounds.
   * @param {readonly Sound[]} sounds
   */
  function play(sounds) {
    const sound = ORDER.find((one) => sounds.includes(one));
    if (sound === undefined || context === null || context.state !== "running") return;
    for (const [hz, at_s, lasts_s] of TONES[sound]) tone(context, hz, context.currentTime + at_s, lasts_s);
  }

  return { wake, play };
}

/** @type {(context: AudioContext, hz: number, at_s: number, lasts_s: number) => void} */
function tone(context, hz, at_s, lasts_s) {
  const [voice, volume] = [context.createOscillator(), context.createGain()];
  voice.frequency.value = hz;
  volume.gain.setValueAtTime(0, at_s);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at_s + ATTACK_S);
  volume.gain.exponentialRampToValueAtTime(0.001, at_s + lasts_s);
  voice.connect(volume).connect(context.destination);
  voice.start(at_s);
  voice.stop(at_s + lasts_s);
}
