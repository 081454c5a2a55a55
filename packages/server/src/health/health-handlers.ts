import { type Health, healthApi, type IrcStatus } from "@neonrelay/contract";
import type { HlsStorageState, OnAirStatus } from "@neonrelay/on-air/protocol";
import { findPublicStationId } from "../database/data-file.ts";
import type { Database } from "../database/database.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import type { Irc } from "../irc/irc.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import type { DatabaseAnswer, DatabaseProbe } from "./database-probe.ts";
import { createStorageProbe, type StorageParts, type StorageProbe } from "./storage-probe.ts";

type PartHealth = Health["database"];

/** Players start with three segments of six seconds. */
const MAX_BEHIND_SECONDS = 18;

interface HealthParts {
  readonly database: Database;
  readonly link: OnAirLink;
  readonly irc: Irc;
  readonly probe: DatabaseProbe;
  readonly storage: StorageProbe;
  readonly stationId: () => string | null;
  /** null: the station has no other nodes. */
  readonly publisher: { readonly isBusUp: boolean } | null;
}

export const healthFeature = feature(
  healthApi,
  (parts: Omit<HealthParts, "storage" | "stationId"> & StorageParts) =>
    healthHandlers({
      ...parts,
      storage: createStorageProbe({ ...parts, nowMs: () => performance.now() }),
      stationId: findStationId(parts.config.dataDir),
    }),
);

/** It never changes, and health is asked for often. */
function findStationId(dataDir: string): () => string | null {
  let stationId: string | null = null;
  return () => (stationId ??= findPublicStationId(dataDir));
}

function healthHandlers({
  database,
  link,
  irc,
  probe,
  storage,
  stationId,
  publisher,
}: HealthParts): HandlersFor<typeof healthApi> {
  return {
    getHealth: async (_request, { reply }) => {
      const answer = describeDatabase(await probe(), database);
      const { writing, disk, music } = await storage();
      const databaseHealth = answer.ok ? writing : answer;
      const status = link.currentStatus;
      const { ageMs } = link;
      const onAir: PartHealth = link.isUp
        ? { ok: true, detail: "linked", ageMs }
        : { ok: false, detail: "not reachable", ageMs };
      const engine = { ...describeEngine(status), ageMs };
      const health = {
        ok: [databaseHealth, disk, music, onAir, engine].every(({ ok }) => ok),
        stationId: stationId(),
        database: databaseHealth,
        disk,
        music,
        onAir,
        engine,
        stream: { ...describeStream(status), ageMs: ageOfStream(status, link.statusAgeMs) },
        hlsStorage: describeHlsStorage(status?.hlsStorage ?? null),
        bus: describeBus(publisher?.isBusUp ?? null),
        irc: describeIrc(irc.status),
      };
      reply.code(health.ok ? 200 : 503);
      return health;
    },
  };
}

function describeDatabase(answer: DatabaseAnswer, { engine }: Database): PartHealth {
  switch (answer.kind) {
    case "answered":
      return { ok: true, detail: engine, ageMs: 0 };
    case "failed":
      return { ok: false, detail: "not reachable", ageMs: 0 };
    case "late":
      return { ok: false, detail: "no answer within a second", ageMs: 0 };
    default:
      return answer satisfies never;
  }
}

function describeIrc({ connected, channels, reason }: IrcStatus): PartHealth {
  if (connected) return { ok: true, detail: `in ${channels.join(", ")}`, ageMs: null };
  return { ok: false, detail: reason ?? "connecting", ageMs: null };
}

/** As heard by our own listener. */
function describeStream(status: OnAirStatus | null): Omit<PartHealth, "ageMs"> {
  if (status === null) return { ok: false, detail: "unknown" };
  if (!status.settings.isStreaming) return { ok: true, detail: "off air" };
  const trouble = status.probes.find(({ problem }) => problem !== null);
  if (trouble !== undefined) return { ok: false, detail: `${trouble.path}: ${trouble.problem}` };
  const paths = status.probes.map(({ path }) => path).join(", ");
  return { ok: true, detail: paths === "" ? "not checked yet" : `heard on ${paths}` };
}

/** The age of the oldest probe result. */
function ageOfStream(status: OnAirStatus | null, statusAgeMs: number): number | null {
  const ages = status?.probes.flatMap(({ ageMs }) => ageMs ?? []) ?? [];
  return ages.length === 0 ? null : statusAgeMs + Math.max(...ages);
}

/** Public: the storage and its messages are only shown in the settings. */
function describeHlsStorage(copy: HlsStorageState | null): PartHealth | null {
  if (copy === null) return null;
  const ageMs = copy.pushedAtMs === null ? null : Math.max(0, Date.now() - copy.pushedAtMs);
  if (copy.state === "failing") return { ok: false, detail: "the storage can't be used", ageMs };
  if (copy.state === "idle") return { ok: true, detail: "nothing to copy", ageMs };
  const behind = Math.round(copy.behindSeconds);
  return { ok: behind <= MAX_BEHIND_SECONDS, detail: `${behind} s behind`, ageMs };
}

function describeBus(isUp: boolean | null): PartHealth | null {
  if (isUp === null) return null;
  return { ok: isUp, detail: isUp ? "connected" : "not connected", ageMs: null };
}

function describeEngine(status: OnAirStatus | null): Omit<PartHealth, "ageMs"> {
  if (status === null) return { ok: false, detail: "unknown" };
  return { ok: status.engine === "running", detail: `${status.engine}, ${status.source}` };
}
