import type { RequestRules } from "@neonrelay/contract";
import { restingArtists, restingTracks, type RestSituation } from "./rest-rules.ts";

/** What somebody has asked for so far. */
export interface Asked {
  /** Requests that wait in the queue. */
  readonly open: number;
  /** When the last ones were taken, in ms since 1970, newest first; as many as the rule looks back over. */
  readonly atMs: readonly number[];
}

export interface RequestSituation extends RestSituation {
  readonly wish: { readonly trackId: string; readonly artistKey: string };
  readonly requester: Asked;
  /** Everybody at the requester's address; null when it is not known. */
  readonly network: Asked | null;
}

export type RequestRefusal =
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
      readonly kind: "track-rests";
      readonly because: "requested" | "played";
      readonly retryAtMs: number;
    }
  | { readonly kind: "artist-rests"; readonly retryAtMs: number };

/** A network may ask as much as so many requesters. */
export const NETWORK_FACTOR = 10;

/** @returns why the wish is not taken now; null when it is */
export function decideRequest(situation: RequestSituation): RequestRefusal | null {
  const { requester, network, wish } = situation;
  const refused =
    refuseAsked(situation, { asked: requester, whose: "requester", factor: 1 }) ??
    (network === null
      ? null
      : refuseAsked(situation, { asked: network, whose: "network", factor: NETWORK_FACTOR }));
  if (refused !== null) return refused;
  const track = restingTracks(situation).find(({ key }) => key === wish.trackId);
  if (track !== undefined)
    return { kind: "track-rests", because: track.because, retryAtMs: track.untilMs };
  const artist = restingArtists(situation).find(({ key }) => key === wish.artistKey);
  return artist === undefined ? null : { kind: "artist-rests", retryAtMs: artist.untilMs };
}

function refuseAsked(
  { rules, nowMs }: { readonly rules: RequestRules; readonly nowMs: number },
  {
    asked,
    whose,
    factor,
  }: {
    readonly asked: Asked;
    readonly whose: "requester" | "network";
    readonly factor: number;
  },
): RequestRefusal | null {
  const limit = rules.maxOpenRequests * factor;
  if (limit > 0 && asked.open >= limit) return { kind: "too-many-open", whose, limit };
  const earliestAtMs = asked.atMs[factor - 1];
  if (earliestAtMs === undefined || rules.requesterCooldownSeconds === 0) return null;
  const retryAtMs = earliestAtMs + rules.requesterCooldownSeconds * 1000;
  return retryAtMs > nowMs ? { kind: "too-soon", whose, retryAtMs } : null;
}
