import type { StreamInfo } from "@neonrelay/contract/callers";
import { chooseAddress } from "./address-rules.ts";

/** The stream's addresses, and which of them have failed. */
export class StreamAddresses {
  #addresses: StreamInfo["addresses"] = [];
  /** Address of the newest connection. */
  #current: string | undefined;
  /** When the last connection to an address was lost. */
  readonly #failedAtMs = new Map<string, number>();

  note(addresses: StreamInfo["addresses"]): void {
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
