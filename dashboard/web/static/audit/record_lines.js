// The page of the log of actions: the newest lines, and the whole log as a file.

import "../page/language.js";
import { fill, fillEach, html, region } from "../page/dom.js";
import { linkHeaders } from "../line/own_link.js";
import { capital, language, say, sayable } from "../words/say.js";

/**
 * A line of /audit: its time (s since 1970), the place and device that it came from, the action and its facts.
 * @typedef {{ at: number, role: string, seat: string | null, label: string, address: string, browser: string, system: string, what: string, about: Record<string, string>, id: string }} AuditLine
 */

const EVERY_MS = 5000;
const FILE = "boardwarden-audit.jsonl";

/** @type {(at: number) => string} */
const when = (at) => new Intl.DateTimeFormat(language(), { dateStyle: "short", timeStyle: "medium" }).format(at * 1000);

/** @type {(line: AuditLine) => string} */
const who = ({ role, label, seat }) => (seat === null ? say(`audit.role.${role}`) : label);

/** @type {(line: AuditLine) => string} */
const deviceName = ({ browser, system }) =>
  browser && system ? say("holders.device", { browser, system }) : browser || system || say("holders.program");

/** The words for an action, by its kind. @type {(word: string) => string} */
const called = (word) => (sayable(`audit.did.${word}`) ? say(`audit.did.${word}`) : word);

/**
 * A line's facts, as its doer wrote them. @type {(about: Record<string, string>) => string}
 */
const facts = (about) =>
  Object.entries(about)
    .filter(([name]) => !["kind", "code", "n", "since"].includes(name))
    .map(([, value]) => value)
    .join(" · ");

/** The words for a line, with the number if it's for several. @type {(line: AuditLine) => string} */
function did(line) {
  const { n, since } = line.about;
  if (!since) return didOnce(line);
  return say("audit.often", { what: didOnce(line), n: Number(n), since: when(Number(since)) });
}

/** @type {(line: AuditLine) => string} */
function didOnce({ what, about }) {
  if (what === "answer") return say("audit.not_done", { what: called(about["kind"] ?? "") });
  if (what === "refused") return say("audit.refused", { what: called(about["kind"] ?? "asked") });
  if (what === "passed_over") return say("audit.passed_over", { n: Number(about["n"] ?? 0) });
  return called(what);
}

/** @type {(line: AuditLine) => boolean} */
const isRefused = ({ what }) => ["answer", "refused", "refused_link", "passed_over"].includes(what);

/** @type {(line: AuditLine) => HTMLElement} */
const row = (line) =>
  html(
    "tr",
    {},
    html("td", {}, when(line.at)),
    html("td", {}, who(line)),
    html(
      "td",
      {},
      html("span", { class: isRefused(line) ? "no" : "" }, did(line)),
      " ",
      html("span", { class: "quiet" }, facts(line.about)),
    ),
    html("td", {}, deviceName(line), " ", html("span", { class: "quiet" }, line.address)),
  );

/** @type {(text: string) => void} */
function refuse(text) {
  region("table").hidden = true;
  region("state").className = "refused";
  fill(region("state"), text, () => capital(text));
}

async function look() {
  /** @type {{ lines?: readonly AuditLine[], text?: string }} */
  const found = await fetch(`/audit?lang=${language()}`, { headers: linkHeaders() }).then(
    (answer) => answer.json(),
    () => ({ text: say("notice.no_line") }),
  );
  const { lines } = found;
  if (!lines) {
    refuse(found.text ?? "");
    return;
  }
  region("state").className = "quiet";
  fill(region("state"), lines.length, () => say(lines.length ? "audit.kept" : "audit.nothing"));
  region("table").hidden = lines.length === 0;
  fillEach(
    region("lines"),
    lines.map((one) => ({ shown: [one, language()], build: () => row(one) })),
  );
}

region("export").addEventListener("click", async () => {
  const answer = await fetch(`/audit/export.jsonl?lang=${language()}`, { headers: linkHeaders() }).catch(() => null);
  if (!answer?.ok) return;
  const url = URL.createObjectURL(await answer.blob());
  html("a", { href: url, download: FILE }).click();
  URL.revokeObjectURL(url);
});

async function follow() {
  await look();
  setTimeout(follow, EVERY_MS);
}

void follow();
