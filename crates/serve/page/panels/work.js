/**
 * A button that starts a job, then its progress and a button to cancel it.
 *
 * @module
 */

import { faultOf } from "../core/api.js";
import { el, fill } from "../core/dom.js";
import { runJob } from "../core/job.js";
import { button } from "./parts.js";

/** @typedef {import("../types.js").App} App */

/**
 * @param {App} app
 * @param {string} label the key of the button's text
 * @param {() => import("../core/job.js").Order} orderOf what to compute, when the button is pressed
 * @param {(result: any) => void} onDone
 */
export function createWork(app, label, orderOf, onDone) {
  const { t } = app;
  const start = button(app, "work", t(label), () => void run(), { primary: true });
  const element = el("div", { class: "row work", "data-work": true, role: "status" }, start);

  async function run() {
    const bar = el("progress", { "aria-label": t("core.loading") });
    const words = el("span", {}, t("core.loading"));
    const job = runJob(app.api, orderOf(), ({ stage, done, total, seconds }) => {
      if (done !== null && total !== null && total > 0) {
        bar.max = total;
        bar.value = done;
      } else bar.removeAttribute("value");
      words.textContent = `${stage ?? ""} ${t("work.seconds", { count: Math.round(seconds) })}`;
    });
    fill(element, bar, words, button(app, "work-cancel", t("work.cancel"), job.cancel));
    try {
      const result = await job.result;
      fill(element, start, result === null ? t("work.cancelled") : null);
      if (result !== null) onDone(result);
    } catch (thrown) {
      fill(element, start, faultOf(thrown).message);
    }
  }

  return element;
}
