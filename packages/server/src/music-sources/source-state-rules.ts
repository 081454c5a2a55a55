import type { MusicSource } from "@neonrelay/contract";

/** What an operator decides of a source. */
export interface SourceConfig {
  readonly id: string;
  readonly name: string;
  /** Without a slash at its end. */
  readonly url: string;
  readonly signIn: MusicSource["signIn"];
  readonly username: string;
  readonly password: string;
  readonly isPrivateAllowed: boolean;
  readonly everyMinutes: number;
  readonly cacheMegabytes: number;
  readonly isEnabled: boolean;
}

/** A source as it is kept; music-source-tables.ts says what each field means. */
export interface StoredSource extends SourceConfig {
  readonly reading: number;
  readonly readOffset: number | null;
  readonly lookedAt: Date | null;
  readonly readAt: Date | null;
  readonly stamp: string | null;
  readonly doubted: number;
}

/** What is left out, or undefined, stays. */
export type StoredSourceChange = {
  readonly [Name in Exclude<keyof StoredSource, "id">]?: StoredSource[Name] | undefined;
};

/** What of a source is in the library and in the cache. */
export interface SourceCounts {
  readonly tracks: number;
  readonly tracksHere: number;
  readonly bytesHere: number;
  readonly tracksOutOfReach: number;
}

/** What a keeper knows of its source. */
export interface KeeperState {
  readonly isReading: boolean;
  readonly albumsRead: number;
  /** Why it can't be reached; null: it can, as far as is known. */
  readonly away: string | null;
  /** What the last reading found odd, or why there was none. */
  readonly oddity: string | null;
  readonly tracksWanted: number;
  /** Why nothing can be put into the cache now. */
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

/** The source as operators see it, without its password. */
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

/** How long a source that could not be reached is left alone. @param times how often in a row, from 1 */
export function retryAfterMs(times: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (times - 1), LONGEST_RETRY_MS);
}

/**
 * Whether what is stored of a source does not reach as far as this: a password goes to the server it was given for and
 * no other, and never unencrypted where it was encrypted, nor itself where only a hash of it was sent.
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
 * Whether only someone who may allow hosts of private networks, see mayAllowPrivateHosts, can store or test a source: it
 * may be in such a network, and this server was not allowed to before.
 * @param before undefined: it is new
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
