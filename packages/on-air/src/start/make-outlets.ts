import type { Events } from "@neonrelay/process/events";
import type { Logger } from "@neonrelay/process/log";
import { EdgeRegistry, type EdgeRegistryParts } from "../edge/edge-registry.ts";
import { RelayDirectory } from "../edge/relay-directory.ts";
import { addressRulesOf } from "../fetch/address-rules-of.ts";
import { usualCopyTiming } from "../hls-storage/hls-copy.ts";
import { HlsToStorage } from "../hls-storage/hls-to-storage.ts";
import { IcecastOutputs } from "../icecast/icecast-outputs.ts";
import { heal, ListenerProbe, type ProbeTiming } from "../probe/listener-probe.ts";
import type { AudiencePort } from "../stream/audience-port.ts";
import type { CrowdLimits } from "../stream/listener-rules.ts";
import { Mounts } from "../stream/mounts.ts";
import type { ProgrammeParts } from "./make-programme.ts";
import type { OnAirNews } from "./on-air-news.ts";
import type { OnAirState } from "./open-state.ts";

/**
 * Where the programme goes: mounts and their listeners, external Icecast servers and a storage, and the probe that
 * listens.
 */
export type Outlets = ReturnType<typeof makeOutlets>;

export function makeOutlets({
  state,
  programme: { time, rings, playout, transmitter },
  listeners,
  edgeParts,
  relayPassword,
  probeTiming,
  wrapper,
  news,
  log,
}: {
  readonly state: OnAirState;
  readonly programme: ProgrammeParts;
  /** How many there may be, and who is told of them. */
  readonly listeners: { readonly limits: CrowdLimits; readonly audience: AudiencePort };
  /** Who the edges are, and what they send and get beside the programme. */
  readonly edgeParts: Pick<EdgeRegistryParts, "secret" | "file" | "remembered" | "rows" | "salts">;
  readonly relayPassword: string | null;
  readonly probeTiming: ProbeTiming;
  /** The command that sandboxes the probe. */
  readonly wrapper: readonly string[];
  readonly news: Events<OnAirNews>;
  readonly log: Logger;
}) {
  const settings = () => playout.settings;
  const onChanged = (): void => news.publish({ kind: "status.changed" });
  const mounts = new Mounts({
    ...listeners,
    log,
    wallMsOf: (positionSamples) => time.wallMsOf(positionSamples),
    onCountChanged: onChanged,
    onAttached: (session) => news.publish({ kind: "attached", session }),
  });
  mounts.follow(rings.rings, settings());
  const edges = new EdgeRegistry({
    ...edgeParts,
    ring: rings.main.ring,
    loops: () => rings.loops,
    settings,
    onSession: (session) => mounts.recordSession(session),
    onChanged,
    log,
  });
  const relays = new RelayDirectory({
    password: relayPassword,
    paths: () => (settings().isStreaming ? mounts.all.map(({ path }) => path) : []),
    log,
  });
  const outputs = new IcecastOutputs({
    rings: () => rings.rings,
    rules: () => addressRulesOf(settings()),
    outputs: state.wantedOutputs,
    settings,
    onStateChanged: onChanged,
    random: Math.random,
    log,
  });
  const hlsToStorage = new HlsToStorage({
    hls: () => mounts.hls,
    settings,
    storage: state.wantedHlsStorage,
    owner: state.journal.journalId,
    onStateChanged: onChanged,
    timing: usualCopyTiming,
    random: Math.random,
    log,
  });
  const probe = new ListenerProbe(
    {
      wrapper,
      mounts,
      settings,
      air: playout,
      heal: (healing, reason) => heal({ playout, transmitter, log }, { healing, reason }),
      onChanged,
      log,
    },
    probeTiming,
  );
  return { mounts, edges, relays, outputs, hlsToStorage, probe };
}
