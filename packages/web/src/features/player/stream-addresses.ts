import type { StreamInfo } from "@neonrelay/contract/callers";

/** The stream's addresses, and which of them have failed. */
export class StreamAddresses {
  #addresses: StreamInfo["addresses"] = [];
  /** Address of the newest connection. */
  #current: string | undefined;
  /** When the last connection to an address was lost. */
  readonly #failedAtMs = new Map<string, number>();

  set(addresses: StreamInfo["addresses"]): void {
    this.#addresses = addresses;
  }

  /**
   * The address of the next connection.
   * @param usual used if there is no choice
   */
  next(usual: string): string {
    const moment = { nowMs: performance.now(), random: Math.random() };
    const places = { addresses: this.#addresses, failedAtMs: this.#failedAtMs };
    this.#current = chooseAddress({ ...places, ...moment }) ?? usual;
    return this.#current;
  }

  /** The newest connection was lost: the next one uses another address, if there is one. */
  failed(): void {
    if (this.#current !== undefined) this.#failedAtMs.set(this.#current, performance.now());
  }
}

type StreamAddress = StreamInfo["addresses"][number];

/** After a lost connection, other addresses are preferred for this long. */
const AVOIDED_MS = 60_000;

/**
 * Chooses the address of the next connection: by weight, among those that have not failed lately. An address of weight
 * 0 is used only if no other is left; if all have failed lately, the one that failed longest ago is retried.
 * @param failedAtMs when the last connection to an address was lost
 * @param random at least 0, below 1
 */
export function chooseAddress({
  addresses,
  failedAtMs,
  nowMs,
  random,
}: {
  readonly addresses: readonly StreamAddress[];
  readonly failedAtMs: ReadonlyMap<string, number>;
  readonly nowMs: number;
  readonly random: number;
}): string | undefined {
  const failedOf = ({ url }: StreamAddress): number =>
    failedAtMs.get(url) ?? Number.NEGATIVE_INFINITY;
  const well = addresses.filter((address) => nowMs - failedOf(address) >= AVOIDED_MS);
  if (well.length === 0) return addresses.toSorted((a, b) => failedOf(a) - failedOf(b))[0]?.url;
  const total = well.reduce((sum, { weight }) => sum + weight, 0);
  let left = random * total;
  const chosen = well.find(({ weight }) => {
    left -= weight;
    return weight > 0 && left < 0;
  });
  return (chosen ?? well[0])?.url;
}
