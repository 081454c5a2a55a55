import type { Edge, Relay, StreamInfo } from "@neonrelay/contract";
import type { EdgeState } from "@neonrelay/on-air/protocol";

/** The station's own share of the players, as an edge has by default. */
const OWN_WEIGHT = 10;

export function toEdge({ sinceMs, listenerSeconds, ...edge }: EdgeState): Edge {
  const since = new Date(sinceMs).toISOString();
  return { ...edge, since, listenerHours: Math.round(listenerSeconds / 360) / 10 };
}

/** The stream servers elsewhere. */
export interface Elsewhere {
  readonly edges: readonly EdgeState[];
  /** What the station knows of them is their address. */
  readonly relays: readonly Relay[];
}

/**
 * Where players may listen: at the station, at edges that carry the programme and are public, and at relays. A page over
 * https may play no stream over http.
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

/** Origins that a page may play from, those of edges that may come back included. */
export function originsElsewhere({ edges, relays }: Elsewhere): readonly string[] {
  const urls = [...edges.map(({ publicUrl }) => publicUrl), ...relays.map(({ url }) => url)];
  const origins = urls.flatMap((url) => (url === null ? [] : [new URL(url).origin]));
  // A host may have signs in it that end a directive: such a policy would be none.
  return [...new Set(origins.filter((origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin)))];
}

function folderOf(url: string): string {
  return url.endsWith("/") ? url : `${url}/`;
}
