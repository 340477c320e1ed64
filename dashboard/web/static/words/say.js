// The page's own texts in the tablet's language. Pure: `page/language.js` loads them. The table's sentences (plays,
// rules, names) aren't among them; the server sends them in the same language.

/** @typedef {string | number} Fact */

/** @type {Record<string, string>} */
let sentences = {};
let spoken = "en";
/** @type {Set<() => void>} */
const hearers = new Set();

/** The present language: "en", "vi", "ja". */
export const language = () => spoken;

/**
 * Use a language and its sentences from now on, and call the listeners.
 * @param {string} tongue
 * @param {Record<string, string>} texts
 */
export function teach(tongue, texts) {
  spoken = tongue;
  sentences = texts;
  for (const hear of hearers) hear();
}

/**
 * Call `hear` whenever the language changes.
 * @param {() => void} hear
 */
export const whenTaught = (hear) => void hearers.add(hear);

/**
 * A sentence of the texts, filled with facts: `{n}` is the fact n, `{n:hex|hexes}` counts ("1 hex", "2 hexes"). A key
 * without a sentence is returned as it is.
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

/** Making one takes a phone 30 ms. @type {Map<string, Intl.ListFormat>} */
const joinings = new Map();

/**
 * Several things as one text: "West, North and East". With `kind` "disjunction": "West, North or East".
 * @param {readonly string[]} things
 * @param {Intl.ListFormatType} [kind]
 */
export function listed(things, kind = "conjunction") {
  if (things.length < 2) return things[0] ?? "";
  const name = `${spoken} ${kind}`;
  let joining = joinings.get(name);
  if (!joining) joinings.set(name, (joining = new Intl.ListFormat(spoken, { type: kind })));
  return joining.format(things);
}

/**
 * A text with its first letter as a capital, unless it begins with an address.
 * @param {string} text
 */
export const capital = (text) =>
  /^[a-z]+:\/\//.test(text) ? text : text.charAt(0).toLocaleUpperCase(spoken) + text.slice(1);

/**
 * A text with a full stop at its end, unless it has a stop already.
 * @param {string} text
 */
export const stopped = (text) => (/[.?!…。？！]$/.test(text) ? text : text + say("joins.stop"));
