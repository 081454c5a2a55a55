import type { Logger } from "@neonrelay/process/log";
import type { Playout } from "../playout/playout.ts";
import type { Transmitter } from "../programme/transmitter.ts";
import type { Healing } from "./probe-rules.ts";

const SKIP_FADE_MS = 500;

/** [S82] Does what the probe wants, as an operator would. */
export function heal(
  {
    playout,
    transmitter,
    log,
  }: {
    readonly playout: Pick<Playout, "orders" | "takeEmergencyLoop">;
    readonly transmitter: Pick<Transmitter, "restartEngine">;
    readonly log: Logger;
  },
  { healing, reason }: { readonly healing: Healing; readonly reason: string },
): void {
  log.warn({ healing, reason }, "trying to fix what listeners hear");
  switch (healing) {
    case "next-track":
      playout.orders.skip({ fadeMs: SKIP_FADE_MS, playId: null });
      return;
    case "restart-engine":
      transmitter.restartEngine();
      return;
    case "emergency-loop":
      playout.takeEmergencyLoop(reason);
      playout.orders.skip({ fadeMs: SKIP_FADE_MS, playId: null });
      return;
    default:
      healing satisfies never;
  }
}
