import { readFileSync } from "node:fs";
import { descendantsOf } from "../station-processes.ts";

const CHECK_INTERVAL_MS = 200;

/** Watches the memory of a station's file-reading processes. */
export class MemoryMonitor implements Disposable {
  readonly #timer: NodeJS.Timeout;
  #peakBytes = 0;

  /** @param pid of the station's server */
  constructor(pid: number) {
    this.#timer = setInterval(() => {
      for (const child of descendantsOf(pid))
        this.#peakBytes = Math.max(this.#peakBytes, peakOf(child));
    }, CHECK_INTERVAL_MS);
  }

  /** Peak memory of any of them. */
  get peakBytes(): number {
    return this.#peakBytes;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0; // it has ended
  }
}
