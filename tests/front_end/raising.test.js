import assert from "node:assert/strict";
import { test } from "node:test";
import { liftOf } from "../../dashboard/web/static/page/raising.js";

const STAGE = { top: 50, bottom: 650 };
const WARNING = { top: 450, bottom: 750 };

test("the board moves up as far as a warning would hide what it is about, and no further", () => {
  assert.equal(liftOf(STAGE, WARNING, [{ top: 500, bottom: 540 }]), 100, "ten pixels of room beneath it");
  assert.equal(liftOf(STAGE, WARNING, [{ top: 300, bottom: 340 }]), 0, "it is seen already");
  assert.equal(liftOf(STAGE, WARNING, [{ top: 600, bottom: 649 }]), 200, "no further than the warning reaches");
  assert.equal(liftOf(STAGE, WARNING, []), 0, "a warning about no place");
});

test("the highest place stays on the screen, and a warning beside the board moves nothing", () => {
  assert.equal(
    liftOf(STAGE, WARNING, [
      { top: 90, bottom: 130 },
      { top: 500, bottom: 540 },
    ]),
    40,
  );
  assert.equal(liftOf(STAGE, { top: 650, bottom: 750 }, [{ top: 600, bottom: 640 }]), 0);
});
