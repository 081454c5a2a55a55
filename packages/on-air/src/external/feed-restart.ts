import { OggPages } from "../feeds/ogg-pages.ts";
import type { FindRestart } from "../engine-host/engine-feeds.ts";
import type { InBandTitle } from "../feeds/vorbis-comment.ts";
import type { HlsPiece } from "../fetch/hls-reader.ts";

/** More fragments than the engine holds unheard. */
const KEPT_FRAGMENTS = 100;
/** Formats that can be joined anywhere. */
const ANYWHERE: readonly string[] = ["mp3", "aac", "mpegts"];

/** Follows what is written into a feed, to know where a new engine can join it. */
export interface RestartPlaces {
  readonly add: (piece: Exclude<HlsPiece, { kind: "title" }>) => void;
  readonly find: FindRestart;
}

/**
 * @param format FFmpeg's name of it; null: unknown
 * @param onTitle gets titles found in the stream, before the bytes after them
 */
export function followPlaces(
  format: string | null,
  onTitle: (title: InBandTitle) => void,
): RestartPlaces {
  if (format === "mov") return fragmentPlaces();
  if (format === "ogg") {
    const pages = new OggPages(onTitle);
    return { add: ({ bytes }) => pages.add(bytes), find: (place) => pages.restartAt(place) };
  }
  if (format !== null && ANYWHERE.includes(format))
    return { add: () => {}, find: (place) => ({ preamble: Buffer.alloc(0), from: place }) };
  return { add: () => {}, find: () => null };
}

/** fMP4 can be joined at its next fragment, after its initialisation; a stream in one piece can't be joined. */
function fragmentPlaces(): RestartPlaces {
  let init: Buffer | null = null;
  let places: readonly number[] = [];
  let written = 0;
  return {
    add: ({ kind, bytes }) => {
      if (kind === "init") init = bytes;
      else if (init !== null) places = [...places.slice(-KEPT_FRAGMENTS), written];
      written += bytes.length;
    },
    find: (place) => {
      const from = places.find((fragment) => fragment >= place);
      return init === null || from === undefined ? null : { preamble: init, from };
    },
  };
}
