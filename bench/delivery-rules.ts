/** A longer pause between two arrivals ends a portion, in ms: servers send at least this far apart. */
const PORTION_PAUSE_MS = 100;
/** With fewer portions a listener is judged by the bytes received. */
const FEWEST_PORTIONS = 4;

/** A listener's delivery since the measurement began. All times in ms. */
export interface Delivery {
  bytes: number;
  firstMs: number;
  lastMs: number;
  /** Portions whose start was seen. */
  portions: number;
  firstPortionMs: number;
  lastPortionMs: number;
  bytesBeforeFirstPortion: number;
  bytesBeforeLastPortion: number;
}

export function newDelivery(): Delivery {
  return {
    bytes: 0,
    firstMs: 0,
    lastMs: 0,
    portions: 0,
    firstPortionMs: 0,
    lastPortionMs: 0,
    bytesBeforeFirstPortion: 0,
    bytesBeforeLastPortion: 0,
  };
}

/** Records an arrival by mutating `delivery`: this runs tens of thousands of times a second. */
export function recordArrival(delivery: Delivery, bytes: number, nowMs: number): void {
  if (delivery.lastMs === 0) {
    delivery.firstMs = nowMs;
    delivery.lastMs = nowMs;
    return; // the previous arrival is unknown
  }
  if (nowMs - delivery.lastMs > PORTION_PAUSE_MS) {
    if (delivery.portions === 0) {
      delivery.firstPortionMs = nowMs;
      delivery.bytesBeforeFirstPortion = delivery.bytes;
    }
    delivery.portions += 1;
    delivery.lastPortionMs = nowMs;
    delivery.bytesBeforeLastPortion = delivery.bytes;
  }
  delivery.bytes += bytes;
  delivery.lastMs = nowMs;
}

/**
 * Bitrate delivered to a listener, in kbit/s, over whole portions: a server that sends three times a second may fit
 * one more or one less into a window, which says nothing about its bitrate.
 */
export function deliveredKbps(delivery: Delivery): number {
  const isByPortion = delivery.portions >= FEWEST_PORTIONS;
  const bytes = isByPortion
    ? delivery.bytesBeforeLastPortion - delivery.bytesBeforeFirstPortion
    : delivery.bytes;
  const lengthMs = isByPortion
    ? delivery.lastPortionMs - delivery.firstPortionMs
    : delivery.lastMs - delivery.firstMs;
  return lengthMs <= 0 ? 0 : (bytes * 8) / lengthMs;
}

/** @param share 0.01 for one per cent */
export function isWithin(kbps: number, { of, share }: { of: number; share: number }): boolean {
  return Math.abs(kbps - of) <= of * share;
}
