/** Failed attempts of one account from one address, or of one network. */
export interface FailedAttempts {
  readonly count: number;
  readonly lastAtMs: number;
}

/** Failures that cost no wait: of an account from an address, and of a whole network. */
export const FREE_ATTEMPTS = 3;
export const FREE_NETWORK_ATTEMPTS = 30;
const LONGEST_DELAY_MS = 15 * 60_000;
/** After this long without a failure everything is forgiven. */
export const FORGIVEN_AFTER_MS = 60 * 60_000;

/** When the next attempt is taken: at once for the free ones, then after 1, 2, 4… seconds, at most 15 minutes. */
export function nextAttemptAtMs(
  attempts: FailedAttempts | undefined,
  freeAttempts: number = FREE_ATTEMPTS,
): number {
  if (attempts === undefined || attempts.count < freeAttempts) return 0;
  const delayMs = Math.min(1000 * 2 ** (attempts.count - freeAttempts), LONGEST_DELAY_MS);
  return attempts.lastAtMs + delayMs;
}

export function afterFailure(attempts: FailedAttempts | undefined, nowMs: number): FailedAttempts {
  const isForgiven = attempts === undefined || nowMs - attempts.lastAtMs > FORGIVEN_AFTER_MS;
  return { count: isForgiven ? 1 : attempts.count + 1, lastAtMs: nowMs };
}

/** The network one visitor may hold all of: the IPv4 address, or the first 64 bits of the IPv6 address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").length;
  const whole = [...groups, ...Array.from({ length: Math.max(missing, 0) }, () => "0")];
  const first = [...whole, ...(tail ?? "").split(":")].slice(0, 4);
  return `${first.map((group) => Number.parseInt(group || "0", 16).toString(16)).join(":")}::/64`;
}
