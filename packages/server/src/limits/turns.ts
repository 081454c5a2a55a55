import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Runs jobs in order, one per turn of the event loop, so that other work runs in between however many are queued. The
 * caller bounds the queue.
 * @returns rejects when the job throws
 */
export function createTurns(): <Outcome>(
  work: () => Outcome | Promise<Outcome>,
) => Promise<Outcome> {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const mine = last.then(async () => {
      await nextTurn();
      return await work();
    });
    last = mine.catch(() => {}); // the caller gets the error
    return await mine;
  };
}
