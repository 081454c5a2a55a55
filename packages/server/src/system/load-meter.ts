import { statfs } from "node:fs/promises";
import { availableParallelism, cpus, totalmem } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { busyPercent, delayOver, diskUsage, type CpuTimes, type LoopDelay } from "./load-rules.ts";

const RESOLUTION_MS = 10;
const WINDOW_MS = 10_000;
/** A minute, including the window in progress. */
const WINDOWS_KEPT = 5;
/** A network disk may not respond. */
const DISK_LIMIT_MS = 1000;

export interface Usage {
  readonly usedBytes: number;
  readonly totalBytes: number;
}

/** Measures the machine and this process continuously, so that results don't depend on how often they are read. */
export class LoadMeter {
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #timer: NodeJS.Timeout;
  #delays: readonly LoopDelay[] = [];
  #machine = machineTimes();
  #process = processTimes();
  #machinePercent: number | null = null;
  #processPercent: number | null = null;

  constructor() {
    this.#histogram.enable();
    this.#timer = setInterval(() => this.#endWindow(), WINDOW_MS);
  }

  /** CPU load of the machine across all cores over the last seconds, 0 to 100. */
  get machineCpuPercent(): number | null {
    return this.#machinePercent ?? busyPercent(this.#machine, machineTimes());
  }

  /** This process's share of all cores over the last seconds, 0 to 100. */
  get processCpuPercent(): number | null {
    return this.#processPercent ?? busyPercent(this.#process, processTimes());
  }

  /** Event loop delay over the last minute. */
  get loopDelayMs(): { readonly mean: number; readonly p99: number; readonly max: number } {
    return delayOver([...this.#delays, this.#delayNow()]);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }

  #endWindow(): void {
    this.#delays = [...this.#delays, this.#delayNow()].slice(-WINDOWS_KEPT);
    this.#histogram.reset();
    const machine = machineTimes();
    const process = processTimes();
    this.#machinePercent = busyPercent(this.#machine, machine);
    this.#processPercent = busyPercent(this.#process, process);
    this.#machine = machine;
    this.#process = process;
  }

  #delayNow(): LoopDelay {
    const { count, mean, max } = this.#histogram;
    // The histogram measures the interval between samples, which includes its resolution.
    const lateMs = (ns: number): number => Math.max(ns / 1e6 - RESOLUTION_MS, 0);
    if (count === 0) return { count: 0, meanMs: 0, p99Ms: 0, maxMs: 0 };
    return {
      count,
      meanMs: lateMs(mean),
      p99Ms: lateMs(this.#histogram.percentile(99)),
      maxMs: lateMs(max),
    };
  }
}

/** Memory of the machine, or of the container. */
export function measureMemory(): Usage {
  const limitBytes = process.constrainedMemory();
  const totalBytes = limitBytes > 0 ? Math.min(limitBytes, totalmem()) : totalmem();
  return { usedBytes: Math.max(totalBytes - process.availableMemory(), 0), totalBytes };
}

/** Usage of the disk that holds `folder`; null when unknown. */
export async function measureDisk(folder: string): Promise<Usage | null> {
  const measured = statfs(folder).then(
    diskUsage,
    () => null, // the file system does not say
  );
  return await Promise.race([measured, delay(DISK_LIMIT_MS, null, { ref: false })]);
}

function machineTimes(): CpuTimes {
  let busyMs = 0;
  let totalMs = 0;
  for (const { times } of cpus()) {
    const all = times.user + times.nice + times.sys + times.irq + times.idle;
    busyMs += all - times.idle;
    totalMs += all;
  }
  return { busyMs, totalMs };
}

function processTimes(): CpuTimes {
  const { user, system } = process.cpuUsage();
  return { busyMs: (user + system) / 1000, totalMs: performance.now() * availableParallelism() };
}
