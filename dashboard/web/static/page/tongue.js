// The language that a tablet is set to. Its texts are loaded by `language.js`.

import { keep, kept } from "./keeping.js";

/** The languages that a tablet may be set to, each by its own name. */
export const LANGUAGES = { en: "English", vi: "Tiếng Việt", ja: "日本語" };

const KEPT = "boardwarden-language";

/**
 * A language, if the pages have it; else null.
 * @param {string | null | undefined} tongue
 */
const known = (tongue) => (tongue && tongue in LANGUAGES ? tongue : null);

/** The language to use: the link's, as long as its tab is open; else the one chosen on this tablet; else the browser's. */
export function chosenTongue() {
  const linked = known(new URLSearchParams(location.search).get("lang"));
  if (linked) keep(KEPT, linked, "tab");
  const own = navigator.languages.map((tag) => known(tag.split("-")[0])).find(Boolean);
  return linked ?? known(kept(KEPT, "tab")) ?? known(kept(KEPT)) ?? own ?? "en";
}

/** Keep a language as the one chosen on this tablet. @param {string} tongue */
export function chooseTongue(tongue) {
  keep(KEPT, tongue);
  keep(KEPT, tongue, "tab");
}
