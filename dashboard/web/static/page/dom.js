// Functions that build elements. They know nothing of the table, except that its language and appearance may change.

import { language } from "../words/say.js";

/** @import { Attributes, Child, Children } from "../../types/page.js" */

const SVG = "http://www.w3.org/2000/svg";

let timesAged = 0;

/** Have everything drawn again the next time, even if it shows the same, because the appearance has changed. */
export const ageDrawings = () => void (timesAged += 1);

/**
 * The page's element with an id. An error is thrown if the page lacks it.
 * @type {(id: string) => HTMLElement}
 */
export function region(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page lacks its element #${id}`);
  return found;
}

/**
 * The page's element with an id, of a kind: `regionOf("at", HTMLInputElement)`. An error is thrown if the page lacks
 * it.
 * @template {Element} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function regionOf(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page lacks its ${kind.name} #${id}`);
  return found;
}

/**
 * Make an HTML element. Functions among the attributes are listeners ("onclick"); null and false are left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Children[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function html(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/**
 * Make an SVG element, as `html`.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Children[]} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Set the attributes that have changed; null and false remove one.
 * @type {(element: Element, attributes: Attributes) => void}
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
  }
}

/** @type {WeakMap<Element, { parts: readonly unknown[], signature: string }>} */
const showing = new WeakMap();

/**
 * Build a region's content again if `shown` has changed, which has the parts of a state that the content depends on.
 * The focus stays on the element with the same `data-key`. Fields and folds keep what people typed, ticked or
 * unfolded, unless the new content has another value there, or the form was sent. The result says whether it was
 * built.
 * @type {(region: HTMLElement | SVGElement, shown: unknown, build: () => Children) => boolean}
 */
export function fill(region, shown, build) {
  const before = showing.get(region);
  const parts = [language(), timesAged, ...(Array.isArray(shown) ? shown : [shown])];
  if (before?.parts.length === parts.length && before.parts.every((part, i) => part === parts[i])) return false;
  const signature = JSON.stringify(parts);
  showing.set(region, { parts, signature });
  if (before?.signature === signature) return false;
  if (!before) region.addEventListener("submit", ({ target }) => target instanceof HTMLFormElement && sent.add(target));
  const active = document.activeElement;
  const inside = active instanceof HTMLElement && region.contains(active);
  // A focused button may be disabled for a moment: it gets the focus back with the next drawing.
  const idle = active === document.body || active?.getAttribute("tabindex") === "-1";
  const wanted = inside ? active.dataset.key : idle ? region.dataset.wanted : undefined;
  const byHand = doneByHand(region);
  region.replaceChildren(...[build()].flat().filter(isThere));
  for (const fold of region.querySelectorAll("details")) drawnOpen.set(fold, fold.open);
  delete region.dataset.wanted;
  if (wanted) {
    region.querySelector(/** @type {"button"} */ (`[data-key="${CSS.escape(wanted)}"]`))?.focus();
    if (!region.contains(document.activeElement)) region.dataset.wanted = wanted;
  }
  for (const redo of byHand) redo(region);
  return true;
}

/**
 * Have a region built again the next time in any case, because another script has emptied it.
 * @type {(region: Element) => void}
 */
export const forget = (region) => void showing.delete(region);

/** The forms that were sent. Their fields don't keep what was typed. @type {WeakSet<HTMLFormElement>} */
const sent = new WeakSet();

/** Whether each fold was open when it was drawn. @type {WeakMap<HTMLDetailsElement, boolean>} */
const drawnOpen = new WeakMap();

/**
 * The entries that people typed, ticked or unfolded in a region since it was drawn, each as a function that does it
 * again in the next content.
 * @type {(region: Element) => ((next: Element) => void)[]}
 */
function doneByHand(region) {
  /** @type {((next: Element) => void)[]} */
  const found = [];
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (region.querySelectorAll("input[data-key]"))) {
    if (field.form && sent.has(field.form)) continue;
    if (field.value === field.defaultValue && field.checked === field.defaultChecked) continue;
    found.push((next) => {
      const again = /** @type {HTMLInputElement | null} */ (next.querySelector(keyed(field)));
      if (again?.defaultValue !== field.defaultValue || again.defaultChecked !== field.defaultChecked) return;
      again.checked = field.checked;
      if (again.value === field.value) return;
      again.value = field.value;
      if (again.selectionStart !== null) again.setSelectionRange(field.selectionStart, field.selectionEnd);
      again.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  for (const fold of region.querySelectorAll("details")) {
    const heading = /** @type {HTMLElement | null} */ (fold.querySelector(":scope > summary[data-key]"));
    if (!heading || fold.open === drawnOpen.get(fold)) continue;
    found.push((next) => {
      const again = next.querySelector(keyed(heading))?.closest("details");
      if (again && again.open === drawnOpen.get(fold)) again.open = fold.open;
    });
  }
  return found;
}

/** @type {(element: HTMLElement) => string} */
const keyed = ({ dataset }) => `[data-key="${CSS.escape(dataset.key ?? "")}"]`;

/** @type {WeakMap<Element, Map<string, Element>>} */
const listed = new WeakMap();

/**
 * Build a list's elements, one for each item. An item whose `shown` was there before keeps its element.
 * @type {(region: HTMLElement, items: readonly { shown: unknown, build: () => Element }[]) => void}
 */
export function fillEach(region, items) {
  const before = listed.get(region);
  /** @type {Map<string, Element>} */
  const now = new Map();
  for (const { shown, build } of items) {
    let name = JSON.stringify([language(), timesAged, shown]);
    while (now.has(name)) name += " again";
    now.set(name, before?.get(name) ?? build());
  }
  listed.set(region, now);
  const kept = new Set(now.values());
  for (const element of [...region.children]) if (!kept.has(element)) element.remove();
  let next = region.firstElementChild;
  for (const element of kept) {
    if (element === next) next = next.nextElementSibling;
    else region.insertBefore(element, next);
  }
}

/** @param {Child} child @returns {child is Node | string} */
const isThere = (child) => child !== null && child !== undefined && child !== false && child !== "";

/**
 * @template {Element} Made
 * @param {Made} element
 * @param {Attributes} attributes
 * @param {readonly Children[]} children
 * @returns {Made}
 */
function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter(isThere));
  return element;
}

/**
 * Let Tab stop at a region that has to be scrolled, and pass over it if all of it is in view.
 * @type {(region: HTMLElement) => void}
 */
export const letScroll = (region) => set(region, { tabindex: region.scrollHeight > region.clientHeight ? 0 : null });
