/** Sessions expire after this long without a call. */
export const SESSION_MS = 30 * 24 * 60 * 60_000;
