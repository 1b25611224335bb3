/**
 * The texts needed after the first paint.
 *
 * @module
 */

import { words as editor } from "./editor.js";
import { words as graph } from "./graph.js";
import { areas } from "./i18n.js";
import { words as law } from "./law.js";
import { words as map } from "./map.js";
import { words as rules } from "./rules.js";
import { words as why } from "./why.js";

/** Adds them to the dictionary. */
export function addWords() {
  for (const area of [editor, graph, law, map, rules, why]) {
    if (!areas.includes(area)) areas.push(area);
  }
}
