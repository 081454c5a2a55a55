import type { Edge, Relay, StreamInfo } from "@neonrelay/contract";
import type { EdgeState } from "@neonrelay/on-air/protocol";

/** The station's own share of players, equal to an edge's default. */
const OWN_WEIGHT = 10;

export function toEdge({ sinceMs, listenerSeconds, ...edge }: EdgeState): Edge {
  const since = new Date(sinceMs).toISOString();
  return { ...edge, since, listenerHours: Math.round(listenerSeconds / 360) / 10 };
}

/** Stream servers elsewhere. */
export interface Elsewhere {
  readonly edges: readonly EdgeState[];
  /** The station only knows their address. */
  readonly relays: readonly Relay[];
}

/**
 * Where players may listen: at the station, at public edges that carry the programme, and at relays. A page over https
 * may not play a stream over http.
 */
export function streamAddresses(
  own: string,
  { edges, relays }: Elsewhere,
): StreamInfo["addresses"] {
  const carrying = edges.flatMap(({ publicUrl, weight, state }) => {
    if (state !== "carrying" || publicUrl === null) return [];
    return [{ url: `${folderOf(publicUrl)}stream.mp3`, weight }];
  });
  const isSecure = own.startsWith("https:");
  const elsewhere = [...carrying, ...relays].filter(
    ({ url }) => !isSecure || url.startsWith("https:"),
  );
  return [{ url: own, weight: OWN_WEIGHT }, ...elsewhere];
}

/** Origins that a page may play from, including edges that may come back. */
export function originsElsewhere({ edges, relays }: Elsewhere): readonly string[] {
  const urls = [...edges.map(({ publicUrl }) => publicUrl), ...relays.map(({ url }) => url)];
  const origins = urls.flatMap((url) => (url === null ? [] : [new URL(url).origin]));
  // A host may contain characters that end a directive and so break the policy.
  return [...new Set(origins.filter((origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin)))];
}

function folderOf(url: string): string {
  return url.endsWith("/") ? url : `${url}/`;
}
