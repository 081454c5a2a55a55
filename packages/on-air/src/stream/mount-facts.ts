import type { Codec } from "../formats/stream-formats.ts";
import { OPUS_PRE_SKIP } from "./ogg-opus.ts";

/** The facts of a mount that do not depend on its encoding. */
export interface MountFacts {
  readonly path: string;
  readonly contentType: string;
  /** Whether titles are put between the audio when they are asked for; Ogg has no room for them. */
  readonly hasIcyTitles: boolean;
  /** How much of what a decoder yields first it throws away, in ms of the programme. */
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
