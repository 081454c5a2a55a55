import type { RequestRules, ShowRequests } from "@neonrelay/contract";
import { artistsOnCooldown, tracksOnCooldown, type CooldownSituation } from "./cooldown-rules.ts";

/** A requester's requests so far. */
export interface RequestHistory {
  /** Requests that wait in the queue. */
  readonly open: number;
  /** When the last ones were accepted, in ms since 1970, newest first; as many as the rule looks back over. */
  readonly atMs: readonly number[];
}

interface RequestSituation extends CooldownSituation {
  readonly wanted: { readonly trackId: string; readonly artistKeys: readonly string[] };
  readonly requester: RequestHistory;
  /** Everyone at the requester's address; null when unknown. */
  readonly network: RequestHistory | null;
}

/** The current show's rule for requests. */
export interface ShowRule {
  readonly requests: ShowRequests;
  /** null: no show is on. */
  readonly showName: string | null;
  /** When the show ends, in the station's local time: "22:00". */
  readonly until: string;
}

export type RequestRefusal =
  | {
      readonly kind: "closed-by-show";
      readonly showName: string;
      readonly until: string;
      /** The playlist that requests are limited to; null: there are no requests. */
      readonly playlistName: string | null;
    }
  | {
      readonly kind: "too-many-open";
      readonly whose: "requester" | "network";
      readonly limit: number;
    }
  | {
      readonly kind: "too-soon";
      readonly whose: "requester" | "network";
      readonly retryAtMs: number;
    }
  | {
      readonly kind: "track-on-cooldown";
      readonly because: "requested" | "played";
      readonly retryAtMs: number;
    }
  | { readonly kind: "artist-on-cooldown"; readonly retryAtMs: number };

/** Refused by the station's own request rules. */
type RuleRefusal = Exclude<RequestRefusal, { readonly kind: "closed-by-show" }>;

/** A network may request as much as this many requesters. */
export const NETWORK_FACTOR = 10;

/**
 * Whether the current show accepts a request.
 * @param playlist of the show's rule; null when there is none or it is gone, which leaves requests open
 */
export function decideByShow(
  { requests, showName, until }: ShowRule,
  playlist: { readonly name: string; readonly hasTrack: boolean } | null,
): RequestRefusal | null {
  if (showName === null || requests.kind === "open") return null;
  if (requests.kind === "closed")
    return { kind: "closed-by-show", showName, until, playlistName: null };
  if (playlist === null || playlist.hasTrack) return null;
  return { kind: "closed-by-show", showName, until, playlistName: playlist.name };
}

/** @returns why the request is refused now; null when it is accepted */
export function decideRequest(situation: RequestSituation): RuleRefusal | null {
  const { requester, network, wanted } = situation;
  const refused =
    refuseTooMany(situation, { history: requester, whose: "requester", factor: 1 }) ??
    (network === null
      ? null
      : refuseTooMany(situation, { history: network, whose: "network", factor: NETWORK_FACTOR }));
  if (refused !== null) return refused;
  const track = tracksOnCooldown(situation).find(({ key }) => key === wanted.trackId);
  if (track !== undefined)
    return { kind: "track-on-cooldown", because: track.because, retryAtMs: track.untilMs };
  const artist = artistsOnCooldown(situation).find(({ key }) => wanted.artistKeys.includes(key));
  return artist === undefined ? null : { kind: "artist-on-cooldown", retryAtMs: artist.untilMs };
}

function refuseTooMany(
  { rules, nowMs }: { readonly rules: RequestRules; readonly nowMs: number },
  {
    history,
    whose,
    factor,
  }: {
    readonly history: RequestHistory;
    readonly whose: "requester" | "network";
    readonly factor: number;
  },
): RuleRefusal | null {
  const limit = rules.maxOpenRequests * factor;
  if (limit > 0 && history.open >= limit) return { kind: "too-many-open", whose, limit };
  const earliestAtMs = history.atMs[factor - 1];
  if (earliestAtMs === undefined || rules.requesterCooldownSeconds === 0) return null;
  const retryAtMs = earliestAtMs + rules.requesterCooldownSeconds * 1000;
  return retryAtMs > nowMs ? { kind: "too-soon", whose, retryAtMs } : null;
}
