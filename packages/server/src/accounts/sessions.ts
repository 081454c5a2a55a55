import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { isDatabaseAway } from "../database/database-failures.ts";
import type { StationEvent, StationEvents } from "../events/station-events.ts";
import { isOperator, type Caller } from "../identity/rights-rules.ts";
import { hashToken } from "./secrets.ts";
import { findCaller } from "./session-actions.ts";

/** Who holds a session cookie, and as of when. */
interface FoundCaller {
  readonly caller: Caller;
  readonly isExtended: boolean;
  readonly asOf: SessionLookup;
}

/** When the database was asked. */
export interface SessionLookup {
  readonly atMs: number;
  readonly changes: number;
}

interface KnownOperator {
  readonly caller: Caller;
  readonly atMs: number;
}

/**
 * How long what was found at the beginning of a call counts within it, as long as nothing is changed on this node:
 * this node notices that much later, at most, what another node has ended.
 */
const HOLDS_MS = 1000;
/**
 * How long an operator stays remembered without a call: a shift. While the database is down no one can take rights away
 * but on this node's own events, so this may be long; it bounds how old a right another node took away can be.
 */
const REMEMBERED_MS = 12 * 60 * 60_000;
const MAX_REMEMBERED = 1000;
/** Longest the sound waits for the database to say who steers it. The answer that comes later counts for the next. */
const ANSWER_LIMIT_MS = 100;

/**
 * Finds out who calls. The database is asked each time; operators are also kept in memory as they were last found, so
 * that they can control the sound while it does not respond. A change to a session on this node takes effect
 * at once.
 */
export class Sessions {
  readonly #database: Database;
  readonly #nowMs: () => number;
  readonly #unsubscribe: () => void;
  /** By the hash of the token, seen last at the end. */
  readonly #operators = new Map<string, KnownOperator>();
  /** Counts what ended or changed sessions on this node. */
  #changes = 0;

  /** @param nowMs any clock that only goes forward */
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
    this.#unsubscribe = events.subscribe((event) => this.#note(event));
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
   * Like `find`, for what silences or steers the sound: when the database does not answer at once, an operator is who
   * they were when it last did.
   * @throws when it does not answer and the caller is not remembered
   */
  async findToSteer(token: string | undefined): Promise<FoundCaller> {
    const finding = this.find(token);
    if (token === undefined || this.#operatorOf(token) === null) return await finding;
    const late = delay(ANSWER_LIMIT_MS, null, { ref: false });
    try {
      const found = await Promise.race([finding, late]);
      if (found !== null) return found;
      finding.catch(() => {}); // what it found out is remembered, and otherwise it found out nothing
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
    // Looked up once more: it may have been ended while we waited.
    const caller = this.#operatorOf(token) ?? { kind: "guest" };
    const asOf = { atMs: this.#nowMs(), changes: this.#changes };
    return { caller, isExtended: false, asOf };
  }

  /** Whether what was found then is still to be relied on within the same call. */
  isStillTrue({ atMs, changes }: SessionLookup): boolean {
    return changes === this.#changes && this.#nowMs() - atMs < HOLDS_MS;
  }

  /** Signing out works even if the database can't store it. */
  forget(token: string): void {
    this.#changes += 1;
    this.#operators.delete(hashToken(token));
  }

  #note(event: StationEvent): void {
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
    // Ended or changed while the database was asked: what it said may be from before.
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
