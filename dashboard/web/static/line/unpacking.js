// Unpacks the long texts that the server sends packed, and keeps the order of all texts.

/** @typedef {string | Blob | ArrayBuffer} Heard A text as it came: plain, or packed by raw DEFLATE. */

/** @type {(packed: Blob | ArrayBuffer) => Promise<string>} */
const unpacked = (packed) =>
  new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();

/**
 * Returns a function that hands on each text in turn. `broken` is called if one can't be
 * unpacked; no text is handed on after it.
 * @type {(hand: (text: string) => void, broken: () => void) => (heard: Heard) => void}
 */
export function inOrder(hand, broken) {
  /** @type {Promise<void> | null} */
  let waiting = null;
  return (heard) => {
    if (typeof heard === "string" && waiting === null) return hand(heard);
    const text = typeof heard === "string" ? heard : unpacked(heard);
    const own = Promise.all([text, waiting]).then(([found]) => {
      if (waiting === own) waiting = null;
      hand(found);
    });
    waiting = own;
    own.catch(broken);
  };
}
