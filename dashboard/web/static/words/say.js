// The page's own texts in the tablet's language. Pure: what can be said is taught from outside (`page/language.js`).
// The table's sentences (plays, rules, names) come ready in the same language and aren't known here.

/** @typedef {string | number} Fact */

/** @type {Record<string, string>} */
let sentences = {};
let spoken = "en";
/** @type {Set<() => void>} */
const hearers = new Set();

/** The language that is spoken now: "en", "vi", "ja". */
export const language = () => spoken;

/**
 * Speak a language from now on, by its sentences, and call the listeners.
 * @param {string} tongue
 * @param {Record<string, string>} texts
 */
export function teach(tongue, texts) {
  spoken = tongue;
  sentences = texts;
  for (const hear of hearers) hear();
}

/**
 * Call `hear` whenever another language is spoken.
 * @param {() => void} hear
 */
export const whenTaught = (hear) => void hearers.add(hear);

/**
 * A sentence of the texts, filled with facts: `{n}` is the fact n, `{n:hex|hexes}` counts ("1 hex", "2 hexes").
 * A key that nobody wrote shows itself.
 * @param {string} key
 * @param {Record<string, Fact>} [facts]
 * @returns {string}
 */
export function say(key, facts = {}) {
  return (sentences[key] ?? key).replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => {
    const fact = String(facts[name] ?? "");
    return one === undefined ? fact : `${fact} ${fact === "1" ? one : many}`;
  });
}

/**
 * Whether the texts have a sentence under a key.
 * @param {string} key
 */
export const sayable = (key) => key in sentences;

/**
 * Several things as one text: "West, North and East"; `kind` "disjunction" for "or".
 * @param {readonly string[]} things
 * @param {Intl.ListFormatType} [kind]
 */
export const listed = (things, kind = "conjunction") => new Intl.ListFormat(spoken, { type: kind }).format(things);

/**
 * A sentence that begins with whatever was put first, as a sentence begins.
 * @param {string} text
 */
export const capital = (text) =>
  /^[a-z]+:\/\//.test(text) ? text : text.charAt(0).toLocaleUpperCase(spoken) + text.slice(1);

/**
 * A text as the whole sentence that it is, or that is only to be ended: some come with their stop, some without.
 * @param {string} text
 */
export const stopped = (text) => (/[.?!…。？！]$/.test(text) ? text : text + say("joins.stop"));
