import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { createOpening } from "../../dashboard/web/static/panels/opening.js";
import { teach } from "../../dashboard/web/static/words/say.js";
import { match, news, view } from "./samples.js";

/** @import { Command, MatchState } from "../../dashboard/web/types/messages.js" */
/** @import { PageEvent } from "../../dashboard/web/types/page.js" */

/** @type {Command[]} */
let sent = [];
let changes = 0;
let connected = true;
/** @type {MatchState | null} */
let present = null;

const opening = () =>
  createOpening(
    {
      send(request) {
        if ("command" in request) sent.push(request.command);
        return connected;
      },
    },
    () => present,
    () => void changes++,
  );

/** The engine's answer to a command. @type {(code: "done" | "not_now", text?: string, command?: string) => PageEvent} */
const answer = (code, text = "", command = sent.at(-1)?.id ?? "") =>
  news("answer", { command, code, revision: 0, text, refused: [], seat: null });

beforeEach(() => {
  [sent, changes, connected, present] = [[], 0, true, null];
  mock.timers.enable({ apis: ["setTimeout"] });
  teach("en", { "notice.unanswered": "No answer came.", "notice.no_line": "the table is away" });
});
afterEach(() => {
  mock.timers.reset();
  teach("en", {});
});

test("after a match that is over, another is opened once its command is answered", async () => {
  present = match({ revision: 7, view: view({ outcome: { winners: ["west"], rule: "R", reason: "" } }) });
  const way = opening();
  const opened = way.open("", { kind: "take_up", name: "m-1" });
  await Promise.resolve();
  assert.deepEqual([way.waits(), changes, sent.length], [true, 1, 1]);
  assert.deepEqual({ ...sent[0], id: "" }, { id: "", revision: 7, kind: "take_up", name: "m-1" });
  way.hear(answer("done", "", "another"));
  assert.equal(way.waits(), true);
  way.hear(answer("done"));
  assert.equal(way.waits(), false);
  assert.deepEqual(await opened, { done: true, fault: "" });
});

test("a refusal and an error are sentences", async () => {
  const way = opening();
  for (const heard of [
    () => answer("not_now", "the disk is full"),
    () => news("error", { text: "the disk is full" }),
  ]) {
    const opened = way.open("", { kind: "open" });
    await Promise.resolve();
    way.hear(heard());
    assert.deepEqual(await opened, { done: false, fault: "The disk is full" });
  }
});

test("what isn't answered is given up, and its late answer opens nothing", async () => {
  const way = opening();
  const opened = way.open("", { kind: "open" });
  await Promise.resolve();
  mock.timers.tick(45_000);
  assert.deepEqual(await opened, { done: false, fault: "No answer came." });
  const again = way.open("", { kind: "open" });
  await Promise.resolve();
  way.hear(answer("done", "", sent[0].id));
  assert.equal(way.waits(), true);
  way.hear(answer("done"));
  assert.deepEqual(await again, { done: true, fault: "" });
});

test("without a line the player reads so, and a line that closes ends the wait without a word", async () => {
  const way = opening();
  connected = false;
  assert.deepEqual(await way.open("", { kind: "open" }), { done: false, fault: "The table is away" });
  connected = true;
  const opened = way.open("", { kind: "open" });
  await Promise.resolve();
  way.hear({ type: "closed", at: 0, retryAt: 0 });
  assert.deepEqual(await opened, { done: false, fault: "" });
  assert.equal(way.waits(), false);
});

test("only one match is opened at a time", async () => {
  const way = opening();
  void way.open("", { kind: "open" });
  assert.deepEqual(await way.open("", { kind: "open" }), { done: false, fault: "" });
  assert.equal(sent.length, 1);
});
