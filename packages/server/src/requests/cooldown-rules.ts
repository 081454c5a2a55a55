import type { RequestRules } from "@neonrelay/contract";

/** A playable track that was requested or played recently. */
export interface RecentTrack {
  readonly trackId: string;
  /** Each artist, folded; without any there is no artist cooldown. */
  readonly artistKeys: readonly string[];
  /** Time of the newest request that is waiting or has played; null when there was none recently. */
  readonly requestedAtMs: number | null;
  readonly playedAtMs: number | null;
}

/** How many playable tracks there are to choose from; large numbers may be understated, see findLibrarySize. */
export interface LibrarySize {
  readonly tracks: number;
  readonly artists: number;
  /** For the artists of recent tracks. */
  readonly tracksByArtist: ReadonlyMap<string, number>;
}

/** A track or an artist on cooldown. */
export interface Cooldown {
  /** A track id or an artist. */
  readonly key: string;
  readonly because: "requested" | "played";
  readonly untilMs: number;
}

export interface CooldownSituation {
  readonly rules: RequestRules;
  readonly nowMs: number;
  readonly recent: readonly RecentTrack[];
  readonly library: LibrarySize;
}

const MINUTE_MS = 60_000;

/** How long a request or play can matter to any of the rules, in ms. */
export function longestCooldownMs(rules: RequestRules): number {
  const { trackCooldownMinutes, playedCooldownMinutes, artistCooldownMinutes } = rules;
  return Math.max(trackCooldownMinutes, playedCooldownMinutes, artistCooldownMinutes) * MINUTE_MS;
}

/** Tracks on cooldown: at most half of all, those requested or played most recently. */
export function tracksOnCooldown({
  rules,
  nowMs,
  recent,
  library,
}: CooldownSituation): readonly Cooldown[] {
  return newestFirst(recent)
    .map((track) =>
      toCooldown({
        key: track.trackId,
        requestedUntilMs: after(track.requestedAtMs, rules.trackCooldownMinutes),
        playedUntilMs: after(track.playedAtMs, rules.playedCooldownMinutes),
      }),
    )
    .filter(({ untilMs }) => untilMs > nowMs)
    .slice(0, Math.floor(library.tracks / 2));
}

/**
 * Artists on cooldown: at most half of all, those requested or played most recently. Together they have fewer tracks
 * than the half that can be requested while the other half is on cooldown; an artist with more tracks is exempt.
 */
export function artistsOnCooldown({
  rules,
  nowMs,
  recent,
  library,
}: CooldownSituation): readonly Cooldown[] {
  const { artistCooldownMinutes } = rules;
  const onCooldown = new Map<string, Cooldown>();
  let freeTracks = Math.ceil(library.tracks / 2) - 1;
  const byArtist = newestFirst(recent).flatMap(({ artistKeys, ...when }) =>
    artistKeys.map((artistKey) => ({ artistKey, ...when })),
  );
  for (const { artistKey, requestedAtMs, playedAtMs } of byArtist) {
    if (onCooldown.has(artistKey)) continue;
    const cooldown = toCooldown({
      key: artistKey,
      requestedUntilMs: after(requestedAtMs, artistCooldownMinutes),
      playedUntilMs: after(playedAtMs, artistCooldownMinutes),
    });
    const tracks = library.tracksByArtist.get(artistKey) ?? 0;
    if (cooldown.untilMs <= nowMs || tracks > freeTracks) continue;
    onCooldown.set(artistKey, cooldown);
    freeTracks -= tracks;
  }
  return [...onCooldown.values()].slice(0, Math.floor(library.artists / 2));
}

function newestFirst(recent: readonly RecentTrack[]): readonly RecentTrack[] {
  return recent.toSorted((first, second) => lastAtMs(second) - lastAtMs(first));
}

function lastAtMs({ requestedAtMs, playedAtMs }: RecentTrack): number {
  return Math.max(requestedAtMs ?? 0, playedAtMs ?? 0);
}

/** @returns 0 when it did not happen, or the rule is off */
function after(atMs: number | null, cooldownMinutes: number): number {
  return atMs === null || cooldownMinutes === 0 ? 0 : atMs + cooldownMinutes * MINUTE_MS;
}

function toCooldown({
  key,
  requestedUntilMs,
  playedUntilMs,
}: {
  readonly key: string;
  readonly requestedUntilMs: number;
  readonly playedUntilMs: number;
}): Cooldown {
  return requestedUntilMs >= playedUntilMs
    ? { key, because: "requested", untilMs: requestedUntilMs }
    : { key, because: "played", untilMs: playedUntilMs };
}
