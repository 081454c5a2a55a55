import type { Events } from "@neonrelay/process/events";
import type { Logger } from "@neonrelay/process/log";
import type { TroubleLog } from "@neonrelay/process/trouble-log";
import { createCommandRunner } from "../link/commands.ts";
import { LinkServer } from "../link/link-server.ts";
import { onAirStatus } from "../playout/on-air-status.ts";
import type { Audience } from "./make-audience.ts";
import type { DjParts } from "./make-djs.ts";
import type { Outlets } from "./make-outlets.ts";
import type { ProgrammeParts } from "./make-programme.ts";
import type { OnAirNews } from "./on-air-news.ts";
import type { OnAirState } from "./open-state.ts";

/** Creates the link that servers connect to: their commands, and what they receive. */
export function makeLink({
  state,
  programme,
  djs: { lineup, capture },
  audience: { ledger },
  outlets: { mounts, edges, outputs, hlsToStorage, probe },
  troubles,
  news,
  log,
}: {
  readonly state: OnAirState;
  readonly programme: ProgrammeParts;
  readonly djs: DjParts;
  readonly audience: Audience;
  readonly outlets: Outlets;
  readonly troubles: TroubleLog;
  readonly news: Events<OnAirNews>;
  readonly log: Logger;
}): LinkServer {
  const { playout, transmitter } = programme;
  const link = new LinkServer({
    journal: state.journal,
    troubles,
    log,
    status: () => ({
      ...onAirStatus({
        ...programme,
        listeners: mounts.listeners + edges.listeners,
        atMs: Date.now(),
      }),
      ledger: { sessions: ledger.connectedCount, waitingRows: ledger.log.waiting },
      edges: edges.states,
      outputs: [...outputs.states],
      hlsStorage: hlsToStorage.state,
      live: lineup.status,
      captureDevices: [...capture.devices],
      probes: [...probe.states],
    }),
    onDeserted: () => transmitter.setLevels(false),
    runCommand: createCommandRunner({
      playout,
      outputs,
      djLineup: lineup,
      setOutputs: (wanted) => {
        state.outputs.save([...wanted]);
        outputs.set(wanted);
      },
      setHlsStorage: (storage) => {
        state.hlsStorage.save(storage);
        hlsToStorage.set(storage);
      },
      journal: state.journal,
      restartEngine: () => transmitter.restartEngine(),
      setLevels: (isOn) => transmitter.setLevels(isOn),
      ledger,
      sessionStartMs: (cid) => mounts.sessionStartMs(cid),
    }),
  });
  news.subscribe((event) => {
    switch (event.kind) {
      case "status.changed":
        return link.announceStatus();
      case "attached":
        return link.announceAttached(event.session);
      case "levels":
        return link.announceLevels(event.levels);
      default:
        return event satisfies never;
    }
  });
  return link;
}
