import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Runs pieces of work in order, one in each turn of the event loop: however many are asked for at once, everything else
 * comes in between. How many wait is bounded by how many requests are.
 * @returns rejects when the work throws
 */
export function createTurns(): <Outcome>(work: () => Outcome) => Promise<Outcome> {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const mine = last.then(async () => {
      await nextTurn();
      return work();
    });
    last = mine.catch(() => {}); // its caller gets the error
    return await mine;
  };
}
