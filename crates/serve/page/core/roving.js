/**
 * One tab stop for many buttons: the arrow keys lead from one to the next in
 * their direction, as on a board.
 *
 * @module
 */

/** Directions of the arrow keys. @type {Record<string, [number, number]>} */
const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Pixels off the direction count for more than those along it. */
const ASIDE = 2;

/** @param {Element} element */
function middleOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/**
 * The nearest button in a direction, if there is one.
 * @param {HTMLElement} from
 * @param {HTMLElement[]} buttons
 * @param {[number, number]} direction
 */
function nearest(from, buttons, [across, down]) {
  const { x, y } = middleOf(from);
  let found = /** @type {HTMLElement | null} */ (null);
  let least = Infinity;
  for (const button of buttons) {
    const middle = middleOf(button);
    const [dx, dy] = [middle.x - x, middle.y - y];
    const along = dx * across + dy * down;
    const cost = along + ASIDE * Math.abs(dx * down + dy * across);
    if (button === from || along < 1 || cost >= least) continue;
    [found, least] = [button, cost];
  }
  return found;
}

/**
 * Makes the buttons of an element one tab stop: the one focused last, or the first.
 *
 * @param {HTMLElement} element
 * @param {{keys?: readonly string[], isStop?: (button: HTMLButtonElement) => boolean}} [options] the arrow keys that it takes, and which buttons can be reached
 * @returns {() => void} to be called after the buttons have changed
 */
export function rove(element, { keys = Object.keys(directions), isStop = () => true } = {}) {
  /** @type {Element | null} */
  let last = null;

  const stops = () => [...element.querySelectorAll("button")].filter((button) => isStop(button) || button === document.activeElement);

  function update() {
    const able = stops();
    const current = able.find((button) => button === document.activeElement) ?? able.find((button) => button === last) ?? able[0];
    for (const button of element.querySelectorAll("button")) button.tabIndex = button === current ? 0 : -1;
  }

  element.addEventListener("focusin", (event) => {
    last = /** @type {Element} */ (event.target);
    update();
  });
  element.addEventListener("keydown", (event) => {
    const direction = keys.includes(event.key) ? directions[event.key] : undefined;
    const { target } = event;
    if (!direction || event.ctrlKey || event.altKey || event.metaKey || !(target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    event.stopPropagation();
    nearest(target, stops(), direction)?.focus();
  });
  return update;
}
