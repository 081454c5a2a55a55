import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { isDatabaseAway } from "../database/database-failures.ts";
import type { StationEvent, StationEvents } from "../events/station-events.ts";
import { isOperator, type Caller } from "../identity/rights-rules.ts";
import { hashToken } from "./secrets.ts";
import { findCaller } from "./session-actions.ts";

/** The caller behind a session cookie, and as of when. */
interface FoundCaller {
  readonly caller: Caller;
  readonly isExtended: boolean;
  readonly asOf: SessionLookup;
}

/** When the database was queried. */
export interface SessionLookup {
  readonly atMs: number;
  readonly changes: number;
}

interface KnownOperator {
  readonly caller: Caller;
  readonly atMs: number;
}

/**
 * How long a lookup at the beginning of a call stays valid within it, if nothing changes on this node. Sessions ended
 * by another node can last that much longer.
 */
const HOLDS_MS = 1000;
/**
 * How long an operator is remembered without a call: a shift. While the database is down, only this node's own events
 * can remove rights, so this may be long; it limits how long a right removed by another node can linger.
 */
const REMEMBERED_MS = 12 * 60 * 60_000;
const MAX_REMEMBERED = 1000;
/**
 * Longest that control of the sound waits for the database to identify the caller. A late answer counts for the next
 * call.
 */
const ANSWER_LIMIT_MS = 100;

/**
 * Identifies callers. The database is queried each time; operators are also remembered as last found, so that they can
 * control the sound while it does not respond. A session change on this node takes effect at once.
 */
export class Sessions {
  readonly #database: Database;
  readonly #nowMs: () => number;
  readonly #unsubscribe: () => void;
  /** By token hash, most recently seen last. */
  readonly #operators = new Map<string, KnownOperator>();
  /** Counts sessions ended or changed on this node. */
  #changes = 0;

  /** @param nowMs any monotonic clock */
  constructor({
    database,
    events,
    nowMs,
  }: {
    readonly database: Database;
    readonly events: StationEvents;
    readonly nowMs: () => number;
  }) {
    this.#database = database;
    this.#nowMs = nowMs;
    this.#unsubscribe = events.subscribe((event) => this.#handle(event));
  }

  close(): void {
    this.#unsubscribe();
  }

  async find(token: string | undefined): Promise<FoundCaller> {
    const asOf = { atMs: this.#nowMs(), changes: this.#changes };
    const found = await findCaller(this.#database, token);
    if (token !== undefined) this.#remember(hashToken(token), { caller: found.caller, asOf });
    return { ...found, asOf };
  }

  /**
   * Like `find`, for control of the sound: if the database does not answer at once, operators are identified as last
   * found.
   * @throws when it does not answer and the caller is not remembered
   */
  async findToSteer(token: string | undefined): Promise<FoundCaller> {
    const finding = this.find(token);
    if (token === undefined || this.#operatorOf(token) === null) return await finding;
    const late = delay(ANSWER_LIMIT_MS, null, { ref: false });
    try {
      const found = await Promise.race([finding, late]);
      if (found !== null) return found;
      finding.catch(() => {}); // a result is remembered; a failure changes nothing
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
    // Looked up again: it may have ended while we waited.
    const caller = this.#operatorOf(token) ?? { kind: "guest" };
    const asOf = { atMs: this.#nowMs(), changes: this.#changes };
    return { caller, isExtended: false, asOf };
  }

  /** Whether an earlier lookup can still be relied on within the same call. */
  isStillTrue({ atMs, changes }: SessionLookup): boolean {
    return changes === this.#changes && this.#nowMs() - atMs < HOLDS_MS;
  }

  /** Signing out works even if the database can't store it. */
  forget(token: string): void {
    this.#changes += 1;
    this.#operators.delete(hashToken(token));
  }

  #handle(event: StationEvent): void {
    if (event.type === "sessions.ended") {
      this.#changes += 1;
      for (const tokenHash of event.tokenHashes) this.#operators.delete(tokenHash);
    }
    if (event.type === "account.changed") {
      this.#changes += 1;
      for (const [tokenHash, { caller }] of this.#operators)
        if (caller.kind === "user" && caller.accountId === event.accountId)
          this.#operators.delete(tokenHash);
    }
  }

  #remember(
    tokenHash: string,
    { caller, asOf }: { readonly caller: Caller; readonly asOf: SessionLookup },
  ): void {
    if (!isOperator(caller)) return void this.#operators.delete(tokenHash);
    // Ended or changed during the query, whose answer may be older.
    if (asOf.changes !== this.#changes) return;
    this.#operators.delete(tokenHash);
    this.#operators.set(tokenHash, { caller, atMs: asOf.atMs });
    const [oldest] = this.#operators.keys();
    if (this.#operators.size > MAX_REMEMBERED && oldest !== undefined)
      this.#operators.delete(oldest);
  }

  #operatorOf(token: string): Caller | null {
    const known = this.#operators.get(hashToken(token));
    return known === undefined || this.#nowMs() - known.atMs > REMEMBERED_MS ? null : known.caller;
  }
}
