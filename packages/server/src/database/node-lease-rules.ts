/** A holder that said nothing for this long has lost the lease: PostgreSQL ends its connection, in ms. */
export const LEASE_ENDS_AFTER_MS = 4000;
/** How often the holder says that it is there, in ms. */
export const SIGN_EVERY_MS = 1000;
/** How often the others try to take the lease, in ms. */
export const TRY_EVERY_MS = 250;
/** How long the holder relies on its last sign of life, in ms: less than the lease lasts, by what two clocks may differ. */
const RELIED_ON_MS = 3500;

/**
 * Whether a holder may still act as one. Both moments are of its own monotonic clock, which goes on while it stands still.
 * @param signSentAtMs when its last sign of life that was answered went out
 */
export function mayRelyOn(signSentAtMs: number, nowMs: number): boolean {
  return nowMs - signSentAtMs < RELIED_ON_MS;
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
