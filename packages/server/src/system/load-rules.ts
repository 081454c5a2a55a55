/** Elapsed and busy time, summed over all cores. Both only grow. */
export interface CpuTimes {
  readonly busyMs: number;
  readonly totalMs: number;
}

/** Event loop delay within one time window. */
export interface LoopDelay {
  /** Number of samples. */
  readonly count: number;
  readonly meanMs: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** 0 to 100; null when no time has passed between the two. */
export function busyPercent(before: CpuTimes, after: CpuTimes): number | null {
  const totalMs = after.totalMs - before.totalMs;
  if (totalMs <= 0) return null;
  const share = (after.busyMs - before.busyMs) / totalMs;
  return Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 10;
}

/** Combines several windows; the p99 is that of the worst window. */
export function delayOver(windows: readonly LoopDelay[]): {
  readonly mean: number;
  readonly p99: number;
  readonly max: number;
} {
  const count = windows.reduce((sum, window) => sum + window.count, 0);
  const delays = windows.reduce((sum, window) => sum + window.meanMs * window.count, 0);
  return {
    mean: count === 0 ? 0 : delays / count,
    p99: Math.max(0, ...windows.map(({ p99Ms }) => p99Ms)),
    max: Math.max(0, ...windows.map(({ maxMs }) => maxMs)),
  };
}

/** As reported by a file system, in blocks of `bsize` bytes. */
interface DiskBlocks {
  readonly blocks: number;
  readonly bfree: number;
  /** Free blocks that are not reserved for root. */
  readonly bavail: number;
  readonly bsize: number;
}

/** Counts like df: space reserved for root is neither used nor part of the total. */
export function diskUsage({ blocks, bfree, bavail, bsize }: DiskBlocks): {
  readonly usedBytes: number;
  readonly totalBytes: number;
} {
  const usedBlocks = blocks - bfree;
  return { usedBytes: usedBlocks * bsize, totalBytes: (usedBlocks + bavail) * bsize };
}

/** A database URL that is safe to show. */
export function maskPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (url.password !== "") url.password = "****";
  // libpq also accepts the password as a parameter.
  if (url.searchParams.has("password")) url.searchParams.set("password", "****");
  return url.href;
}
