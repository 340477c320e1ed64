// Makes whole states from the steps that the server sends. Pure: no socket, no DOM. The form of the steps is
// described in dashboard/web/telling/deltas.py.

/**
 * The new value. It shares unchanged parts with the old one. An error is thrown if the delta was made for another
 * value.
 * @param {any} old
 * @param {any} delta
 * @returns {any}
 */
export function patched(old, delta) {
  if (delta === null || typeof delta !== "object") return delta;
  if ("is" in delta) return delta.is;
  if ("in" in delta) {
    const made = { ...old };
    for (const key of delta.gone ?? []) delete made[key];
    for (const [key, change] of Object.entries(delta.in)) made[key] = patched(old[key], change);
    return made;
  }
  /** @type {any[]} */
  const made = [];
  for (const part of delta.of) {
    if (Array.isArray(part)) made.push(...old.slice(part[0], part[1]));
    else made.push(patched(part?.at === undefined ? null : old[part.at], part));
  }
  return made;
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let left = n;
  for (let bit = 0; bit < 8; bit += 1) left = left & 1 ? 0xedb88320 ^ (left >>> 1) : left >>> 1;
  return left;
});

/**
 * The check number of a value: CRC-32 of its JSON.
 * @param {any} value
 * @returns {number}
 */
export function checkOf(value) {
  let left = -1;
  for (const byte of new TextEncoder().encode(JSON.stringify(value))) left = CRC[(left ^ byte) & 255] ^ (left >>> 8);
  return ~left >>> 0;
}

/**
 * The states that a page has received on one connection, which later steps start from. `whole(message)`: the message
 * with its whole data; null if its steps don't fit. Then the page has to ask for all states again.
 */
export function books() {
  /** @type {Map<string, {number: number, data: any}>} */
  const known = new Map();

  /** @param {any} message */
  function whole(message) {
    const { channel, name, number } = message;
    if (number === undefined) return message;
    const key = `${channel} ${name}`;
    if (!message.steps) {
      known.set(key, { number, data: message.data });
      return message;
    }
    const before = known.get(key);
    if (!before || before.number !== message.from) return null;
    let data = before.data;
    try {
      for (const step of message.steps) data = patched(data, step);
    } catch {
      return null;
    }
    if (checkOf(data) !== message.check) return null;
    known.set(key, { number, data });
    return { channel, name, data };
  }

  return { whole };
}
