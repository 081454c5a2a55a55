import type { HlsLoadAnswer } from "./hls-load.ts";

/** nginx's requests to on-air. */
export interface OriginRequests {
  readonly segments: number;
  /** For any one segment. */
  readonly mostOfOne: number;
  readonly playlists: number;
}

/** Violated bounds of the benchmark, in words. */
export function brokenBounds({
  origin,
  load,
  seconds,
}: {
  readonly origin: OriginRequests;
  readonly load: Pick<HlsLoadAnswer, "missed" | "ranDry" | "failures">;
  readonly seconds: number;
}): readonly string[] {
  return [
    ...(origin.mostOfOne > 1 ? ["a segment was asked for more than once"] : []),
    ...(origin.playlists > seconds + 2 ? ["the playlist was asked for too often"] : []),
    ...(load.missed > 0 ? [`players missed ${load.missed} segments`] : []),
    ...(load.ranDry > 0 ? [`players had nothing left to play ${load.ranDry} times`] : []),
    ...(load.failures > 0 ? [`requests of players failed: ${load.failures}`] : []),
  ];
}
