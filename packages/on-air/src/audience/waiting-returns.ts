import type { Session } from "./session.ts";

/** A listener who is back within this time goes on with their session. */
export const RETURN_LIMIT_MS = 30_000;

/**
 * Sessions whose listener has gone. Of several behind one address, each that returns takes one, the longest away first.
 */
export class WaitingReturns {
  /** With the time at which each ends for good; about soonest first. */
  readonly #waiting = new Map<Session, number>();
  readonly #byKey = new Map<string, Set<Session>>();

  /** @param untilMs when it ends for good */
  add(session: Session, untilMs: number): void {
    const key = session.state.returnKey;
    this.#waiting.set(session, untilMs);
    const same = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, same);
    same.add(session);
  }

  /** @returns the session that goes on; undefined: it is a new one */
  takeReturn(returnKey: string, nowMs: number): Session | undefined {
    for (const session of this.#byKey.get(returnKey) ?? []) {
      if ((this.#waiting.get(session) ?? 0) < nowMs) continue;
      this.#remove(session);
      return session;
    }
    return undefined;
  }

  /** Those that have ended for good. */
  takeEnded(nowMs: number): readonly Session[] {
    const ended: Session[] = [];
    for (const [session, untilMs] of this.#waiting) if (untilMs < nowMs) ended.push(session);
    for (const session of ended) this.#remove(session);
    return ended;
  }

  shift(jumpMs: number): void {
    for (const [session, untilMs] of this.#waiting) this.#waiting.set(session, untilMs + jumpMs);
  }

  #remove(session: Session): void {
    const key = session.state.returnKey;
    this.#waiting.delete(session);
    const same = this.#byKey.get(key);
    same?.delete(session);
    if (same?.size === 0) this.#byKey.delete(key);
  }
}
