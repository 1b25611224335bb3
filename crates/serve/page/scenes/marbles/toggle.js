/**
 * The two buttons that switch the view of a marbles board; the choice is
 * stored.
 *
 * @module
 */

/** @typedef {import("./geometry.js").Shape} Shape */

const KEY = "kibitz.marbles.view";

/** @returns {Shape} */
function remembered() {
  try {
    return localStorage.getItem(KEY) === "square" ? "square" : "diamond";
  } catch {
    return "diamond";
  }
}

/** @param {Shape} shape */
function remember(shape) {
  try {
    localStorage.setItem(KEY, shape);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/**
 * @param {import("../../types.js").Translate} t
 * @param {() => void} onChange
 * @returns {{element: HTMLElement, shape: () => Shape}}
 */
export function createViewToggle(t, onChange) {
  const element = document.createElement("div");
  element.className = "view-toggle";
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", t("marbles.view"));
  let shape = remembered();
  const buttons = /** @type {Shape[]} */ (["diamond", "square"]).map((choice) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.action = `view-${choice}`;
    button.textContent = `${choice === "diamond" ? "◆" : "■"} ${t(`marbles.${choice}`)}`;
    button.addEventListener("click", () => {
      shape = choice;
      remember(choice);
      press();
      onChange();
    });
    element.append(button);
    return { choice, button };
  });
  function press() {
    for (const { choice, button } of buttons) button.setAttribute("aria-pressed", String(choice === shape));
  }
  press();
  return { element, shape: () => shape };
}
