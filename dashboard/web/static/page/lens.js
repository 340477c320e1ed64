// A phone's rear camera: opening it, locking its controls, its light. This script knows nothing of the table.

/** @typedef {"focus" | "exposure" | "white"} Control */
/** @typedef {"insecure" | "none" | "denied" | "busy"} Refusal Why no camera opens. */

/**
 * The modes of the browser's constraints for each control (Media Capture and Streams, image extensions).
 * @type {Readonly<Record<Control, string>>}
 */
const MODES = { focus: "focusMode", exposure: "exposureMode", white: "whiteBalanceMode" };

/** The wanted picture. 4:3 uses most of a sensor, so it shows most of the board. */
const WISH = {
  facingMode: { ideal: "environment" },
  width: { ideal: 1920 },
  height: { ideal: 1440 },
  frameRate: { ideal: 30 },
};

/**
 * Open the rear camera; returns its pictures, or the reason why it can't be opened.
 * @returns {Promise<MediaStream | Refusal>}
 */
export async function openCamera() {
  if (!window.isSecureContext) return "insecure";
  if (!navigator.mediaDevices?.getUserMedia) return "none";
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: false, video: WISH });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "NotAllowedError" || name === "SecurityError") return "denied";
    return name === "NotFoundError" || name === "OverconstrainedError" ? "none" : "busy";
  }
}

/** The abilities of a track's camera; empty if the browser doesn't say. @param {MediaStreamTrack} track @returns {Record<string, unknown>} */
const abilities = (track) => /** @type {Record<string, unknown>} */ (track.getCapabilities?.() ?? {});

/** The present settings of a track's camera. @param {MediaStreamTrack} track @returns {Record<string, unknown>} */
const settingsOf = (track) => /** @type {Record<string, unknown>} */ (track.getSettings());

/**
 * Lock focus, exposure and white balance at their present values, as far as the browser allows; returns the locked
 * controls. A camera that focuses on a hand loses the board.
 * @type {(track: MediaStreamTrack) => Promise<Control[]>}
 */
export async function hold(track) {
  const settings = settingsOf(track);
  // A manual control without a value may jump to the driver's own value.
  const values = {
    focus: { focusDistance: settings.focusDistance },
    exposure: { exposureTime: settings.exposureTime, iso: settings.iso },
    white: { colorTemperature: settings.colorTemperature },
  };
  return setModes(track, "manual", values);
}

/** Let the camera find focus, exposure and white balance by itself again. @type {(track: MediaStreamTrack) => Promise<Control[]>} */
export const letGo = (track) => setModes(track, "continuous", { focus: {}, exposure: {}, white: {} });

/** @type {(track: MediaStreamTrack, mode: string, values: Record<Control, Record<string, unknown>>) => Promise<Control[]>} */
async function setModes(track, mode, values) {
  const can = abilities(track);
  /** @type {Control[]} */
  const done = [];
  for (const control of /** @type {Control[]} */ (Object.keys(MODES))) {
    const modes = can[MODES[control]];
    if (!Array.isArray(modes) || !modes.includes(mode)) continue;
    const known = Object.fromEntries(
      Object.entries(values[control]).filter(([name, value]) => value !== undefined && name in can),
    );
    const wish = /** @type {MediaTrackConstraintSet} */ ({ [MODES[control]]: mode, ...known });
    if (await applied(track, wish)) done.push(control);
  }
  // Advanced constraints are wishes: a browser may accept one, and leave the camera as it was.
  const now = settingsOf(track);
  return done.filter((control) => now[MODES[control]] === mode);
}

/** Whether the phone has a light that a page may turn on. @type {(track: MediaStreamTrack) => boolean} */
export const hasTorch = (track) => abilities(track).torch === true;

/** Turn the light on or off; returns whether that worked. @type {(track: MediaStreamTrack, on: boolean) => Promise<boolean>} */
export async function setTorch(track, on) {
  const accepted = await applied(track, /** @type {MediaTrackConstraintSet} */ ({ torch: on }));
  // Not every browser reports the light.
  return accepted && (settingsOf(track).torch ?? on) === on;
}

/** Ask for settings of a camera; returns false if the browser refuses. One set at a time: some browsers read only the first. @param {MediaStreamTrack} track @param {MediaTrackConstraintSet} wish */
const applied = (track, wish) =>
  track.applyConstraints({ advanced: [wish] }).then(
    () => true,
    () => false,
  );
