// A phone's camera as a scanner of printed tags: it sends pictures to the table, which finds the piece in them.

import { openCamera } from "../page/lens.js";
import { linkHeaders } from "../line/own_link.js";
import { language } from "../words/say.js";

const EVERY_MS = 400;
const WIDEST_PX = 1280;
const QUALITY = 0.85;

/** @typedef {{ thing?: string, text: string }} Seen */

/**
 * Look through the camera; `hear` gets each new piece, or a sentence about what is wrong. Returns a function that
 * stops it, or the reason why the camera can't be opened.
 * @type {(video: HTMLVideoElement, hear: (seen: Seen) => void) => Promise<(() => void) | import("../page/lens.js").Refusal>}
 */
export async function lookAround(video, hear) {
  const stream = await openCamera();
  if (typeof stream === "string") return stream;
  video.srcObject = stream;
  await video.play().catch(() => {});
  let going = true;
  let last = "";
  const look = async () => {
    const seen = await askFor(await pictureOf(video));
    const now = seen.thing ?? seen.text;
    // A piece that stays in front of the camera counts once.
    if (going && now !== last) hear(seen);
    last = now;
    if (going) setTimeout(look, EVERY_MS);
  };
  void look();
  return () => {
    going = false;
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
}

/** @param {HTMLVideoElement} video @returns {Promise<Blob | null>} */
function pictureOf(video) {
  const scale = Math.min(1, WIDEST_PX / (video.videoWidth || 1));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(video.videoWidth * scale));
  canvas.height = Math.max(1, Math.round(video.videoHeight * scale));
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}

/** @param {Blob | null} jpeg @returns {Promise<Seen>} */
async function askFor(jpeg) {
  try {
    const answer = await fetch(`/tap/picture?lang=${language()}`, {
      method: "POST",
      headers: linkHeaders(),
      body: jpeg,
    });
    return await answer.json();
  } catch {
    return { text: "" };
  }
}
