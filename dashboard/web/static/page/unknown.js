// The page of an unknown or refused address. It asks for the reason again in the tablet's language, which may not be
// the browser's.

import "./language.js";
import { language, whenTaught } from "../words/say.js";

async function translate() {
  const reason = /** @type {HTMLElement | null} */ (document.querySelector("#reason"));
  const wanted = language();
  if (!reason || reason.lang === wanted) return;
  const here = new URL(location.href);
  here.searchParams.set("lang", wanted);
  const answer = await fetch(here, { headers: { accept: "text/plain", "accept-language": wanted } }).catch(() => null);
  if (!answer || answer.ok || language() !== wanted) return;
  const answered = await answer.text();
  const json = answer.headers.get("content-type")?.startsWith("application/json");
  const text = json ? JSON.parse(answered).text : answered.trim();
  if (typeof text !== "string" || !text) return;
  reason.textContent = text;
  reason.lang = wanted;
}

whenTaught(() => void translate());
void translate();
