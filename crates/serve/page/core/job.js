/**
 * Jobs on the server, with progress and cancellation.
 *
 * @module
 */

import { ApiError } from "./api.js";

/** @typedef {{game: string, set: import("../types.js").Settings}} OfGame */
/** @typedef {OfGame & {kind: "stats" | "position", position: string | null, watched?: boolean}} PositionOrder */
/** @typedef {OfGame & {kind: "guess"} & import("../panels/law/types.js").TableOrder} LawOrder */
/** @typedef {PositionOrder | LawOrder} Order */
/** @typedef {{stage: string | null, done: number | null, total: number | null, seconds: number}} Progress */

/**
 * Starts a job. The promise resolves to its result; it rejects with an
 * `ApiError` if the job fails, or with `null` if it was cancelled.
 *
 * @param {import("./api.js").Api} api
 * @param {Order} order
 * @param {(progress: Progress) => void} onProgress
 * @returns {{result: Promise<any>, cancel: () => void}}
 */
export function runJob(api, order, onProgress) {
  let isCancelled = false;
  /** @type {string | null} */
  let id = null;

  async function work() {
    const started = await api.startJob(order);
    id = started.id;
    if (isCancelled) void api.cancelJob(id);
    return follow(api.jobEvents(id), onProgress);
  }

  return {
    result: work(),
    cancel() {
      isCancelled = true;
      if (id !== null) void api.cancelJob(id);
    },
  };
}

/** @param {EventSource} events @param {(progress: Progress) => void} onProgress */
function follow(events, onProgress) {
  return new Promise((resolve, reject) => {
    /** @param {string} name @param {(data: any) => void} then */
    const on = (name, then) =>
      events.addEventListener(name, (event) => then(JSON.parse(/** @type {MessageEvent} */ (event).data || "null")));
    /** @param {() => void} settle */
    const end = (settle) => {
      events.close();
      settle();
    };
    on("progress", onProgress);
    on("done", (result) => end(() => resolve(result)));
    on("failed", (fault) => end(() => reject(new ApiError(fault.error ?? fault))));
    on("cancelled", () => end(() => resolve(null)));
    // The stream broke: the server has stopped, or the job has expired.
    events.onerror = () => end(() => reject(new TypeError("the server does not answer")));
  });
}
