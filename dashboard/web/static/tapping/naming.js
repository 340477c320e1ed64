// Names the tags of a pile, one after the other. A tag that comes while another is being named waits for its turn.

/** @import { Answer } from "../../types/messages.js" */
/** @import { NearTag } from "./tags_near.js" */

/** The start of the text in a tag's memory (`WRITTEN_BY_US` in engine/session/boards/tags.py). */
export const WRITTEN_BY_US = "boardwarden:";

/**
 * Make the names of a pile. `thing`: the name of the pile's next thing, empty at the end of the list; `ask`: ask the
 * table to name a tag, false without a connection; `write`: write a text onto the tag at the phone, null where
 * nothing is to be written; `report`: say a sentence below `tapping` about a thing; `refuse`: say why the table refused.
 * @param {{
 *   thing: () => string,
 *   ask: (uid: string, thing: string) => boolean,
 *   named: (thing: string) => void,
 *   write: () => ((text: string) => Promise<boolean>) | null,
 *   report: (outcome: "done" | "refused", key: string, thing: string) => void,
 *   refuse: (text: string) => void,
 * }} tools
 */
export function createNaming({ thing, ask, named, write, report, refuse }) {
  /** The things of this pile's named tags, by the tags' numbers. @type {Map<string, string>} */
  const things = new Map();
  /** @type {NearTag[]} */
  let waiting = [];
  /** @type {{ uid: string, thing: string } | null} */
  let current = null;
  /** Whether another tag has come near since. It would get the text that is meant for the current one. */
  let isOtherNear = false;

  /** @param {NearTag} tag */
  function near(tag) {
    if (current) {
      if (tag.uid === current.uid) return;
      isOtherNear = true;
      if (!waiting.some(({ uid }) => uid === tag.uid)) waiting.push(tag);
      return;
    }
    const known = things.get(tag.uid);
    const next = thing();
    if (known) report("refused", "named_already", known);
    else if (!next) report("refused", "pile_ends", "");
    else {
      current = { uid: tag.uid, thing: next };
      isOtherNear = false;
      if (ask(tag.uid, next)) return;
      current = null;
    }
    goOn();
  }

  function goOn() {
    const tag = waiting.shift();
    if (tag) near(tag);
  }

  /** @param {Answer} answer */
  async function answered(answer) {
    if (!current) return;
    const { uid, thing: name } = current;
    if (answer.code === "done") {
      things.set(uid, name);
      named(name);
      const put = write();
      const isWritten = put !== null && !isOtherNear && (await put(`${WRITTEN_BY_US} ${name}`)) && !isOtherNear;
      report("done", put ? (isWritten ? "named_written" : "named_unwritten") : "named", name);
    } else refuse(answer.text);
    if (current?.uid !== uid) return;
    current = null;
    goOn();
  }

  /** Forget the tags that aren't named yet, because the connection broke. */
  function breakOff() {
    current = null;
    waiting = [];
  }

  return { near, answered, breakOff };
}
