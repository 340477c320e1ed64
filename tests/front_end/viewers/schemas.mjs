// How viewers read a recording's JSON messages: each property of a schema has one type, and bytes are base64 in a
// string. Written after what Foxglove documents for MCAP's `jsonschema` encoding; whatever isn't of that form is
// refused with its place.

const PLAIN = { string: "string", boolean: "boolean", number: "number", integer: "number" };

/**
 * Return what reads a message's value by its schema.
 * @param {Record<string, any>} schema @param {string} at
 * @returns {(value: any) => any}
 */
export function readerOf(schema, at) {
  const { type } = schema;
  if (typeof type !== "string") {
    throw new Error(`${at}: expected one type, found ${JSON.stringify(type ?? Object.keys(schema))}`);
  }
  if (type === "object") {
    const inner = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, readerOf(one, `${at}.${name}`)]);
    return (value) => {
      expect(value !== null && typeof value === "object" && !Array.isArray(value), at, value);
      const found = { ...value };
      for (const [name, read] of inner) {
        if (name in value) {
          found[name] = read(value[name]);
        }
      }
      return found;
    };
  }
  if (type === "array") {
    if (schema.items?.type === "array" || Array.isArray(schema.items)) {
      throw new Error(`${at}: a list within a list, or of several kinds`);
    }
    const read = readerOf(schema.items ?? {}, `${at}[]`);
    return (value) => {
      expect(Array.isArray(value), at, value);
      return value.map(read);
    };
  }
  if (!(type in PLAIN)) {
    throw new Error(`${at}: '${type}' is no type that viewers know`);
  }
  const isBytes = type === "string" && schema.contentEncoding === "base64";
  return (value) => {
    expect(typeof value === PLAIN[type], at, value);
    return isBytes ? new Uint8Array(Buffer.from(value, "base64")) : value;
  };
}

/** @param {boolean} holds @param {string} at @param {unknown} value */
function expect(holds, at, value) {
  if (!holds) {
    throw new Error(`${at}: ${JSON.stringify(value)} isn't of the schema's type`);
  }
}
