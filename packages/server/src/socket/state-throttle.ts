import type { SocketStateType } from "./browser-socket.ts";
import { stateIntervalMs } from "./state-interval-rules.ts";

/** Keeps a large state from being sent to thousands of browsers at each of many small changes. */
interface StateThrottle {
  /** Whether a state was sent too recently; then `wake` is called for it when it may be sent again. */
  isThrottled(type: SocketStateType): boolean;
  /** @param sockets how many it went to */
  recordSent(
    type: SocketStateType,
    sent: { readonly sizeBytes: number; readonly sockets: number },
  ): void;
  close(): void;
}

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
    recordSent: (type, sent) => void untilMs.set(type, performance.now() + stateIntervalMs(sent)),
    close: () => {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
