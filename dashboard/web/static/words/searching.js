// Searches texts for words as people type them: without accents, in any order. Pure.

/**
 * A text without accents and capitals, so that "danh" finds "đánh".
 * @param {string} text
 */
export const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLocaleLowerCase()
    .replaceAll("đ", "d");

/**
 * Whether each word of a search is in one of the texts; an empty search finds everything.
 * @type {(wanted: string, ...texts: readonly string[]) => boolean}
 */
export function finds(wanted, ...texts) {
  const all = plain(texts.join("\n"));
  return plain(wanted)
    .split(/\s+/)
    .every((word) => all.includes(word));
}
