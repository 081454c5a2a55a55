import { createHash, timingSafeEqual } from "node:crypto";
import { SourceThrottle } from "../djs/source-throttle.ts";

/** A secret that people choose and other machines give. Wrong ones cost their address a wait (S113). */
export class SharedSecret {
  readonly #hash: Buffer;
  readonly #throttle = new SourceThrottle();

  constructor(secret: string) {
    this.#hash = hashOf(secret);
  }

  /**
   * @param address of the client
   * @param nowMs of a clock that only goes on
   * @returns `wait`: it was not looked at, for too many before it were wrong
   */
  check(given: string, address: string, nowMs: number): "right" | "wrong" | "wait" {
    // Before the secret: else a wrong guess costs nothing, since the right one is answered all the same.
    if (this.#throttle.waitMs(address, nowMs) > 0) return "wait";
    if (timingSafeEqual(hashOf(given), this.#hash)) {
      this.#throttle.succeeded(address);
      return "right";
    }
    this.#throttle.failed(address, nowMs);
    return "wrong";
  }
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
