import type { ChildProcess } from "node:child_process";

/**
 * An engine that is started before on-air has its configuration: it loads its codecs while the on-air of before still
 * plays. Without a start message it does nothing, and it ends with this process.
 */
export class EarlyEngine {
  #child: ChildProcess | null = null;

  start(spawnEngine: () => ChildProcess): void {
    try {
      this.#child = spawnEngine();
      this.#child.on("error", () => {}); // on-air then starts one, and says what is wrong
    } catch {
      this.#child = null; // as above
    }
  }

  /** Gives it away. @returns null when there is none, or it has ended */
  take(): ChildProcess | null {
    const child = this.#child;
    this.#child = null;
    const isAlive =
      child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
    return isAlive ? child : null;
  }
}
