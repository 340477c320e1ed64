import assert from "node:assert/strict";
import { test } from "node:test";
import { giveKnownName, unnamed } from "../../dashboard/web/static/panels/introducing.js";
import { advice, after, match, news, piece, sheet, situation, use, verdict, view } from "./samples.js";

const place = (/** @type {"seat" | "arbiter" | "spectator"} */ role, /** @type {string | null} */ seat = null) =>
  news("place", { role, seat });

test("whoever sits at a seat that has no name yet is asked for one, nobody else", () => {
  const asked = (/** @type {ReturnType<typeof place>} */ where, changes = {}) =>
    unnamed(after(news("match", match(changes)), where))?.seat ?? null;
  assert.equal(asked(place("seat", "west")), "west");
  assert.equal(asked(place("seat", "west"), { players: { west: "Lan" } }), null);
  assert.equal(asked(place("seat", "west"), { players: { north: "An" } }), "west");
  assert.equal(asked(place("seat", "east")), null);
  assert.equal(asked(place("arbiter")), null);
  assert.equal(asked(place("spectator")), null);
  assert.equal(
    asked(place("seat", "west"), { view: view({ outcome: { winners: ["west"], rule: "R", reason: "" } }) }),
    null,
  );
});

test("whoever is asked something by the game answers that first", () => {
  const asks = (/** @type {string[]} */ seats, kind = "answer") =>
    unnamed(
      after(
        news(
          "match",
          match({
            view: view({ decision: { chooser: "seat", seats, kind, continues: true, many: false, shows: false } }),
          }),
        ),
        place("seat", "west"),
      ),
    )?.seat ?? null;
  assert.equal(asks(["west"]), null);
  assert.equal(asks(["north"]), "west");
  assert.equal(asks(["west"], "turn"), "west");
});

test("whoever chooses the targets of a card isn't asked for a name above them", () => {
  const seated = [news("match", match()), place("seat", "west")];
  assert.equal(unnamed(after(...seated))?.seat, "west");
  assert.equal(unnamed(after(...seated, { type: "use", key: "spark" })), null);
  assert.equal(unnamed(after(...seated, { type: "use", key: "spark" }, { type: "stop" }))?.seat, "west");
});

test("whoever is offered what a chosen piece may do there isn't asked for a name above it", () => {
  const sword = use([{ attack: "w.cav.1", target: "n.inf.1" }], { key: "sword", piece: "w.cav.1" });
  const pieces = [piece("w.cav.1", "a1"), piece("n.inf.1", "b2")];
  const seated = [
    news("match", match({ view: view({ pieces }) })),
    place("seat", "west"),
    news("advice", { match: "m", revision: 1, advice: [advice("w.cav.1", { attacks: ["n.inf.1"] })], left: [] }),
    news("seat", sheet([sword])),
    { type: /** @type {const} */ ("select"), piece: "w.cav.1" },
  ];
  assert.equal(unnamed(after(...seated))?.seat, "west");
  assert.equal(unnamed(after(...seated, { type: "ask", place: "n.inf.1" })), null);
});

test("what was said of a player is said again under the new name, once", () => {
  const said = (/** @type {string} */ text) => news("situation", situation({ recent: [verdict("settled", { text })] }));
  const called = after(
    news("match", match()),
    said("West moves"),
    news("match", match({ players: { west: "Lan" } })),
    said("Lan moves"),
  );
  assert.deepEqual(
    called.verdicts.map((one) => one.text),
    ["Lan moves"],
  );
  const early = after(said("West moves"), news("match", match()));
  assert.deepEqual(
    early.verdicts.map((one) => one.text),
    ["West moves"],
    "what comes before the match isn't lost",
  );
});

test("whoever a tournament's code has seated is called by that name, once", async () => {
  const kept = new Map([["boardwarden-called", "Lan"]]);
  const storage = /** @type {Storage} */ (
    /** @type {unknown} */ ({
      getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
      setItem: (/** @type {string} */ name, /** @type {string} */ text) => void kept.set(name, text),
    })
  );
  globalThis.sessionStorage = storage;
  /** @type {string[][]} */
  const given = [];
  const introduce = (/** @type {string[]} */ ...said) => void given.push(said);
  const open = { type: /** @type {const} */ ("opened"), at: 0 };
  const seated = after(open, news("match", match()), place("seat", "west"));
  giveKnownName(after(open, news("match", match()), place("spectator")), introduce);
  giveKnownName(seated, introduce);
  giveKnownName(seated, introduce);
  await Promise.resolve();
  assert.deepEqual(given, [["west", "Lan", ""]]);
});
