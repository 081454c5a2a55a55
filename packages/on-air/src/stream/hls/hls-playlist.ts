import type { StreamFormat } from "../../formats/stream-formats.ts";

export const SEGMENT_SECONDS = 6;
export const PLAYLIST_TYPE = "application/vnd.apple.mpegurl";
export const SEGMENT_TYPE = "audio/aac";
/** A segment's name is never reused. */
export const SEGMENT_CACHING = "public, max-age=120, immutable";

/** A piece of packed audio that players fetch by name. */
export interface HlsSegment {
  /** Unique: derived from the programme position at which it starts. */
  readonly name: string;
  readonly sequence: number;
  /** Increases by one with each segment that is encoded differently from the previous one. */
  readonly discontinuitySequence: number;
  readonly durationSeconds: number;
  /** Wall clock of its first sample, in ms. */
  readonly startsAtMs: number;
  readonly bytes: Buffer<ArrayBuffer>;
}

export const HLS_FOLDER = "/hls/";
export const MASTER_NAME = "live.m3u8";
/** Where players start. */
export const HLS_PATH = `${HLS_FOLDER}${MASTER_NAME}`;
export const MEDIA_NAME = "audio.m3u8";
/** Identical for all clients: for caches. */
export const SHARED_NAME = "shared.m3u8";

/** Allows for ADTS headers, titles and bitrate variations. */
const BANDWIDTH_MARGIN = 1.15;

/** A player's first playlist: it leads to the player's own media playlist, by which the player is counted. */
export function masterPlaylist(format: StreamFormat, cid: string): string {
  const bandwidth = Math.round(format.bitrateKbps * 1000 * BANDWIDTH_MARGIN);
  return lines([
    "#EXTM3U",
    "#EXT-X-VERSION:3",
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},CODECS="mp4a.40.2"`,
    `${MEDIA_NAME}?cid=${cid}`,
  ]);
}

/** @param segments oldest first; at least one */
export function mediaPlaylist(segments: readonly HlsSegment[]): string {
  const [first] = segments;
  return lines([
    "#EXTM3U",
    "#EXT-X-VERSION:3",
    `#EXT-X-TARGETDURATION:${SEGMENT_SECONDS}`,
    `#EXT-X-MEDIA-SEQUENCE:${first?.sequence ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first?.discontinuitySequence ?? 0}`,
    ...segments.flatMap((segment, index) => {
      const before = segments[index - 1] ?? segment;
      return [
        ...(before.discontinuitySequence === segment.discontinuitySequence
          ? []
          : ["#EXT-X-DISCONTINUITY"]),
        `#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startsAtMs).toISOString()}`,
        `#EXTINF:${segment.durationSeconds.toFixed(5)},`,
        segment.name,
      ];
    }),
  ]);
}

function lines(all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}
