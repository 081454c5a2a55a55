import { LOOK_EVERY_MS } from "@neonrelay/process/heartbeat-rules";

/** A holder that said nothing for this long has lost the lease: PostgreSQL ends its connection, in ms. */
export const LEASE_ENDS_AFTER_MS = 4000;
/** How often the holder says that it is there, in ms. */
export const SIGN_EVERY_MS = 1000;
/** How often the others try to take the lease, in ms. */
export const TRY_EVERY_MS = 250;
/** How long the holder relies on its last sign of life, in ms: less than the lease lasts, by what two clocks may differ. */
const RELIED_ON_MS = 3500;
/**
 * A main thread without a beat for this long hangs, in ms: later than its launcher kills it, so that it has let go of
 * everything, and with a look less than the lease lasts.
 */
const HUNG_AFTER_MS = 3500;
/** The same with the time in which it waited for a processor, in ms: no one waits longer for the next holder. */
const STARVED_AFTER_MS = 20_000;

/**
 * Whether a holder may still act as one. Both moments are of its own monotonic clock, which goes on while it stands still.
 * @param signSentAtMs when its last sign of life that was answered went out
 */
export function mayRelyOn(signSentAtMs: number, nowMs: number): boolean {
  return nowMs - signSentAtMs < RELIED_ON_MS;
}

/** The main thread of a holder, as the thread with the lease sees it each {@link LOOK_EVERY_MS}. */
export interface Standstill {
  /** How often its event loop has turned so far. */
  readonly beats: bigint;
  /** Looks since the newest beat. A process that is stopped takes none, so that it is not judged when it wakes up. */
  readonly looks: number;
  /** How long it has waited for a processor since then, in ms. */
  readonly waitedMs: number;
  /** The same since its start, see `processorWaitMs`. */
  readonly waitedInAllMs: number;
}

/** @param before null: nothing was seen yet */
export function standstillAfter(
  before: Standstill | null,
  { beats, waitedInAllMs }: Pick<Standstill, "beats" | "waitedInAllMs">,
): Standstill {
  if (before === null || beats !== before.beats)
    return { beats, looks: 0, waitedMs: 0, waitedInAllMs };
  const waitedMs = before.waitedMs + waitedInAllMs - before.waitedInAllMs;
  return { beats, looks: before.looks + 1, waitedMs, waitedInAllMs };
}

/** Whether a main thread makes no progress although it could; after 20 s also where it could not. */
export function hangs({ looks, waitedMs }: Standstill): boolean {
  const passedMs = looks * LOOK_EVERY_MS;
  return passedMs - waitedMs >= HUNG_AFTER_MS || passedMs >= STARVED_AFTER_MS;
}

/** What a node finds of the lease. */
export interface LeaseRow {
  readonly holder: string;
  readonly token: number;
  readonly secret: string;
  readonly url: string | null;
}

/** The node that does the work, and takes what others pass on. */
export interface Holder {
  readonly url: string;
  readonly secret: string;
}

/** Where calls go. @param row null: no node has ever held the lease */
export function holderOf(row: LeaseRow | null): Holder | null {
  // It starts: nothing it is sent would be answered before it can.
  if (row?.url === undefined || row.url === null) return null;
  return { url: row.url, secret: row.secret };
}

export function isSameHolder(one: Holder | null, other: Holder | null): boolean {
  return one?.url === other?.url && one?.secret === other?.secret;
}
