import type { HlsStorageState } from "@neonrelay/on-air/protocol";
import { Gauge, type Registry } from "prom-client";

/**
 * @returns a function that records the state of the HLS copy on object storage; without a copy the gauges have no value
 */
export function createHlsStorageGauges(registry: Registry): (copy: HlsStorageState | null) => void {
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name, help, registers: [registry] });
  const reaches = gauge(
    "neonrelay_hls_storage_up",
    "Whether the copy of HLS reaches the storage; no value while there is nothing to copy",
  );
  const behind = gauge(
    "neonrelay_hls_storage_behind_seconds",
    "How much finished sound the playlist at the storage lacks",
  );
  const lost = gauge(
    "neonrelay_hls_storage_lost_segments",
    "Segments that players there missed, since the copying began",
  );
  return (copy) => {
    if (copy === null || copy.state === "idle") {
      for (const each of [reaches, behind, lost]) each.remove();
      return;
    }
    reaches.set(copy.state === "copying" ? 1 : 0);
    behind.set(copy.behindSeconds);
    lost.set(copy.lostSegments);
  };
}
