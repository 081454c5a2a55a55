import type { HlsCopy, HlsStorage } from "@neonrelay/contract";
import type {
  HlsStorage as WantedStorage,
  HlsStorageState,
  OnAirStatus,
} from "@neonrelay/on-air/protocol";

/** The playlist's name in the storage. */
const PLAYLIST_NAME = "live.m3u8";

/**
 * Fills in the stored secret if none was entered, but only for the same key ID and storage it was given for.
 * @returns null: it must be entered
 */
export function withSecret(wanted: HlsStorage, kept: HlsStorage): HlsStorage | null {
  const { store } = wanted;
  if (store === null || store.secretAccessKey !== "") return wanted;
  const before = kept.store;
  const isSameKey =
    before !== null &&
    before.endpoint === store.endpoint &&
    before.accessKeyId === store.accessKeyId;
  if (!isSameKey || before.secretAccessKey === "") return null;
  return { ...wanted, store: { ...store, secretAccessKey: before.secretAccessKey } };
}

/** What on-air gets; null: HLS is not copied. */
export function toWantedStorage({ isOn, store }: HlsStorage): WantedStorage | null {
  return isOn ? store : null;
}

/** What people see. @param status reported by on-air; null when it is unreachable */
export function toHlsCopy(storage: HlsStorage, status: OnAirStatus | null): HlsCopy {
  const { store, publicUrl } = storage;
  return {
    storage: {
      ...storage,
      store: store === null ? null : { ...store, secretAccessKey: "" },
    },
    playlistUrl: playlistUrlOf(publicUrl),
    state: stateOf(storage, status),
  };
}

/**
 * Where players are sent for HLS; null: to the station, as the storage lacks a public address or the current programme.
 */
export function offeredPlaylist(
  { publicUrl }: Pick<HlsStorage, "publicUrl">,
  copy: HlsStorageState,
): string | null {
  const isCurrent = copy.state === "copying" && copy.pushedAtMs !== null;
  return isCurrent ? playlistUrlOf(publicUrl) : null;
}

/** null: no public address is set. */
function playlistUrlOf(publicUrl: string): string | null {
  return publicUrl === "" ? null : `${publicUrl}/${PLAYLIST_NAME}`;
}

function stateOf({ isOn }: HlsStorage, status: OnAirStatus | null): HlsCopy["state"] {
  const nothing = {
    since: null,
    pushedAt: null,
    behindSeconds: 0,
    lostSegments: 0,
    problem: null,
    retryAt: null,
  };
  if (!isOn) return { status: "off", ...nothing };
  if (status === null) return { status: "unknown", ...nothing };
  const { hlsStorage } = status;
  // On-air learns of it a moment after it is stored.
  if (hlsStorage === null) return { status: "idle", ...nothing };
  const { state, sinceMs, pushedAtMs, behindSeconds, lostSegments, problem, retryAtMs } =
    hlsStorage;
  return {
    status: state,
    since: momentOf(sinceMs),
    pushedAt: momentOf(pushedAtMs),
    behindSeconds,
    lostSegments,
    problem: problem === null ? null : { text: problem.text, at: momentOf(problem.atMs) },
    retryAt: momentOf(retryAtMs),
  };
}

function momentOf<Ms extends number | null>(ms: Ms): Ms extends number ? string : string | null;
function momentOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
