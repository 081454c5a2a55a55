import { CHECK_INTERVAL_MS } from "@neonrelay/process/supervision-rules";

/** PostgreSQL ends the connection of a holder that is silent for this long, and the lease with it, in ms. */
export const LEASE_ENDS_AFTER_MS = 4000;
/** Interval of the holder's signs of life, in ms. */
export const SIGN_EVERY_MS = 1000;
/** How often the other nodes try to take the lease, in ms. */
export const TRY_EVERY_MS = 250;
/**
 * How long the holder trusts its last sign of life, in ms: less than the lease lasts, to allow for clock differences.
 */
const RELIED_ON_MS = 3500;
/**
 * A main thread without a beat for this long counts as hung, in ms. Its launcher kills it earlier, so everything has
 * been released by then; and it leaves one check before the lease ends.
 */
const HUNG_AFTER_MS = 3500;
/** The same limit including CPU waits, in ms: nobody waits longer than this for the next holder. */
const STARVED_AFTER_MS = 20_000;

/**
 * Whether a holder may still act as one. Both times are on its own monotonic clock, which keeps running while the
 * process is stopped.
 * @param signSentAtMs send time of the last sign of life that was answered
 */
export function mayRelyOn(signSentAtMs: number, nowMs: number): boolean {
  return nowMs - signSentAtMs < RELIED_ON_MS;
}

/** A holder's main thread, as its lease thread sees it each {@link CHECK_INTERVAL_MS}. */
export interface Standstill {
  /** Turns of its event loop so far. */
  readonly beats: bigint;
  /** Checks since the newest beat. A stopped process makes none, so it isn't judged when it wakes up. */
  readonly looks: number;
  /** CPU wait since then, in ms. */
  readonly waitedMs: number;
  /** CPU wait since its start, see `processorWaitMs`. */
  readonly waitedInAllMs: number;
}

/** @param before null: first check */
export function standstillAfter(
  before: Standstill | null,
  { beats, waitedInAllMs }: Pick<Standstill, "beats" | "waitedInAllMs">,
): Standstill {
  if (before === null || beats !== before.beats)
    return { beats, looks: 0, waitedMs: 0, waitedInAllMs };
  const waitedMs = before.waitedMs + waitedInAllMs - before.waitedInAllMs;
  return { beats, looks: before.looks + 1, waitedMs, waitedInAllMs };
}

/** Whether a main thread makes no progress although it has the CPU; after 20 s, even if it hasn't. */
export function hangs({ looks, waitedMs }: Standstill): boolean {
  const passedMs = looks * CHECK_INTERVAL_MS;
  return passedMs - waitedMs >= HUNG_AFTER_MS || passedMs >= STARVED_AFTER_MS;
}

/** The lease's row as a node reads it. */
export interface LeaseRow {
  readonly holder: string;
  readonly token: number;
  readonly secret: string;
  readonly url: string | null;
}

/** The node that does the work and takes forwarded calls. */
export interface Holder {
  readonly url: string;
  readonly secret: string;
}

/** Where calls go. @param row null: no node has ever held the lease */
export function holderOf(row: LeaseRow | null): Holder | null {
  // Still starting: it could not answer yet.
  if (row?.url === undefined || row.url === null) return null;
  return { url: row.url, secret: row.secret };
}

export function isSameHolder(one: Holder | null, other: Holder | null): boolean {
  return one?.url === other?.url && one?.secret === other?.secret;
}

/** This node no longer does the station's work; another one may have taken over. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}
