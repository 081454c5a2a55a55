import { MAX_SESSIONS, type EdgeReport } from "./edge-protocol.ts";

/** Enough for a storm of returning listeners; the oldest give way. */
const MAX_WAITING = 5000;

/** Browser connections to report to the master, until it has them. */
export class WaitingSessions {
  /** Position of their first sound in this edge's programme, in ms, by connection id; oldest first. */
  readonly #waiting = new Map<string, number>();

  add({ cid, startMs }: { readonly cid: string; readonly startMs: number }): void {
    this.#waiting.delete(cid);
    this.#waiting.set(cid, startMs);
    const oldest = this.#waiting.keys().next();
    if (this.#waiting.size > MAX_WAITING && oldest.done !== true)
      this.#waiting.delete(oldest.value);
  }

  /** @param masterMsOf the master's position; null: unknown, so they wait */
  toSend(masterMsOf: (ownMs: number) => number | null): EdgeReport["sessions"] {
    return [...this.#waiting].slice(0, MAX_SESSIONS).flatMap(([cid, ownMs]) => {
      const startMs = masterMsOf(ownMs);
      return startMs === null ? [] : [{ cid, startMs }];
    });
  }

  /** The master has these. */
  sent(sessions: EdgeReport["sessions"]): void {
    for (const { cid } of sessions) this.#waiting.delete(cid);
  }
}
