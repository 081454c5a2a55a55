import type { RequestRules } from "@neonrelay/contract";

/** A playable track that was asked for or played lately. */
export interface RecentTrack {
  readonly trackId: string;
  /** Folded artist. */
  readonly artistKey: string;
  /** Of its newest request that waits or has played; null when there is none of late. */
  readonly requestedAtMs: number | null;
  readonly playedAtMs: number | null;
}

/** How much there is to choose from, of what can be played; large numbers may be told as less, see findLibrarySize. */
export interface LibrarySize {
  readonly tracks: number;
  readonly artists: number;
  /** Of the artists of recent tracks. */
  readonly tracksByArtist: ReadonlyMap<string, number>;
}

/** A track or an artist that can't be asked for now. */
export interface Rest {
  /** A track id, or an artist. */
  readonly key: string;
  readonly because: "requested" | "played";
  readonly untilMs: number;
}

export interface RestSituation {
  readonly rules: RequestRules;
  readonly nowMs: number;
  readonly recent: readonly RecentTrack[];
  readonly library: LibrarySize;
}

const MINUTE_MS = 60_000;
/** What files without a tag are filed under: nobody in particular, who therefore never rests. */
const UNKNOWN_ARTIST = "unknown artist";

/** How long a request or play may matter to any of the rules, in ms. */
export function longestRestMs(rules: RequestRules): number {
  const { trackCooldownMinutes, playedCooldownMinutes, artistCooldownMinutes } = rules;
  return Math.max(trackCooldownMinutes, playedCooldownMinutes, artistCooldownMinutes) * MINUTE_MS;
}

/** The tracks that rest: at most half of those there are, the ones asked for or played last. */
export function restingTracks({ rules, nowMs, recent, library }: RestSituation): readonly Rest[] {
  return newestFirst(recent)
    .map((track) =>
      toRest({
        key: track.trackId,
        requestedUntilMs: after(track.requestedAtMs, rules.trackCooldownMinutes),
        playedUntilMs: after(track.playedAtMs, rules.playedCooldownMinutes),
      }),
    )
    .filter(({ untilMs }) => untilMs > nowMs)
    .slice(0, Math.floor(library.tracks / 2));
}

/**
 * The artists that rest: at most half of those there are, the ones asked for or played last. All their tracks together
 * are less than the half that may be asked for while the other half rests; an artist with more never rests.
 */
export function restingArtists({ rules, nowMs, recent, library }: RestSituation): readonly Rest[] {
  const { artistCooldownMinutes } = rules;
  const resting = new Map<string, Rest>();
  let freeTracks = Math.ceil(library.tracks / 2) - 1;
  for (const { artistKey, requestedAtMs, playedAtMs } of newestFirst(recent)) {
    if (artistKey === UNKNOWN_ARTIST || resting.has(artistKey)) continue;
    const rest = toRest({
      key: artistKey,
      requestedUntilMs: after(requestedAtMs, artistCooldownMinutes),
      playedUntilMs: after(playedAtMs, artistCooldownMinutes),
    });
    const tracks = library.tracksByArtist.get(artistKey) ?? 0;
    if (rest.untilMs <= nowMs || tracks > freeTracks) continue;
    resting.set(artistKey, rest);
    freeTracks -= tracks;
  }
  return [...resting.values()].slice(0, Math.floor(library.artists / 2));
}

function newestFirst(recent: readonly RecentTrack[]): readonly RecentTrack[] {
  return recent.toSorted((first, second) => lastAtMs(second) - lastAtMs(first));
}

function lastAtMs({ requestedAtMs, playedAtMs }: RecentTrack): number {
  return Math.max(requestedAtMs ?? 0, playedAtMs ?? 0);
}

/** @returns 0 for what did not happen, and for a rule that is off */
function after(atMs: number | null, cooldownMinutes: number): number {
  return atMs === null || cooldownMinutes === 0 ? 0 : atMs + cooldownMinutes * MINUTE_MS;
}

function toRest({
  key,
  requestedUntilMs,
  playedUntilMs,
}: {
  readonly key: string;
  readonly requestedUntilMs: number;
  readonly playedUntilMs: number;
}): Rest {
  return requestedUntilMs >= playedUntilMs
    ? { key, because: "requested", untilMs: requestedUntilMs }
    : { key, because: "played", untilMs: playedUntilMs };
}
