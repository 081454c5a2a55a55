import { createHash, timingSafeEqual } from "node:crypto";
import { SourceThrottle } from "../djs/source-gate.ts";

/** A secret chosen by people and sent by other machines. Wrong ones make their address wait (S113). */
export class SharedSecret {
  readonly #hash: Buffer;
  readonly #throttle = new SourceThrottle();

  constructor(secret: string) {
    this.#hash = hashOf(secret);
  }

  /**
   * @param address of the client
   * @param nowMs from a monotonic clock
   * @returns `wait`: not checked, after too many wrong ones
   */
  check(given: string, address: string, nowMs: number): "right" | "wrong" | "wait" {
    // Check before comparing: otherwise a wrong guess costs nothing, since the right one would still be answered.
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
