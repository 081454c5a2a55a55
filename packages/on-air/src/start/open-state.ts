import path from "node:path";
import * as z from "zod";
import type { Logger } from "@neonrelay/process/log";
import { DjKeys } from "../djs/dj-keys.ts";
import { LiveSlots } from "../djs/live-slots.ts";
import {
  type ListenerSalt,
  ListenerSalts,
  listenerSaltsSchema,
} from "../audience/listener-salts.ts";
import { knownEdgesSchema } from "../edge/edge-registry.ts";
import type { KnownEdge } from "../edge/edge-roll-rules.ts";
import { PlayoutStore } from "../playout/playout-store.ts";
import { settingsAtStationStart } from "../playout/playout-state.ts";
import { BridgeFiles } from "../programme/bridge.ts";
import {
  rememberedPositionSchema,
  type RememberedPosition,
} from "../programme/remembered-position.ts";
import {
  hlsStorageSchema,
  icecastOutputSchema,
  type HlsStorage,
  type IcecastOutput,
} from "../protocol/index.ts";
import { Journal } from "../state/journal.ts";
import { StateFile } from "../state/state-file.ts";
import type { OnAirConfig } from "./config.ts";
import { makeStateFolder } from "./or-start-up-error.ts";

/** What on-air keeps on disk, and what it found there. */
export type OnAirState = ReturnType<typeof openState>;

/** Opens on-air's files, creating their folder if needed. @throws StartUpError when that fails */
export function openState(config: OnAirConfig, log: Logger) {
  const folder = config.stateFolder;
  makeStateFolder(folder);
  const position = new StateFile<RememberedPosition>({
    path: path.join(folder, "position.json"),
    log,
  });
  const outputs = new StateFile<IcecastOutput[]>({ path: path.join(folder, "outputs.json"), log });
  const hlsStorage = new StateFile<HlsStorage | null>({
    path: path.join(folder, "hls-storage.json"),
    log,
  });
  const edges = new StateFile<KnownEdge[]>({ path: path.join(folder, "edges.json"), log });
  const salts = new StateFile<readonly ListenerSalt[]>({
    path: path.join(folder, "listener-salt.json"),
    log,
  });
  const bridges = new BridgeFiles({ folder, log });
  const keys = new DjKeys({ path: path.join(folder, "dj-keys.json"), log });
  const slots = new LiveSlots({ path: path.join(folder, "live-slots.json"), log });
  const journal = new Journal({ path: path.join(folder, "journal.jsonl"), log });
  journal.keepId();
  const store = new PlayoutStore({ folder, journal, log });
  if (config.isStationStart) store.setSettings(settingsAtStationStart(store.settings));
  return {
    position,
    outputs,
    hlsStorage,
    edges,
    listenerSalts: new ListenerSalts({
      file: salts,
      remembered: salts.load(listenerSaltsSchema),
    }),
    ledgerFolder: path.join(folder, "listeners"),
    bridges,
    keys,
    slots,
    journal,
    store,
    /** Of the last run; null: there was none. */
    remembered: position.load(rememberedPositionSchema),
    knownEdges: edges.load(knownEdgesSchema) ?? [],
    wantedOutputs: outputs.load(z.array(icecastOutputSchema)) ?? [],
    wantedHlsStorage: hlsStorage.load(hlsStorageSchema.nullable()),
    /** Resolves once everything except the journal is on disk. */
    flush: async () => {
      const files = [store, keys, slots, position, bridges, outputs, hlsStorage, edges, salts];
      await Promise.all(files.map(async (file) => file.flush()));
    },
  };
}
