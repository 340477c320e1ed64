// Opens recordings by @mcap/core, reads each message by its schema as viewers do, and prints what became of each.
import fs from "node:fs/promises";
import zlib from "node:zlib";
import * as published from "@foxglove/schemas/jsonschema";
import { McapIndexedReader } from "@mcap/core";
import { readerOf } from "./schemas.mjs";

const decompressHandlers = {
  zstd: (/** @type {Uint8Array} */ packed) => new Uint8Array(zlib.zstdDecompressSync(packed)),
};

const TEXT = new TextDecoder();

/** How a schema isn't the published one of its name: every property of ours has to be in theirs, of one type. */
function unlikePublished(ours, theirs, at) {
  if (theirs === undefined) {
    return [`${at}: not in the published schema`];
  }
  const kind = theirs.oneOf ? "integer" : theirs.type;
  if (ours.type !== kind) {
    return [`${at}: ${ours.type}, published as ${kind}`];
  }
  if (ours.type === "array") {
    return unlikePublished(ours.items, theirs.items, `${at}[]`);
  }
  return Object.entries(ours.properties ?? {}).flatMap(([name, one]) =>
    unlikePublished(one, theirs.properties?.[name], `${at}.${name}`),
  );
}

async function opened(path) {
  const file = await fs.open(path);
  const readable = {
    size: async () => BigInt((await file.stat()).size),
    read: async (offset, length) => {
      const content = new Uint8Array(Number(length));
      await file.read(content, 0, Number(length), Number(offset));
      return content;
    },
  };
  const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers });
  const channels = new Map();
  for (const channel of reader.channelsById.values()) {
    const schema = reader.schemasById.get(channel.schemaId);
    const found = {
      topic: channel.topic,
      schema: schema.name,
      messages: 0,
      fault: "",
      first: null,
      unlike: [],
      properties: [],
    };
    channels.set(channel.id, found);
    try {
      const described = JSON.parse(TEXT.decode(schema.data));
      found.parse = readerOf(described, schema.name);
      found.properties = Object.keys(described.properties ?? {});
      const name = schema.name.replace("foxglove.", "");
      if (name !== schema.name) {
        found.unlike = unlikePublished(described, published[name], name);
        found.lacks = (published[name]?.required ?? []).filter((one) => !described.properties[one]);
      }
    } catch (error) {
      found.fault = error.message;
    }
  }
  for await (const message of reader.readMessages({ validateCrcs: true })) {
    const found = channels.get(message.channelId);
    found.messages += 1;
    try {
      const value = found.parse?.(JSON.parse(TEXT.decode(message.data)));
      found.first ??= value;
    } catch (error) {
      found.fault ||= error.message;
    }
  }
  await file.close();
  return [...channels.values()].map(({ parse, ...rest }) => rest);
}

const answer = {};
for (const path of process.argv.slice(2)) {
  answer[path] = await opened(path);
}
const plain = (_, one) => (one instanceof Uint8Array ? { bytes: one.length } : one);
console.log(JSON.stringify(answer, plain));
