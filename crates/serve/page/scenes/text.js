/**
 * A position shown as text in large letters, with its moves as buttons.
 *
 * @module
 */

import { drawText, measure, wrapText } from "../pixel/lettering.js";
import { drawPanel, fill } from "../pixel/sprites.js";
import { openChoosing } from "./choosing.js";
import { HEADER, drawHeader } from "./header.js";
import { drawLetters, lettersOf } from "./letters.js";
import { createOffer } from "./offer.js";

/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("./choosing.js").View<null>} View */

/** @type {import("../types.js").OpenScene} */
export function open(host) {
  const { t } = host;
  const scene = openChoosing(host, {
    nothing: null,
    label: "plain.text",
    pixel: () => 3,
    draw,
    meant: () => [],
    arrive(picture) {
      input.value = picture.answer.position;
      if (picture.animate) host.sound("move");
    },
    animate: async () => {},
    prompt: promptOf,
  });
  const offer = createOffer(host);
  const { form, input } = createForm();
  host.element.append(offer.element, form);

  /** @param {View} view */
  function promptOf({ picture: { playable, answer } }) {
    return playable && answer.moves.length > 0 ? t("plain.choose-move") : "";
  }

  /** The lines of a position: its text, and a remark. @param {Picture} picture @returns {[string, string]} */
  function linesOf({ answer }) {
    const text = answer.view.kind === "text" ? answer.view.text : answer.position;
    if (answer.game !== "calendar") return [text, ""];
    const days = /(\d+) days/.exec(text)?.[1];
    const left = text.endsWith("the last day") ? 0 : Number(days ?? 1);
    return [answer.position, left === 0 ? t("plain.last-day") : t("plain.days", { count: left })];
  }

  /** @param {View} view */
  function draw(view) {
    const { stage, picture, room } = view;
    offer.show(promptOf(view), picture.playable ? picture.answer.moves : [], picture.marks);
    offer.element.hidden = picture.editing;
    form.hidden = !picture.editing;
    const palette = host.palette();
    const [text, note] = linesOf(picture);
    const { letters, rest } = lettersOf(text, room.width - 24);
    const size = !letters && rest.every((line) => measure(line, 16).width <= room.width - 24) ? 16 : 8;
    const lines = rest.flatMap((line) => wrapText(line, size, room.width - 24));
    const lineHeight = measure("Ay", size).height + 3;
    const notes = wrapText(note, 8, room.width - 12);
    const above = letters ? letters.height + 4 : 0;
    const panel = above + lines.length * lineHeight + notes.length * 14 + 24;
    const height = HEADER + panel + 4;
    if (stage.width !== room.width || stage.height !== height) stage.resize(room.width, height);
    const { context, width } = stage;
    fill(context, 0, 0, width, height, palette.night);
    drawHeader(host, stage, picture);
    drawPanel(context, 2, HEADER, width - 4, panel, palette.slate, palette.black);
    if (letters) drawLetters(context, letters, Math.round((width - letters.width) / 2), HEADER + 12, palette);
    lines.forEach((line, index) => {
      drawText(context, line, width / 2, HEADER + 12 + above + index * lineHeight, { size, colour: palette.yellow, align: "center" });
    });
    notes.forEach((line, index) => {
      drawText(context, line, width / 2, HEADER + 16 + above + lines.length * lineHeight + index * 14, { colour: palette.white, align: "center" });
    });
    return [];
  }

  function createForm() {
    const form = document.createElement("form");
    const label = document.createElement("label");
    const input = document.createElement("input");
    const button = document.createElement("button");
    form.className = "offer-form";
    form.hidden = true;
    label.textContent = t("plain.edit-text");
    button.textContent = t("plain.go");
    label.append(input);
    form.append(label, button);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      host.edit(input.value.trim());
    });
    return { form, input };
  }

  return scene;
}
