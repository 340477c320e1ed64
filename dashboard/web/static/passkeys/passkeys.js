// The page of passkeys: signing in with one, binding one to a name at this place, and the arbiter's list of places
// that require one.

import "../page/language.js";
import { fill, html, region } from "../page/dom.js";
import { linkHeaders, ownLink } from "../line/own_link.js";
import { capital, language, say } from "../words/say.js";

/** @typedef {{ id: string, name: string, place: string, host: string }} Passkey */
/** @typedef {{ place: string, label: string, required: boolean }} Place */
/** @typedef {{ offered: boolean, role: string, label: string, passkeys: readonly Passkey[], places: readonly Place[] }} Facts */
/** @typedef {Record<string, any>} Json */

/** @type {Facts | null} */
let facts = null;

/** @type {(text: string) => ArrayBuffer} */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer;
}

/** @type {(content: ArrayBuffer) => string} */
const text = (content) =>
  btoa(String.fromCharCode(...new Uint8Array(content)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** @type {(said: string, refused: boolean) => void} */
function tell(said, refused) {
  region("state").className = refused ? "refused" : "quiet";
  fill(region("state"), said, () => capital(said));
}

/**
 * The server's answer; null if it refuses. Then the page shows the reason.
 * @type {(path: string, facts?: Record<string, string>, body?: Json) => Promise<Json | null>}
 */
async function ask(path, facts = {}, body) {
  const query = new URLSearchParams({ lang: language(), ...facts });
  /** @type {RequestInit} */
  const how = { method: "POST", headers: linkHeaders(), ...(body ? { body: JSON.stringify(body) } : {}) };
  const answer = await fetch(`/passkeys/${path}?${query}`, how).catch(() => null);
  const found =
    answer === null
      ? { text: say("notice.no_line") }
      : await answer.json().catch(() => ({ text: say("notice.no_line") }));
  if (answer?.ok) return found;
  tell(found.text ?? "", true);
  return null;
}

/** @type {(found: Credential | null) => Json} */
function credentialJson(found) {
  const made = /** @type {PublicKeyCredential} */ (found);
  const response = /** @type {AuthenticatorAttestationResponse & AuthenticatorAssertionResponse} */ (made.response);
  /** @type {Json} */
  const said = { clientDataJSON: text(response.clientDataJSON) };
  for (const name of /** @type {const} */ (["attestationObject", "authenticatorData", "signature", "userHandle"])) {
    if (response[name]) said[name] = text(/** @type {ArrayBuffer} */ (response[name]));
  }
  return { id: made.id, rawId: text(made.rawId), type: made.type, response: said, clientExtensionResults: {} };
}

/** @type {(do_it: () => Promise<void>) => Promise<void>} */
async function tried(do_it) {
  try {
    await do_it();
  } catch {
    // The browser has shown the reason itself.
    tell(say("passkeys.not_done"), true);
  }
}

/** @type {(name: string) => Promise<void>} */
const bind = (name) =>
  tried(async () => {
    const began = await ask("binding", { name });
    if (!began) return;
    const { options } = began;
    const publicKey = {
      ...options,
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: (options.excludeCredentials ?? []).map((/** @type {Json} */ one) => ({
        ...one,
        id: bytes(one["id"]),
      })),
    };
    const made = await navigator.credentials.create({ publicKey });
    const bound = await ask("bound", {}, { ceremony: began.ceremony, credential: credentialJson(made) });
    if (!bound) return;
    tell(say("passkeys.bound", { name: bound.name }), false);
    await look();
  });

const signIn = () =>
  tried(async () => {
    const began = await ask("signing-in");
    if (!began) return;
    const publicKey = { ...began.options, challenge: bytes(began.options.challenge) };
    const found = await navigator.credentials.get({ publicKey });
    const signed = await ask("signed-in", {}, { ceremony: began.ceremony, credential: credentialJson(found) });
    if (signed) location.assign(`/#join=${encodeURIComponent(signed.link)}`);
  });

/** @type {(place: string, required: boolean) => Promise<void>} */
async function require(place, required) {
  const done = await ask("required", { of: place, required: String(required) });
  // The arbiter's own link may have changed: use the new one.
  if (done?.link) {
    location.hash = `#join=${encodeURIComponent(done.link)}`;
    ownLink();
  }
  if (done) tell(say(required ? "passkeys.now_required" : "passkeys.now_free"), false);
  await look();
}

/** @type {(passkey: string) => Promise<void>} */
async function remove(passkey) {
  if (await ask("removal", { passkey })) await look();
}

/** @type {(place: string, label: string) => string} */
const placeName = (place, label) => (place === "arbiter" ? say("audit.role.arbiter") : label || place);

/** @type {(facts: Facts) => HTMLElement} */
function binding(facts) {
  const name = html("input", {
    type: "text",
    required: true,
    maxlength: 24,
    "aria-label": say("passkeys.name"),
    placeholder: say("passkeys.name"),
    "data-key": "name",
  });
  return html(
    "section",
    {},
    html(
      "h2",
      {},
      say("passkeys.bind_heading", { place: placeName(facts.role === "arbiter" ? "arbiter" : "", facts.label) }),
    ),
    html("p", { class: "quiet" }, say("passkeys.bind_what")),
    html(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void bind(name.value);
        },
      },
      name,
      html("button", { type: "submit", "data-key": "bind" }, say("passkeys.bind")),
    ),
    facts.passkeys.length
      ? html(
          "ul",
          {},
          facts.passkeys.map((one) =>
            html(
              "li",
              {},
              html("span", {}, one.name),
              html(
                "span",
                { class: "quiet" },
                placeName(one.place, facts.places.find(({ place }) => place === one.place)?.label ?? facts.label),
              ),
              html("span", { class: "quiet" }, one.host),
              html(
                "button",
                { type: "button", "data-key": `remove-${one.id}`, onclick: () => void remove(one.id) },
                say("passkeys.remove"),
              ),
            ),
          ),
        )
      : null,
  );
}

/** @type {(places: readonly Place[]) => HTMLElement} */
const requirements = (places) =>
  html(
    "section",
    {},
    html("h2", {}, say("passkeys.required_heading")),
    html("p", { class: "quiet" }, say("passkeys.required_what")),
    html(
      "ul",
      {},
      places.map((one) =>
        html(
          "li",
          {},
          html(
            "label",
            {},
            html("input", {
              type: "checkbox",
              checked: one.required,
              "data-key": `required-${one.place}`,
              onchange: (/** @type {Event} */ event) =>
                void require(one.place, /** @type {HTMLInputElement} */ (event.target).checked),
            }),
            placeName(one.place, one.label),
          ),
        ),
      ),
    ),
  );

function draw() {
  if (!facts) return;
  const usable = facts.offered && "credentials" in navigator && window.isSecureContext;
  fill(region("content"), [facts, usable, language()], () => {
    if (!facts?.offered) return html("p", {}, say("passkeys.not_offered"));
    if (!usable) return html("p", {}, say("passkeys.not_here"));
    return [
      html(
        "section",
        {},
        html("h2", {}, say("passkeys.sign_heading")),
        html("p", { class: "quiet" }, say("passkeys.sign_what")),
        html(
          "button",
          { type: "button", class: "main", "data-key": "sign-in", onclick: () => void signIn() },
          say("passkeys.sign_in"),
        ),
      ),
      facts.role === "spectator" ? null : binding(facts),
      facts.places.length ? requirements(facts.places) : null,
    ];
  });
}

async function look() {
  facts = await fetch("/passkeys", { headers: linkHeaders() }).then(
    (answer) => answer.json(),
    () => null,
  );
  if (facts === null) tell(say("notice.no_line"), true);
  draw();
}

void look();
