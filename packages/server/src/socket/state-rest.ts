import type { LiveStateType } from "./browser-socket.ts";

/** Keeps what is large from being told to thousands of browsers at each of many small changes. */
export interface StateRest {
  /** Whether a state rests; then `wake` is called for it when it has rested. */
  isResting(type: LiveStateType): boolean;
  noteTold(type: LiveStateType, sizeBytes: number): void;
  close(): void;
}

/** A larger state rests after it is told, so that it takes each browser no more than this on average. */
const RESTLESS_BYTES = 64 * 1024;
const BYTES_PER_SECOND = 100_000;

export function createStateRest(wake: (type: LiveStateType) => void): StateRest {
  const untilMs = new Map<LiveStateType, number>();
  const timers = new Map<LiveStateType, NodeJS.Timeout>();
  let isClosed = false;
  return {
    isResting: (type) => {
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
    noteTold: (type, sizeBytes) => {
      if (sizeBytes > RESTLESS_BYTES)
        untilMs.set(type, performance.now() + (sizeBytes / BYTES_PER_SECOND) * 1000);
    },
    close: () => {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
