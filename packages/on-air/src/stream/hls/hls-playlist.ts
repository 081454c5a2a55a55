import type { StreamFormat } from "../../formats/stream-formats.ts";

export const SEGMENT_SECONDS = 6;
export const PLAYLIST_TYPE = "application/vnd.apple.mpegurl";
export const SEGMENT_TYPE = "audio/aac";
/** A segment's name is never given to another. */
export const SEGMENT_CACHING = "public, max-age=120, immutable";

/** A piece of packed audio that a player fetches by its name. */
export interface HlsSegment {
  /** Unique: made of the programme position it begins at. */
  readonly name: string;
  readonly sequence: number;
  /** Rises by one with each segment that is encoded in another way than the one before. */
  readonly discontinuitySequence: number;
  readonly durationSeconds: number;
  /** Wall clock of its first sample, in ms. */
  readonly startsAtMs: number;
  readonly bytes: Buffer<ArrayBuffer>;
}

export const HLS_FOLDER = "/hls/";
export const MASTER_NAME = "live.m3u8";
/** Where players begin. */
export const HLS_PATH = `${HLS_FOLDER}${MASTER_NAME}`;
export const MEDIA_NAME = "audio.m3u8";
/** The same for all who ask: for caches. */
export const SHARED_NAME = "shared.m3u8";

/** Room for ADTS headers, titles and the encoder's ups and downs. */
const BANDWIDTH_MARGIN = 1.15;

/** The first playlist of a player: it redirects to one of its own, which counts the player. */
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
