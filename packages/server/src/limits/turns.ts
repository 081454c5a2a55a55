import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Runs jobs in order, one per turn of the event loop, so that other work runs in between however many are queued. The
 * queue is bounded by the number of requests.
 * @returns rejects when the job throws
 */
export function createTurns(): <Outcome>(work: () => Outcome) => Promise<Outcome> {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const mine = last.then(async () => {
      await nextTurn();
      return work();
    });
    last = mine.catch(() => {}); // the caller gets the error
    return await mine;
  };
}
