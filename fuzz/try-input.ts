import { BrokenPromiseError } from "./expectations.ts";
import { watchPrototypes } from "./prototype-watch.ts";
import type { FuzzTarget } from "./target.ts";

/** Attributes unhandled rejections to the current input. */
export class LooseFailures implements Disposable {
  readonly #failures: Error[] = [];
  readonly #take = (error: unknown): void => void this.#failures.push(asError(error));

  constructor() {
    process.on("uncaughtException", this.#take);
    process.on("unhandledRejection", this.#take);
  }

  next(): Error | undefined {
    return this.#failures.shift();
  }

  [Symbol.dispose](): void {
    process.off("uncaughtException", this.#take);
    process.off("unhandledRejection", this.#take);
  }
}

/**
 * Makes a function that feeds one input to a target.
 * @returns the failure, or undefined
 */
export function createTrial(
  target: FuzzTarget,
): (input: Buffer) => Promise<Error | undefined> | Error | undefined {
  const haveChanged = watchPrototypes();
  const judge = (): Error | undefined =>
    haveChanged()
      ? new BrokenPromiseError("a prototype that all objects share has been changed")
      : undefined;
  return (input) => {
    try {
      const running = target.run(input);
      return running === undefined ? judge() : running.then(judge, asError);
    } catch (error) {
      return asError(error);
    }
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
