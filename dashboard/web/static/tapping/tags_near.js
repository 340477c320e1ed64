// The tags that come near a phone: Web NFC (W3C Community Group Report). Knows nothing of the table.

/** @typedef {{ recordType: string, encoding?: string, lang?: string, data?: DataView }} NdefRecord */
/** @typedef {{ serialNumber: string, message: { records: readonly NdefRecord[] } }} NdefReading */
/**
 * @typedef {object} NdefReader What a browser offers, as far as it is used here.
 * @property {(options?: { signal: AbortSignal }) => Promise<void>} scan
 * @property {(message: { records: readonly { recordType: string, lang: string, data: string }[] }, options?: { signal: AbortSignal }) => Promise<void>} write
 * @property {(type: "reading" | "readingerror", hear: (event: Event & NdefReading) => void) => void} addEventListener
 */
/** @typedef {{ uid: string, text: string }} NearTag A tag's number in capital hexadecimal, and the text in its memory. */

/** The language of the text record, as the table's own readers write it (firmware_bridge/tag_text.py). */
const LANGUAGE = "en";
/** A tag that is held to the phone is written at once. */
const WRITTEN_WITHIN_MS = 3000;

/** Why this browser reads no tags; empty where it does. @returns {"" | "insecure" | "none"} */
export function refusal() {
  if (!window.isSecureContext) return "insecure";
  return "NDEFReader" in window ? "" : "none";
}

/**
 * Read tags from now on; has to be called while a button is pressed. `hear` gets each tag, null for one that can't be
 * read. The result writes a text onto the tag that is held to the phone.
 * @type {(hear: (tag: NearTag | null) => void) => Promise<(text: string) => Promise<boolean>>}
 */
export async function readTags(hear) {
  const Reader = /** @type {{ NDEFReader: new () => NdefReader }} */ (/** @type {unknown} */ (window)).NDEFReader;
  const reader = new Reader();
  reader.addEventListener("reading", ({ serialNumber, message }) =>
    hear({ uid: serialNumber.replaceAll(":", "").toUpperCase(), text: textOf(message.records) }),
  );
  reader.addEventListener("readingerror", () => hear(null));
  await reader.scan();
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

/** The first text that a message has; empty for none. @param {readonly NdefRecord[]} records */
function textOf(records) {
  const record = records.find(({ recordType }) => recordType === "text");
  return record?.data ? new TextDecoder(record.encoding ?? "utf-8").decode(record.data) : "";
}
