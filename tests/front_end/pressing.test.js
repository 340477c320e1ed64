import assert from "node:assert/strict";
import { test } from "node:test";
import { createPressing } from "../../dashboard/web/static/page/pressing.js";

/** A page whose fingers and clock a test moves. */
function page() {
  /** @type {Map<string, (event: any) => void>} */
  const heard = new Map();
  /** @type {{ then: () => void, ms: number } | null} */
  let due = null;
  let drawn = 0;
  const target = {
    addEventListener: (/** @type {string} */ name, /** @type {any} */ hear) => void heard.set(name, hear),
  };
  const isPressed = createPressing(target, () => (drawn += 1), {
    later: (then, ms) => (due = { then, ms }),
    never: () => (due = null),
  });
  return {
    isPressed,
    drawn: () => drawn,
    due: () => due?.ms ?? null,
    pass: () => due?.then(),
    happen: (/** @type {string} */ name, button = true) =>
      heard.get(name)?.({ target: { closest: () => (button ? {} : null) } }),
  };
}

test("nothing is drawn beneath a finger on a button until its click was given", () => {
  const at = page();
  assert.equal(at.isPressed(), false);
  at.happen("pointerdown");
  assert.equal(at.isPressed(), true);
  at.happen("pointerup");
  assert.equal(at.isPressed(), true, "the click is still to come");
  at.happen("click");
  assert.equal(at.due(), 0);
  at.pass();
  assert.deepEqual([at.isPressed(), at.drawn()], [false, 1]);
});

test("a finger that slides off, or stays, holds nothing up for long", () => {
  const at = page();
  at.happen("pointerdown");
  at.happen("pointercancel");
  at.pass();
  assert.deepEqual([at.isPressed(), at.drawn()], [false, 1]);
  at.happen("pointerdown");
  at.pass();
  assert.deepEqual([at.isPressed(), at.drawn()], [false, 2]);
});

test("a finger that drags a piece of the board has it drawn meanwhile", () => {
  const at = page();
  at.happen("pointerdown", false);
  assert.equal(at.isPressed(), false);
  at.happen("click", false);
  assert.deepEqual([at.due(), at.drawn()], [null, 0]);
});
