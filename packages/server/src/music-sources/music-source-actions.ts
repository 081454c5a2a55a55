import {
  MAX_MUSIC_SOURCES,
  type MusicSource,
  type MusicSourceChange,
  type NewMusicSource,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { Connection, Database } from "../database/database.ts";
import type { StationEvents } from "../events/station-events.ts";
import { mayAllowPrivateHosts, type Operator } from "../identity/rights-rules.ts";
import type { SystemLog } from "../logs/system-log.ts";
import { findSettings } from "../settings/settings-store.ts";
import { findLastFailure } from "./cached-sound-store.ts";
import {
  countSourceTracks,
  deleteSource,
  findSource,
  insertSource,
  letGoOfTracks,
  listSources,
  saveSource,
} from "./music-source-store.ts";
import type { MusicSources } from "./music-sources.ts";
import {
  needsAllowing,
  needsPasswordAgain,
  toMusicSource,
  type SourceConfig,
  type StoredSource,
} from "./source-state-rules.ts";
import { listSourceAlbums, pingSource } from "./subsonic-calls.ts";
import { SubsonicError } from "./subsonic-client.ts";

export interface MusicSourceParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly systemLog: SystemLog;
  readonly musicSources: Pick<MusicSources, "stateOf" | "follow" | "forget" | "read">;
}

export type SourceRefusal =
  | { readonly kind: "unknown" }
  | { readonly kind: "no-password" }
  | { readonly kind: "no-username" }
  | { readonly kind: "too-many" }
  | { readonly kind: "same-server" }
  /** Only super admins may point a source at a private network. */
  | { readonly kind: "not-allowed" };
export type SourceOutcome =
  | { readonly kind: "stored"; readonly source: MusicSource }
  | SourceRefusal;

/** Less than browsers wait for a response. */
const TEST_LIMIT_MS = 15_000;

export async function loadSources(parts: MusicSourceParts): Promise<readonly MusicSource[]> {
  const stored = await listSources(parts.database.connection);
  return await Promise.all(stored.map((source) => show(parts, source)));
}

export async function addSource(
  parts: MusicSourceParts,
  { source, by }: { readonly source: NewMusicSource; readonly by: Operator },
): Promise<SourceOutcome> {
  const wanted = { ...source, id: randomUUID(), url: withoutSlash(source.url) };
  return await store(parts, {
    id: wanted.id,
    by,
    action: "added a music source",
    change: async (transaction, stored) => {
      if (lacksLeave(by, undefined, wanted)) return { kind: "not-allowed" };
      const refusal = findRefusal(stored, wanted);
      if (refusal === null) await insertSource(transaction, wanted);
      return refusal;
    },
  });
}

export async function changeSource(
  parts: MusicSourceParts,
  {
    id,
    change,
    by,
  }: { readonly id: string; readonly change: MusicSourceChange; readonly by: Operator },
): Promise<SourceOutcome> {
  return await store(parts, {
    id,
    by,
    action: "changed a music source",
    change: async (transaction, stored) => {
      const before = stored.find((source) => source.id === id);
      if (before === undefined) return { kind: "unknown" };
      const wanted = changed(before, change);
      if (lacksLeave(by, before, wanted)) return { kind: "not-allowed" };
      const isOther = needsPasswordAgain(before, wanted);
      if (change.password === undefined && isOther) return { kind: "no-password" };
      const refusal = findRefusal(stored, wanted);
      if (refusal !== null) return refusal;
      // Another server is read from the start.
      const again = { readOffset: null, lookedAt: null, readAt: null, stamp: null };
      await saveSource(transaction, id, { ...wanted, ...(before.url !== wanted.url && again) });
      return null;
    },
  });
}

/** @returns whether it existed */
export async function removeSource(
  parts: MusicSourceParts,
  { id, by }: { readonly id: string; readonly by: Operator },
): Promise<boolean> {
  const { database, events, musicSources } = parts;
  const source = await findSource(database.connection, id);
  if (source === undefined) return false;
  // Stops it from adding to the library, even if the server stops before the removal is complete.
  await saveSource(database.connection, id, { isEnabled: false });
  await musicSources.forget(id);
  while (await database.transaction((transaction) => letGoOfTracks(transaction, id)));
  await deleteSource(database.connection, id);
  events.publish({ type: "library.changed" });
  recordAction(parts, { source, by, action: "removed a music source" });
  return true;
}

/** @param id of a stored source whose password is used, for its own server, when none is given */
export async function testSource(
  { database }: Pick<MusicSourceParts, "database">,
  {
    id,
    source,
    by,
  }: {
    readonly id: string | undefined;
    readonly source: Omit<NewMusicSource, "password"> & { readonly password?: string | undefined };
    readonly by: Operator;
  },
): Promise<{ readonly kind: "tested"; readonly problem: string | null } | SourceRefusal> {
  const stored = id === undefined ? undefined : await findSource(database.connection, id);
  if (id !== undefined && stored === undefined) return { kind: "unknown" };
  if (lacksLeave(by, stored, source)) return { kind: "not-allowed" };
  const isKnown = stored !== undefined && !needsPasswordAgain(stored, source);
  const password = source.password ?? (isKnown ? stored.password : undefined);
  if (password === undefined) return { kind: "no-password" };
  if (lacksUsername(source)) return { kind: "no-username" };
  const server = { ...source, password, url: withoutSlash(source.url) };
  const signal = AbortSignal.timeout(TEST_LIMIT_MS);
  try {
    await pingSource(server, signal);
    const albums = await listSourceAlbums(server, { offset: 0, signal });
    const problem = albums.length === 0 ? "The server answers, but lists no album" : null;
    return { kind: "tested", problem };
  } catch (error) {
    if (!(error instanceof SubsonicError)) throw error;
    return { kind: "tested", problem: error.message };
  }
}

async function store(
  parts: MusicSourceParts,
  {
    id,
    by,
    action,
    change,
  }: {
    readonly id: string;
    readonly by: Operator;
    readonly action: string;
    /** @returns why nothing was stored, or null */
    readonly change: (
      transaction: Connection,
      stored: readonly StoredSource[],
    ) => Promise<SourceRefusal | null>;
  },
): Promise<SourceOutcome> {
  const refusal = await parts.database.transaction(async (transaction) => {
    // One change at a time, so that the state a decision relies on can't change before it is stored.
    await findSettings(transaction, { isLocked: true });
    return await change(transaction, await listSources(transaction));
  });
  if (refusal !== null) return refusal;
  const source = await findSource(parts.database.connection, id);
  if (source === undefined) return { kind: "unknown" };
  parts.musicSources.follow(id);
  recordAction(parts, { source, by, action });
  return { kind: "stored", source: await show(parts, source) };
}

async function show(
  { database, musicSources }: MusicSourceParts,
  source: StoredSource,
): Promise<MusicSource> {
  const counts = await countSourceTracks(database.connection, source.id);
  const lastFailure = await findLastFailure(database.connection, source.id);
  return toMusicSource(source, { counts, state: musicSources.stateOf(source.id), lastFailure });
}

/** Omits the password. */
function recordAction(
  { systemLog }: MusicSourceParts,
  {
    source: { name, url, isEnabled },
    by,
    action,
  }: { readonly source: StoredSource; readonly by: Operator; readonly action: string },
): void {
  systemLog.recordOperatorAction({ who: by.caller, action, details: { name, url, isEnabled } });
}

function changed(before: StoredSource, change: MusicSourceChange): StoredSource {
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  );
  return { ...before, ...given, url: withoutSlash(change.url ?? before.url) };
}

function findRefusal(stored: readonly StoredSource[], wanted: SourceConfig): SourceRefusal | null {
  if (lacksUsername(wanted)) return { kind: "no-username" };
  const others = stored.filter(({ id }) => id !== wanted.id);
  if (others.some(({ url, username }) => url === wanted.url && username === wanted.username))
    return { kind: "same-server" };
  return others.length >= MAX_MUSIC_SOURCES ? { kind: "too-many" } : null;
}

function lacksLeave(
  by: Operator,
  before: StoredSource | undefined,
  wanted: Pick<SourceConfig, "url" | "isPrivateAllowed">,
): boolean {
  return needsAllowing(before, wanted) && !mayAllowPrivateHosts(by.caller);
}

function lacksUsername({ signIn, username }: Pick<SourceConfig, "signIn" | "username">): boolean {
  return signIn !== "api-key" && username === "";
}

function withoutSlash(url: string): string {
  return url.endsWith("/") ? url.slice(0, -1) : url;
}
