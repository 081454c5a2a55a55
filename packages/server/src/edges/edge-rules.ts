import type { Edge, StreamInfo } from "@neonrelay/contract";
import type { EdgeState } from "@neonrelay/on-air/protocol";

/** The station's own share of the players, as an edge has by default. */
const OWN_WEIGHT = 10;

export function toEdge({ sinceMs, listenerSeconds, ...edge }: EdgeState): Edge {
  const since = new Date(sinceMs).toISOString();
  return { ...edge, since, listenerHours: Math.round(listenerSeconds / 360) / 10 };
}

/**
 * Where players may listen: at the station, and at edges that carry the programme and are public. A page over https may
 * play no stream over http.
 */
export function streamAddresses(own: string, edges: readonly EdgeState[]): StreamInfo["addresses"] {
  const isSecure = own.startsWith("https:");
  const elsewhere = edges.flatMap(({ publicUrl, weight, state }) => {
    if (state !== "carrying" || publicUrl === null) return [];
    if (isSecure && !publicUrl.startsWith("https:")) return [];
    return [{ url: `${folderOf(publicUrl)}stream.mp3`, weight }];
  });
  return [{ url: own, weight: OWN_WEIGHT }, ...elsewhere];
}

/** Origins that a page may play from, those of edges that may come back included. */
export function edgeOrigins(edges: readonly EdgeState[]): readonly string[] {
  const origins = edges.flatMap(({ publicUrl }) =>
    publicUrl === null ? [] : [new URL(publicUrl).origin],
  );
  return [...new Set(origins)];
}

function folderOf(url: string): string {
  return url.endsWith("/") ? url : `${url}/`;
}
