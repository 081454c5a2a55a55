import { createHash, timingSafeEqual } from "node:crypto";
import { SourceThrottle } from "../djs/source-throttle.ts";

/** A secret that other machines give. Wrong ones cost their address a wait (S4). */
export class SharedSecret {
  readonly #hash: Buffer;
  readonly #throttle = new SourceThrottle();

  constructor(secret: string) {
    this.#hash = hashOf(secret);
  }

  /**
   * @param address of the client
   * @returns `wait`: it is wrong, as too many before it were
   */
  check(given: string, address: string): "right" | "wrong" | "wait" {
    if (timingSafeEqual(hashOf(given), this.#hash)) {
      this.#throttle.succeeded(address);
      return "right";
    }
    const nowMs = performance.now();
    if (this.#throttle.waitMs(address, nowMs) > 0) return "wait";
    this.#throttle.failed(address, nowMs);
    return "wrong";
  }
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
