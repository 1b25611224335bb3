/**
 * Creating elements.
 *
 * @module
 */

/** @typedef {Node | string | null | false | undefined} Child */

/**
 * Creates an element with attributes and children. A function is added as a
 * listener (`onclick`); `true` sets an empty attribute; `false`, `null` and
 * `undefined` omit it.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.replace(/^on/, ""), /** @type {EventListener} */ (value));
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children.flat()) {
    if (child) element.append(child);
  }
  return element;
}

/**
 * Replaces all children.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  for (const child of children.flat()) {
    if (child) element.append(child);
  }
}
