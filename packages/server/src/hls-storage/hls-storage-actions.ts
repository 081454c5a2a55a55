import type { HlsCopy, HlsStorage } from "@neonrelay/contract";
import { FetchError } from "@neonrelay/on-air/fetch-error";
import { fetchLimits, fetchWhole } from "@neonrelay/on-air/guarded-client";
import { placeOf } from "@neonrelay/on-air/s3-rules";
import { S3Storage } from "@neonrelay/on-air/s3-storage";
import { tryStorage } from "@neonrelay/on-air/try-storage";
import { lookUpAddresses } from "@neonrelay/process/stream-address";
import type { Database } from "../database/database.ts";
import type { StationEvents } from "../events/station-events.ts";
import type { Caller } from "../identity/rights-rules.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import type { Settings } from "../settings/settings.ts";
import { toHlsCopy, withSecret } from "./hls-storage-rules.ts";
import { findHlsStorage, saveHlsStorage } from "./hls-storage-store.ts";

export interface HlsStorageParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly link: Pick<OnAirLink, "status">;
  readonly settings: Pick<Settings, "current">;
  readonly systemLog: SystemLog;
}

/** Shorter than a browser waits for an answer. */
const TRIAL_LIMIT_MS = 12_000;
const PUBLIC_LIMIT = { maxBytes: 64 * 1024, limitMs: 6000 };

export async function loadHlsCopy({ database, link }: HlsStorageParts): Promise<HlsCopy> {
  return toHlsCopy(await findHlsStorage(database.connection), link.status);
}

type HlsStorageOutcome =
  | { readonly kind: "stored"; readonly copy: HlsCopy }
  | { readonly kind: "no-secret" };

export async function changeHlsStorage(
  { database, events, link, systemLog }: HlsStorageParts,
  { wanted, by }: { readonly wanted: HlsStorage; readonly by: Caller },
): Promise<HlsStorageOutcome> {
  const stored = await database.transaction(async (transaction) => {
    const storage = withSecret(wanted, await findHlsStorage(transaction));
    if (storage !== null) await saveHlsStorage(transaction, storage);
    return storage;
  });
  if (stored === null) return { kind: "no-secret" };
  events.publish({ type: "hls-storage.changed" });
  const { isOn, store, publicUrl } = stored;
  systemLog.recordOperatorAction({
    who: by,
    action: "changed where HLS is copied to",
    details: { isOn, place: store === null ? null : placeOf(store), publicUrl },
  });
  return { kind: "stored", copy: toHlsCopy(stored, link.status) };
}

type HlsStorageTrial =
  | { readonly kind: "tried"; readonly problem: string | null }
  | { readonly kind: "no-secret" };

/** Writes, reads and removes a small object, and fetches it from the public address while it exists. */
export async function tryHlsStorage(
  { database, settings }: HlsStorageParts,
  wanted: HlsStorage,
): Promise<HlsStorageTrial> {
  const storage = withSecret(wanted, await findHlsStorage(database.connection));
  if (storage === null) return { kind: "no-secret" };
  const { store, publicUrl } = storage;
  if (store === null) return { kind: "tried", problem: "no storage is entered" };
  const signal = AbortSignal.timeout(TRIAL_LIMIT_MS);
  const { allowedStreamHosts } = settings.current;
  const problem = await tryStorage(new S3Storage(store, signal), async (name, content) =>
    publicUrl === ""
      ? null
      : await lookInPublic(`${publicUrl}/${name}`, { content, allowedStreamHosts, signal }),
  );
  return { kind: "tried", problem };
}

async function lookInPublic(
  url: string,
  {
    content,
    allowedStreamHosts,
    signal,
  }: {
    readonly content: string;
    readonly allowedStreamHosts: readonly string[];
    readonly signal: AbortSignal;
  },
): Promise<string | null> {
  const rules = {
    lookUp: lookUpAddresses,
    allowedHosts: allowedStreamHosts,
    limits: fetchLimits,
  };
  try {
    const { bytes } = await fetchWhole({ url, rules, signal }, PUBLIC_LIMIT);
    return bytes.toString("utf8") === content
      ? null
      : "the public address leads to something other than this folder of the storage";
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return `players can't read the folder at its public address: ${error.message}`;
  }
}
