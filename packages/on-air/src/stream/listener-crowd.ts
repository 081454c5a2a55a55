import { isLoopbackAddress, networkOf } from "@neonrelay/process/client-address";
import type { CrowdLimits, HeldByNetwork } from "./listener-rules.ts";

/** How many places in the mounts and HLS each network holds. */
export class ListenerCrowd {
  readonly #limits: CrowdLimits;
  readonly #held = new Map<string, { connections: number; extra: number }>();

  constructor(limits: CrowdLimits) {
    this.#limits = limits;
  }

  /** What the address's network holds, and may hold. */
  of(address: string): HeldByNetwork {
    const isLoopback = isLoopbackAddress(address);
    const { perNetwork, fromLoopback } = this.#limits;
    const held = this.#held.get(networkOf(address)) ?? { connections: 0, extra: 0 };
    return { ...held, isLoopback, most: isLoopback ? fromLoopback : perNetwork };
  }

  /**
   * Counts one more connection, or one more HLS listener.
   * @param isExtra it adds no listener
   * @returns a function that stops counting it; call it once
   */
  enter({ address, isExtra }: { readonly address: string; readonly isExtra: boolean }): () => void {
    const network = networkOf(address);
    const extra = isExtra ? 1 : 0;
    const held = this.#held.get(network) ?? { connections: 0, extra: 0 };
    this.#held.set(network, held);
    held.connections += 1;
    held.extra += extra;
    return () => {
      held.connections -= 1;
      held.extra -= extra;
      if (held.connections === 0) this.#held.delete(network);
    };
  }
}
