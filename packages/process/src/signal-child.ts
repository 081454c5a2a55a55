import type { ChildProcess } from "node:child_process";

/**
 * Signals a child, and no one else. On a child that could not be started, Node's own `kill` signals whatever
 * process id its handle happens to hold: 0, our whole process group, or -1, every process there is.
 * @returns whether the signal was sent; false for a child that was never started or has ended
 */
export function signalChild(child: ChildProcess, signal: NodeJS.Signals): boolean {
  return child.pid !== undefined && child.kill(signal);
}
