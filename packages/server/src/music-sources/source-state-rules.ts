import type { MusicSource } from "@neonrelay/contract";

/** An operator's settings for a source. */
export interface SourceConfig {
  readonly id: string;
  readonly name: string;
  /** Without a trailing slash. */
  readonly url: string;
  readonly signIn: MusicSource["signIn"];
  readonly username: string;
  readonly password: string;
  readonly isPrivateAllowed: boolean;
  readonly everyMinutes: number;
  readonly cacheMegabytes: number;
  readonly isEnabled: boolean;
}

/** A stored source; music-source-tables.ts explains each field. */
export interface StoredSource extends SourceConfig {
  readonly reading: number;
  readonly readOffset: number | null;
  readonly lookedAt: Date | null;
  readonly readAt: Date | null;
  readonly stamp: string | null;
  readonly doubted: number;
}

/** Omitted and undefined fields stay. */
export type StoredSourceChange = {
  readonly [Name in Exclude<keyof StoredSource, "id">]?: StoredSource[Name] | undefined;
};

/** How much of a source is in the library and the cache. */
export interface SourceCounts {
  readonly tracks: number;
  readonly tracksHere: number;
  readonly bytesHere: number;
  readonly tracksOutOfReach: number;
}

/** What the workers know about their source. */
export interface KeeperState {
  readonly isReading: boolean;
  readonly albumsRead: number;
  /** Why it can't be reached; null: it can, as far as known. */
  readonly away: string | null;
  /** A warning from the last reading, or why there was none. */
  readonly oddity: string | null;
  readonly tracksWanted: number;
  /** Why nothing can be added to the cache; null: it can. */
  readonly cacheProblem: string | null;
}

export const noState: KeeperState = {
  isReading: false,
  albumsRead: 0,
  away: null,
  oddity: null,
  tracksWanted: 0,
  cacheProblem: null,
};

/** A source as operators see it, without its password. */
export function toMusicSource(
  source: StoredSource,
  {
    counts,
    state,
    lastFailure,
  }: {
    readonly counts: SourceCounts;
    readonly state: KeeperState;
    readonly lastFailure: { readonly title: string; readonly reason: string } | undefined;
  },
): MusicSource {
  const { id, name, url, signIn, username, isPrivateAllowed } = source;
  const { everyMinutes, cacheMegabytes, isEnabled, readAt } = source;
  const { albumsRead, tracksWanted } = state;
  const failure =
    lastFailure === undefined ? null : `‘${lastFailure.title}’: ${lastFailure.reason}`;
  return {
    id,
    name,
    url,
    signIn,
    username,
    isPrivateAllowed,
    everyMinutes,
    cacheMegabytes,
    isEnabled,
    state: {
      status: statusOf(source, state),
      problem: isEnabled ? (state.away ?? state.oddity ?? state.cacheProblem ?? failure) : null,
      readAt: readAt?.toISOString() ?? null,
      albumsRead: state.isReading ? albumsRead : 0,
      tracksWanted,
      ...counts,
    },
  };
}

function statusOf(
  { isEnabled, readAt }: Pick<StoredSource, "isEnabled" | "readAt">,
  { isReading, away }: KeeperState,
): MusicSource["state"]["status"] {
  if (!isEnabled) return "off";
  if (away !== null) return "failed";
  if (isReading) return "reading";
  return readAt === null ? "waiting" : "ready";
}

const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 5 * 60_000;

/** Delay before retrying an unreachable source, in ms. @param times consecutive failures, from 1 */
export function retryAfterMs(times: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (times - 1), LONGEST_RETRY_MS);
}

/**
 * Whether a stored password may not be used after this change: it goes only to the server it was given for, never
 * unencrypted where it was encrypted, and never in plain where only a hash was sent.
 */
export function needsPasswordAgain(
  before: Pick<StoredSource, "url" | "signIn">,
  after: Pick<StoredSource, "url" | "signIn">,
): boolean {
  const [one, other] = [new URL(before.url), new URL(after.url)];
  const isBare = after.signIn !== before.signIn;
  return one.origin !== other.origin || isBare;
}

/**
 * Whether storing or testing this source requires the right to allow private hosts, see mayAllowPrivateHosts: it may be
 * in a private network, and this server was not allowed before.
 * @param before undefined for a new source
 */
export function needsAllowing(
  before: Pick<StoredSource, "url" | "isPrivateAllowed"> | undefined,
  after: Pick<StoredSource, "url" | "isPrivateAllowed">,
): boolean {
  if (!after.isPrivateAllowed) return false;
  return (
    before?.isPrivateAllowed !== true || new URL(before.url).origin !== new URL(after.url).origin
  );
}
