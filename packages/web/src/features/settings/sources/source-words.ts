import type { MusicSource } from "@neonrelay/contract/callers";
import { countOf, formatCount } from "../../../ui/count-of.ts";
import { formatBytes } from "../../../ui/format-bytes.ts";

export const statusWords = {
  off: "Off",
  waiting: "Waiting",
  reading: "Reading…",
  ready: "Ready",
  failed: "Not reachable",
} as const satisfies Record<MusicSource["state"]["status"], string>;

/** '18,204 tracks · 812 in the cache (4.5 GB of 4.9 GB)', and pending tracks. */
export function describeSource({ state, cacheMegabytes }: MusicSource): string {
  const limit = formatBytes(cacheMegabytes * 1024 ** 2);
  const parts = [
    countOf(state.tracks, "track"),
    `${formatCount(state.tracksHere)} in the cache (${formatBytes(state.bytesHere)} of ${limit})`,
  ];
  if (state.tracksWanted > 0)
    parts.push(`${formatCount(state.tracksWanted)} to fetch for the plan`);
  if (state.tracksOutOfReach > 0)
    parts.push(`${formatCount(state.tracksOutOfReach)} could not be fetched`);
  if (state.status === "reading") parts.push(`${countOf(state.albumsRead, "album")} read`);
  return parts.join(" · ");
}
