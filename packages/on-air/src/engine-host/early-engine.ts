import type { ChildProcess } from "node:child_process";

/**
 * An engine started before on-air has its configuration: it loads its codecs while the previous on-air still plays. It
 * does nothing until it gets a start message, and exits with this process.
 */
export class EarlyEngine {
  #child: ChildProcess | null = null;

  start(spawnEngine: () => ChildProcess): void {
    try {
      this.#child = spawnEngine();
      this.#child.on("error", () => {}); // on-air then starts its own engine and reports the error
    } catch {
      this.#child = null; // as above
    }
  }

  /** Hands it over. @returns null when there is none, or it has exited */
  take(): ChildProcess | null {
    const child = this.#child;
    this.#child = null;
    const isAlive =
      child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
    return isAlive ? child : null;
  }
}
