import { networkOf } from "@neonrelay/process/client-address";
import type { Journal } from "../state/journal.ts";
import { cleanText } from "../text/clean-text.ts";

const BAN_MS = 5 * 60_000;
const MAX_BANS = 1000;
/** Clients that guess keys must not fill the journal. */
const WINDOW_MS = 10 * 60_000;
const MAX_TOLD = 20;

/** A client that tried to broadcast, and why it may not. */
export interface Refusal {
  readonly address: string;
  readonly username: string;
  readonly reason: string;
}

/** Temporary bans, and which refused clients are reported to the server. */
export class Refusals {
  readonly #journal: Pick<Journal, "append">;
  /** When the ban of an account or a network ends, in ms of `performance.now()`. */
  readonly #bans = new Map<string, number>();
  #window = { sinceMs: -Infinity, count: 0, told: new Set<string>() };

  constructor(journal: Pick<Journal, "append">) {
    this.#journal = journal;
  }

  /** Bans an account and a network for five minutes. */
  ban({ userId, address }: { readonly userId: string; readonly address: string }): void {
    if (this.#bans.size >= MAX_BANS) this.#bans.clear();
    const untilMs = performance.now() + BAN_MS;
    for (const name of [userId, networkOf(address)]) this.#bans.set(name, untilMs);
  }

  isBanned({ userId, address }: { readonly userId: string; readonly address: string }): boolean {
    const nowMs = performance.now();
    return [userId, networkOf(address)].some((name) => (this.#bans.get(name) ?? 0) > nowMs);
  }

  /** Reports a refused client to the server. @param isOnce whether to report a client that keeps trying only once */
  report(refusal: Refusal, { isOnce }: { readonly isOnce: boolean }): void {
    const nowMs = performance.now();
    if (nowMs - this.#window.sinceMs > WINDOW_MS)
      this.#window = { sinceMs: nowMs, count: 0, told: new Set() };
    const username = cleanText(refusal.username);
    const name = `${username} ${refusal.reason}`;
    if (isOnce && this.#window.told.has(name)) return;
    this.#window.told.add(name);
    this.#window.count += 1;
    if (this.#window.count > MAX_TOLD) return;
    this.#journal.append({ type: "live.refused", ...refusal, username, atMs: Date.now() });
  }
}
