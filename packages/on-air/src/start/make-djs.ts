import type { Events } from "@neonrelay/process/events";
import type { Logger } from "@neonrelay/process/log";
import type { TrustedProxies } from "@neonrelay/process/client-address";
import { CaptureSource, type CaptureParts } from "../capture/capture-source.ts";
import { DjAdmin } from "../djs/dj-admin.ts";
import { DjLineup } from "../djs/dj-lineup.ts";
import { HandedSources } from "../djs/handed-sources.ts";
import { SourceDoor } from "../djs/source-door.ts";
import { SourceGate } from "../djs/source-gate.ts";
import type { ProgrammeParts } from "./make-programme.ts";
import type { OnAirNews } from "./on-air-news.ts";
import type { OnAirState } from "./open-state.ts";

/** DJs and the capture device: how they connect, and which of them is on air. */
export type DjParts = ReturnType<typeof makeDjs>;

export function makeDjs({
  state: { keys, slots, journal },
  programme: { time, rings, playout, ledger, feeds },
  proxies,
  captureParts,
  news,
  log,
}: {
  readonly state: OnAirState;
  readonly programme: ProgrammeParts;
  readonly proxies: TrustedProxies;
  readonly captureParts: CaptureParts;
  readonly news: Events<OnAirNews>;
  readonly log: Logger;
}) {
  const onChanged = (): void => news.publish({ kind: "status.changed" });
  const lineup = new DjLineup({
    keys,
    slots,
    aheadMs: () => -time.overdueMs(rings.main.ring.endSamples),
    air: playout.taking,
    playout: playout.events,
    ledger,
    feeds,
    journal,
    onChanged,
    log,
  });
  const capture = new CaptureSource({
    lineup,
    parts: captureParts,
    wantedId: () => playout.settings.captureDeviceId,
    onChanged,
    log,
  });
  const gate = new SourceGate({ keys, onRefused: (refusal) => lineup.recordRefusal(refusal) });
  const door = new SourceDoor({ lineup, gate, proxies });
  const handed = new HandedSources(door);
  const admin = new DjAdmin({ lineup, gate });
  return { lineup, capture, gate, door, handed, admin };
}
