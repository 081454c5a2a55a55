import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Logger } from "@neonrelay/process/log";
import * as z from "zod";
import { listenedSchema, type Listened } from "../edge/listened-time.ts";
import { BridgeFiles } from "../programme/bridge-files.ts";
import {
  rememberedPositionSchema,
  type RememberedPosition,
} from "../programme/remembered-position.ts";
import { onAirSettingsSchema, type OnAirSettings } from "../protocol/index.ts";
import { StateFile } from "../state/state-file.ts";
import { makeStateFolder } from "./or-start-up-error.ts";

const identitySchema = z.object({ id: z.uuid() });

/** What an edge keeps on disk, and what it found there. */
export type EdgeState = ReturnType<typeof openEdgeState>;

/** Opens an edge's files, creating their folder if needed. @throws StartUpError when that fails */
export function openEdgeState(folder: string, log: Logger) {
  makeStateFolder(folder);
  const fileOf = <Value>(name: string) =>
    new StateFile<Value>({ path: path.join(folder, name), log });
  const identity = fileOf<{ id: string }>("edge.json");
  const settings = fileOf<OnAirSettings>("master-settings.json");
  const position = fileOf<RememberedPosition>("position.json");
  const listened = fileOf<Listened>("listened.json");
  const bridges = new BridgeFiles({ folder, log });
  const id = identity.load(identitySchema)?.id ?? randomUUID();
  identity.save({ id });
  return {
    id,
    settings,
    position,
    listened,
    bridges,
    /** Of the last run; null: the master was never heard. */
    rememberedSettings: settings.load(onAirSettingsSchema),
    rememberedPosition: position.load(rememberedPositionSchema),
    rememberedListened: listened.load(listenedSchema),
    /** Resolves once everything is on disk. */
    flush: async () => {
      const files = [identity, settings, position, listened, bridges];
      await Promise.all(files.map(async (file) => file.flush()));
    },
  };
}
