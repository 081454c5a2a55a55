import type { SocketStateType } from "./browser-socket.ts";

/** Keeps what is large from being told to thousands of browsers at each of many small changes. */
export interface StateThrottle {
  /** Whether a state rests; then `wake` is called for it when it has rested. */
  isThrottled(type: SocketStateType): boolean;
  noteSent(type: SocketStateType, sizeBytes: number): void;
  close(): void;
}

/** A larger state pauses after it is sent, so that each browser gets no more than this on average. */
const UNTHROTTLED_BYTES = 64 * 1024;
const BYTES_PER_SECOND = 100_000;

export function createStateThrottle(wake: (type: SocketStateType) => void): StateThrottle {
  const untilMs = new Map<SocketStateType, number>();
  const timers = new Map<SocketStateType, NodeJS.Timeout>();
  let isClosed = false;
  return {
    isThrottled: (type) => {
      const waitMs = (untilMs.get(type) ?? 0) - performance.now();
      if (isClosed || waitMs <= 0) return false;
      if (timers.has(type)) return true;
      const end = (): void => {
        timers.delete(type);
        untilMs.delete(type);
        wake(type);
      };
      timers.set(type, setTimeout(end, waitMs));
      return true;
    },
    noteSent: (type, sizeBytes) => {
      if (sizeBytes > UNTHROTTLED_BYTES)
        untilMs.set(type, performance.now() + (sizeBytes / BYTES_PER_SECOND) * 1000);
    },
    close: () => {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
