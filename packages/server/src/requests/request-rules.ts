import type { RequestRules } from "@neonrelay/contract";
import { artistsOnCooldown, tracksOnCooldown, type CooldownSituation } from "./cooldown-rules.ts";

/** A requester's requests so far. */
export interface RequestHistory {
  /** Requests that wait in the queue. */
  readonly open: number;
  /** When the last ones were taken, in ms since 1970, newest first; as many as the rule looks back over. */
  readonly atMs: readonly number[];
}

export interface RequestSituation extends CooldownSituation {
  readonly wanted: { readonly trackId: string; readonly artistKey: string };
  readonly requester: RequestHistory;
  /** Everyone at the requester's address; null when it is not known. */
  readonly network: RequestHistory | null;
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
      readonly kind: "track-on-cooldown";
      readonly because: "requested" | "played";
      readonly retryAtMs: number;
    }
  | { readonly kind: "artist-on-cooldown"; readonly retryAtMs: number };

/** A network may request as much as this many requesters. */
export const NETWORK_FACTOR = 10;

/** @returns why the request is not taken now; null when it is */
export function decideRequest(situation: RequestSituation): RequestRefusal | null {
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
  const artist = artistsOnCooldown(situation).find(({ key }) => key === wanted.artistKey);
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
): RequestRefusal | null {
  const limit = rules.maxOpenRequests * factor;
  if (limit > 0 && history.open >= limit) return { kind: "too-many-open", whose, limit };
  const earliestAtMs = history.atMs[factor - 1];
  if (earliestAtMs === undefined || rules.requesterCooldownSeconds === 0) return null;
  const retryAtMs = earliestAtMs + rules.requesterCooldownSeconds * 1000;
  return retryAtMs > nowMs ? { kind: "too-soon", whose, retryAtMs } : null;
}
