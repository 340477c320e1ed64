import assert from "node:assert/strict";
import { test } from "node:test";
import { suggestionOf, wantsSuggestion } from "../../dashboard/web/static/state/bar.js";
import { adviceOf, shownAdvice, usableNow } from "../../dashboard/web/static/state/selectors.js";
import { initial, reduce } from "../../dashboard/web/static/state/state.js";
import { squares } from "./fields.js";
import {
  after,
  camera,
  match,
  news,
  piece,
  played,
  running,
  service,
  sheet,
  situation,
  use,
  verdict,
  view,
} from "./samples.js";

/** @import { Answer, TabletPlace } from "../../dashboard/web/types/messages.js" */
/** @import { PageEvent, State } from "../../dashboard/web/types/page.js" */

/** @type {(state: State, ...events: PageEvent[]) => State} */
const then = (state, ...events) => events.reduce(reduce, state);

/** @type {(command: string, changes?: Partial<Answer>) => Answer} */
const answer = (command, changes = {}) => ({
  command,
  code: "done",
  revision: 1,
  text: "",
  refused: [],
  seat: null,
  ...changes,
});

/** @param {string | null} piece */
const hand = (piece) => ({ match: "m-1", revision: 1, seat: "west", piece });

/** @type {(seat: string | null) => TabletPlace} */
const place = (seat) => ({ role: seat ? "seat" : "spectator", seat });

test("a state is never changed, only followed by another", () => {
  /** @param {unknown} value */
  const frozen = (value) => {
    if (value && typeof value === "object") Object.values(Object.freeze(value)).forEach(frozen);
    return value;
  };
  const state = /** @type {State} */ (frozen(running));
  const next = then(
    state,
    { type: "select", piece: "w.cav.1" },
    { type: "ask", place: "d5" },
    { type: "closed", at: 9, retryAt: 10 },
  );
  assert.equal(state.selected, null);
  assert.equal(next.selected, "w.cav.1");
});

test("what isn't known changes nothing", () => {
  assert.equal(reduce(running, /** @type {any} */ ({ type: "sneeze" })), running);
  const reduced = reduce(
    running,
    /** @type {any} */ ({ type: "message", at: 0, channel: "gossip", name: "", data: {} }),
  );
  assert.deepEqual({ ...reduced, heardAt: 0 }, { ...running, heardAt: 0 });
});

test("a lost line says since when, and a new one forgets who was there but not the board", () => {
  const lost = then(
    running,
    news("camera", camera(), { name: "c", at: 500 }),
    { type: "closed", at: 900, retryAt: 1300 },
    { type: "closed", at: 1400, retryAt: 2000 },
  );
  assert.deepEqual([lost.link.open, lost.link.lostAt, lost.link.retryAt], [false, 500, 2000]);
  const back = then(lost, { type: "opened", at: 2100 });
  assert.deepEqual([back.services, back.cameras, back.match], [{}, {}, running.match]);
  assert.equal(back.link.lostAt, null);
});

test("null takes a camera away, and only that one", () => {
  const two = then(running, news("camera", camera(), { name: "a" }), news("camera", camera(), { name: "b" }));
  assert.deepEqual(Object.keys(then(two, news("camera", null, { name: "a" })).cameras), ["b"]);
});

test("verdicts are said once, however often they come, and end with their match", () => {
  const one = verdict("settled", { text: "played" });
  const reduced = then(
    running,
    news("verdict", one),
    news("situation", situation({ recent: [one, verdict("illegal")] })),
    news("verdict", one),
  );
  assert.deepEqual(
    reduced.verdicts.map((each) => each.kind),
    ["settled", "illegal"],
  );
  assert.deepEqual(then(reduced, news("match", match({ match: "another" }))).verdicts, []);
});

test("another position takes back what was asked, not what was chosen", () => {
  const asked = then(
    running,
    { type: "select", piece: "w.cav.1" },
    { type: "ask", place: "d5" },
    { type: "wonder", id: "q" },
  );
  const same = then(asked, news("match", match()));
  assert.deepEqual([same.asked, same.wondered], ["d5", "q"]);
  const moved = then(asked, news("match", match({ revision: 2 })));
  assert.deepEqual([moved.selected, moved.asked, moved.wondered], ["w.cav.1", null, null]);
});

test("a piece that has left the match is let go, and still has its name", () => {
  const gone = then(
    running,
    { type: "select", piece: "n.inf.1" },
    news(
      "match",
      match({
        revision: 2,
        view: view({ pieces: [piece("w.cav.1", "c5")], absent: [{ piece: "n.inf.1", label: "N.INF.1" }] }),
      }),
    ),
  );
  assert.equal(gone.selected, null);
  assert.equal(gone.labels["n.inf.1"], "N.INF.1");
});

test("places are kept by revision, and a take-back forgets what came after", () => {
  const forth = then(running, news("match", match({ revision: 2 })), news("match", match({ revision: 3 })));
  assert.deepEqual(
    forth.places.map((kept) => kept.revision),
    [1, 2, 3],
  );
  const back = then(forth, news("match", match({ revision: 2 })));
  assert.deepEqual(
    back.places.map((kept) => kept.revision),
    [1, 2],
  );
});

test("an order is waited for until its answer, a refusal says what and why", () => {
  const sent = then(running, { type: "sent", id: "1", what: "End of turn" });
  assert.deepEqual(then(sent, news("answer", answer("1"))).sent, {});
  const refused = then(sent, news("answer", answer("1", { code: "illegal", text: "not your turn" })));
  assert.deepEqual(refused.sent, {});
  assert.equal(refused.notice?.tone, "problem");
  assert.equal(then(refused, { type: "dismiss" }).notice, null);
});

test("a refusal goes once the turn has passed on, and with the next press", () => {
  const sent = then(running, { type: "sent", id: "1", what: "End of turn" });
  const refused = then(sent, news("answer", answer("1", { code: "stale", text: "look again" })));
  assert.ok(then(refused, news("match", match({ revision: 2 }))).notice);
  const passed = news("match", match({ revision: 2, view: view({ turn: "north" }) }));
  assert.equal(then(refused, passed).notice, null);
  for (const press of /** @type {const} */ ([
    { type: "drawer", drawer: "log" },
    { type: "ask", place: "c5" },
    { type: "select", piece: "w.cav.1" },
  ]))
    assert.equal(then(refused, press).notice, null);
});

test("the chosen piece is let go at the end of the player's own turn, and not of another's", () => {
  const chosen = then(running, { type: "select", piece: "w.cav.1" });
  const passed = news("match", match({ revision: 2, view: view({ turn: "north" }) }));
  for (const [place, selected] of /** @type {const} */ ([
    [{ role: "seat", seat: "west" }, null],
    [{ role: "arbiter", seat: null }, null],
    [{ role: "seat", seat: "north" }, "w.cav.1"],
  ]))
    assert.equal(then({ ...chosen, place }, passed).selected, selected);
});

test("no answer is said once, and a late one for another order changes nothing", () => {
  const sent = then(running, { type: "sent", id: "1", what: "Pause" });
  const silent = then(sent, { type: "unanswered", id: "1" });
  assert.ok(silent.notice);
  assert.equal(reduce(silent, { type: "unanswered", id: "1" }), silent);
  assert.deepEqual(then(sent, news("answer", answer("7", { code: "stale" }))).sent, sent.sent);
});

test("a question is answered by its own answer alone", () => {
  const wondering = then(
    running,
    { type: "select", piece: "w.cav.1" },
    { type: "ask", place: "d5" },
    { type: "wonder", id: "q" },
  );
  const refused = [{ use: "move", target: "d5", broken: [{ rule: "DW-5", text: "too far" }] }];
  const reduced = then(wondering, news("answer", answer("q", { refused })));
  assert.deepEqual([reduced.wondered, reduced.reasons], [null, refused]);
  assert.equal(then(wondering, { type: "ask", place: "e5" }, news("answer", answer("q", { refused }))).reasons, null);
});

test("a seat's targets are chosen one by one, and a card laid on its pad asks at once", () => {
  const card = use([
    { play: "bow", user: "w.cav.1" },
    { play: "bow", user: "w.inf.1" },
  ]);
  const seated = then(running, news("place", place("west")), news("seat", sheet([card])));
  const picked = then(seated, { type: "use", key: "card" }, { type: "pick", key: "user", value: "w.cav.1" });
  assert.deepEqual(picked.using?.picked, { user: { values: ["w.cav.1"], closed: true } });
  assert.equal(then(picked, { type: "stop" }).using, null);
  assert.equal(then(seated, news("seat", sheet([card], { laid: ["card"] }))).using?.key, "card");
  assert.equal(then(picked, news("seat", sheet([card], { revision: 2 }))).using, null);
});

test("a tablet that changes its seat forgets the hand of the other", () => {
  const west = then(running, news("place", place("west")), news("seat", sheet([])));
  assert.equal(then(west, news("place", place("north"))).sheet, null);
  assert.notEqual(then(west, news("place", place("west"))).sheet, null);
});

test("a piece in the hand is chosen without a tap, and let go when it lies again", () => {
  const west = then(running, news("place", place("west")));
  const lifted = then(west, news("hand", hand("w.cav.1")));
  assert.equal(lifted.selected, "w.cav.1");
  assert.equal(then(lifted, news("hand", hand(null))).selected, null);
  const tapped = then(lifted, { type: "select", piece: "n.cav.1" });
  assert.equal(then(tapped, news("hand", hand(null))).selected, "n.cav.1");
  const choosing = then(west, news("seat", sheet([use([])])), { type: "use", key: "card" });
  const shown = then(choosing, news("hand", hand("w.cav.1")));
  assert.deepEqual([shown.selected, shown.using], [null, choosing.using]);
  assert.equal(then(lifted, news("place", place("north"))).hand, null);
});

test("a piece that a hand clears away in another's turn isn't chosen", () => {
  const north = then(running, news("place", place("north")));
  const cleared = then(north, news("hand", hand("n.cav.1")));
  assert.deepEqual([cleared.hand?.piece, cleared.selected], ["n.cav.1", null]);
});

test("the board is turned to the seat's side, until somebody turns it", () => {
  const north = after(news("surface", squares), news("place", place("north")));
  assert.equal(north.quarters, 2);
  assert.deepEqual(north.surface?.cells[0].x_mm, -squares.cells[0].x_mm);
  const turned = then(north, { type: "turn", quarters: 1 }, news("surface", squares));
  assert.deepEqual([turned.quarters, turned.turned], [1, true]);
  assert.equal(then(turned, news("place", place("west"))).turned, false);
});

test("a narrow screen stands a wide field upright", () => {
  const wide = { ...squares, size_mm: /** @type {const} */ ([400, 300]) };
  assert.equal(reduce(initial("match", { upright: true }), news("surface", wide)).quarters, 1);
  assert.equal(reduce(initial("match", { upright: true }), news("surface", squares)).quarters, 0);
});

test("whoever wants help only when asking isn't shown a lifted piece, and keeps what was tapped", () => {
  const asking = reduce(then(running, news("place", place("west"))), { type: "help", help: "asked" });
  assert.equal(then(asking, news("hand", hand("w.cav.1"))).selected, null);
  const tapped = reduce(asking, { type: "select", piece: "w.cav.1" });
  assert.equal(then(tapped, news("hand", hand("w.cav.1")), news("hand", hand(null))).selected, "w.cav.1");
});

test("where warnings alone are wanted nothing is shown of what a piece may do, and no danger", () => {
  const shown = reduce(running, { type: "danger", seat: "west" });
  const quiet = reduce(shown, { type: "help", help: "warnings" });
  assert.equal(quiet.danger, null);
  assert.equal(shownAdvice(quiet, "w.cav.1"), null);
  assert.deepEqual([...usableNow(quiet)], []);
  assert.equal(shownAdvice(shown, "w.cav.1"), adviceOf(shown, "w.cav.1"));
});

test("a screen that is turned turns a wide field with it, unless somebody turned it by hand", () => {
  const wide = { ...squares, size_mm: /** @type {const} */ ([400, 300]) };
  const lying = after(news("surface", wide), news("place", place("west")));
  assert.equal(lying.quarters, 0);
  const upright = then(lying, { type: "shape", upright: true, column: false, aspect: 0.7 });
  assert.equal(upright.quarters % 2, 1);
  const byHand = then(
    lying,
    { type: "turn", quarters: 2 },
    { type: "shape", upright: true, column: false, aspect: 0.7 },
  );
  assert.equal(byHand.quarters, 2);
});

test("a list over the board makes way for the piece that is chosen from it, and everything for what is used", () => {
  const listed = then(running, { type: "drawer", drawer: "left" });
  assert.equal(then(listed, { type: "select", piece: "w.cav.1" }).drawer, null);
  const log = then(running, { type: "drawer", drawer: "log" });
  assert.equal(then(log, { type: "select", piece: "w.cav.1" }).drawer, "log");
  assert.equal(then(log, { type: "use", key: "card" }).drawer, null);
});

test("what the table can't do is said, and holds up no order that was sent before", () => {
  const state = then(running, { type: "sent", id: "1", what: "Pause" }, news("error", { text: "Not sent: no bus" }));
  assert.deepEqual([state.notice?.text, state.sent], ["Not sent: no bus", {}]);
});

test("services come and go by their names", () => {
  const away = then(running, news("availability", service(false, "killed"), { name: "vision" }));
  assert.equal(away.services.vision.reason, "killed");
  assert.equal(away.services.engine.online, true);
  assert.equal(played({ end_turn: true }).by, "west");
});

test("who is being taught asks once a position what a bot would play, and is shown it for that position alone", () => {
  const seated = [
    news("place", { role: "seat", seat: "west" }),
    news("match", match()),
    news("situation", situation()),
  ];
  const taught = /** @type {const} */ ({ type: "help", help: "teaching" });
  assert.equal(wantsSuggestion(after(...seated)), false);
  const learning = after(...seated, taught);
  assert.equal(wantsSuggestion(learning), true);
  assert.equal(
    wantsSuggestion(after(news("place", { role: "seat", seat: "north" }), ...seated.slice(1), taught)),
    false,
  );
  const asked = reduce(learning, { type: "suggest", id: "s", revision: 1 });
  assert.equal(wantsSuggestion(asked), false);
  const reduced = reduce(
    asked,
    news("answer", { command: "s", code: "done", revision: 1, text: "Try this", refused: [], seat: "west" }),
  );
  assert.equal(suggestionOf(reduced), "Try this");
  const pieces = {
    ...reduced,
    labels: { "w.inf.1": "Lan's infantry 1" },
    suggested: { revision: 1, text: "Try this: w.inf.1 attacks." },
  };
  assert.equal(suggestionOf(pieces), "Try this: Lan's infantry 1 attacks.", "pieces by their names");
  assert.equal(
    suggestionOf(reduce(reduced, news("match", match({ match: "another" })))),
    null,
    "another match stands there too",
  );
  const later = reduce(reduced, news("match", match({ revision: 2 })));
  assert.equal(suggestionOf(later), null);
  assert.equal(wantsSuggestion(later), true);
});

test("pieces are moved by fingers on the same page: what was chosen is let go, and the match stays", () => {
  const chosen = {
    ...running,
    selected: "w.cav.1",
    asked: "d5",
    carried: { piece: "w.cav.1", cell: "d5" },
    playedHere: "m",
  };
  const moving = reduce(chosen, { type: "mode", mode: "table" });
  assert.deepEqual(
    [moving.mode, moving.selected, moving.asked, moving.carried, moving.playedHere],
    ["table", null, null, null, null],
  );
  assert.equal(moving.match, running.match);
  assert.equal(reduce(moving, { type: "mode", mode: "match" }).mode, "match");
});
