import type { ChildProcess } from "node:child_process";

/**
 * Signals this child and nothing else. For a child that failed to start, Node's own `kill` signals whatever process id
 * its handle holds: 0, our whole process group, or -1, every process there is.
 * @returns whether the signal was sent; false for a child that never started or has ended
 */
export function signalChild(child: ChildProcess, signal: NodeJS.Signals): boolean {
  return child.pid !== undefined && child.kill(signal);
}
