// Small ways to build elements. Knows nothing of the table.

const SVG = "http://www.w3.org/2000/svg";

/** Make an HTML element; attributes that start with "on" are listeners, null and false are left out. */
export function html(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** Make an SVG element, as `html`. */
export function svg(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

/** Set attributes that changed; null and false take one away. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
}

/**
 * Build a region's content anew, only when what it shows has changed.
 * The focus stays on the element with the same `data-key`.
 */
export function fill(region, shown, build) {
  const signature = JSON.stringify(shown);
  if (region.dataset.shown === signature) return false;
  region.dataset.shown = signature;
  const focused = region.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  region.replaceChildren(...[build()].flat().filter(Boolean));
  if (focused) region.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  return true;
}

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}
