import type { Codec } from "../formats/stream-formats.ts";
import { OPUS_PRE_SKIP } from "./ogg-opus.ts";

/** Properties of a mount that don't depend on its encoding. */
export interface MountFacts {
  readonly path: string;
  readonly contentType: string;
  /** Whether titles can be interleaved with the audio on request; not in Ogg. */
  readonly hasIcyTitles: boolean;
  /** How much of a decoder's first output is dropped, in ms of the programme. */
  readonly preSkipMs: number;
}

export const mountFacts: Readonly<Record<Codec, MountFacts>> = {
  mp3: { path: "/stream.mp3", contentType: "audio/mpeg", hasIcyTitles: true, preSkipMs: 0 },
  opus: {
    path: "/stream.opus",
    contentType: "audio/ogg",
    hasIcyTitles: false,
    preSkipMs: OPUS_PRE_SKIP / 48,
  },
  aac: { path: "/stream.aac", contentType: "audio/aac", hasIcyTitles: true, preSkipMs: 0 },
};
