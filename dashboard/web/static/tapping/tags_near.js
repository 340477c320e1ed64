// Reads tags near a phone, by Web NFC (W3C Community Group Report). This script knows nothing of the table.

/** @typedef {{ recordType: string, encoding?: string, lang?: string, data?: DataView }} NdefRecord */
/** @typedef {{ serialNumber: string, message: { records: readonly NdefRecord[] } }} NdefReading */
/**
 * @typedef {object} NdefReader The parts of the browser's reader that are used here.
 * @property {(options?: { signal: AbortSignal }) => Promise<void>} scan
 * @property {(message: { records: readonly { recordType: string, lang: string, data: string }[] }, options?: { signal: AbortSignal }) => Promise<void>} write
 * @property {(type: "reading" | "readingerror", hear: (event: Event & NdefReading) => void) => void} addEventListener
 */
/** @typedef {{ uid: string, text: string }} NearTag A tag's number in capital hexadecimal, and the text in its memory. */

/** The language of the text record, as the table's own readers write it (firmware_bridge/tag_text.py). */
const LANGUAGE = "en";
/** The longest time for writing a tag that is held to the phone. */
const WRITTEN_WITHIN_MS = 3000;

/** A tag at the edge of the antenna's field is read again and again. After a longer pause than this it counts as another reading. */
const SAME_MS = 1500;

/** @typedef {"insecure" | "none" | "missing" | "off" | "denied"} NoTags Why no tags are read: the page isn't by HTTPS, the browser can't, the phone has no NFC, its NFC is off, the page may not. */

/** The reason why this browser can't read tags; empty if it can. @returns {"" | NoTags} */
export function refusal() {
  if (!window.isSecureContext) return "insecure";
  return "NDEFReader" in window ? "" : "none";
}

/**
 * Read tags from now on; this has to be called while a press of a button is handled. `hear` gets each tag once as it
 * comes near, or null for one that can't be read. Returns a function that writes a text onto the tag at the phone, and
 * returns whether it could; or the reason why no tags are read.
 * @type {(hear: (tag: NearTag | null) => void) => Promise<((text: string) => Promise<boolean>) | NoTags>}
 */
export async function readTags(hear) {
  const Reader = /** @type {{ NDEFReader: new () => NdefReader }} */ (/** @type {unknown} */ (window)).NDEFReader;
  const reader = new Reader();
  let last = { uid: "", at: Number.NEGATIVE_INFINITY };
  reader.addEventListener("reading", ({ serialNumber, message }) => {
    const uid = serialNumber.replaceAll(":", "").toUpperCase();
    const isSame = uid !== "" && uid === last.uid && performance.now() - last.at < SAME_MS;
    last = { uid, at: performance.now() };
    if (!isSame) hear({ uid, text: textOf(message.records) });
  });
  reader.addEventListener("readingerror", () => hear(null));
  try {
    await reader.scan();
  } catch (error) {
    return reasonOf(error instanceof DOMException ? error.name : "");
  }
  return async (text) => {
    try {
      const records = [{ recordType: "text", lang: LANGUAGE, data: text }];
      await reader.write({ records }, { signal: AbortSignal.timeout(WRITTEN_WITHIN_MS) });
      return true;
    } catch {
      return false;
    }
  };
}

/** The reason by the name of the browser's exception (Web NFC, 9.4). @param {string} name @returns {NoTags} */
function reasonOf(name) {
  if (name === "NotSupportedError") return "missing";
  return name === "NotReadableError" ? "off" : "denied";
}

/** The first text in a tag's message; empty without one. @param {readonly NdefRecord[]} records */
function textOf(records) {
  const record = records.find(({ recordType }) => recordType === "text");
  try {
    return record?.data ? new TextDecoder(record.encoding ?? "utf-8").decode(record.data) : "";
  } catch {
    // Another program's tag may name an encoding that isn't one.
    return "";
  }
}
