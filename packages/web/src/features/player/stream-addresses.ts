import type { StreamInfo } from "@neonrelay/contract/callers";
import { chooseAddress } from "./address-rules.ts";

/** Where the player may listen, and what has become of its connections. */
export class StreamAddresses {
  #addresses: StreamInfo["addresses"] = [];
  /** Of the newest connection. */
  #current: string | undefined;
  /** When the last connection to an address was lost. */
  readonly #failedAtMs = new Map<string, number>();

  note(addresses: StreamInfo["addresses"]): void {
    this.#addresses = addresses;
  }

  /** The address of the next connection. @param usual where there is no choice */
  next(usual: string): string {
    const moment = { nowMs: performance.now(), random: Math.random() };
    const places = { addresses: this.#addresses, failedAtMs: this.#failedAtMs };
    this.#current = chooseAddress({ ...places, ...moment }) ?? usual;
    return this.#current;
  }

  /** The newest connection is lost: the next one goes to another address, if there is one. */
  failed(): void {
    if (this.#current !== undefined) this.#failedAtMs.set(this.#current, performance.now());
  }
}
