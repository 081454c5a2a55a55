import type { DuplicateGroup, DuplicateTrack } from "@neonrelay/contract/callers";
import { formatCount } from "../../../ui/count-of.ts";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { formatClock, formatDateAndTime } from "../../../ui/format-time.ts";

const codecNames: Readonly<Record<string, string>> = {
  aac: "AAC",
  alac: "ALAC",
  ape: "Monkey's Audio",
  flac: "FLAC",
  mp3: "MP3",
  opus: "Opus",
  vorbis: "Vorbis",
  wavpack: "WavPack",
};

/** Why tracks are listed together. */
export function likenessWords({ likeness, agreementPercent }: DuplicateGroup): string {
  return likeness === "file" ? "the same file" : `the same recording, ${agreementPercent} % alike`;
}

/** What tells a copy from the others. */
export function copyFacts(track: DuplicateTrack): readonly (readonly [string, string])[] {
  return [
    ["Format", formatWords(track)],
    ["Length", formatClock(track.durationMs)],
    ["Size", formatBytes(track.sizeBytes)],
    ["Plays", formatCount(track.plays)],
    ["Playlists", formatCount(track.playlists)],
    ["Favourites", formatCount(track.favourites)],
    ["Added", formatDateAndTime(Date.parse(track.addedAt))],
    ...(track.isMissing ? ([["File", "Missing"]] as const) : []),
    ...(track.isInRotation ? [] : ([["Rotation", "Never"]] as const)),
  ];
}

function formatWords({ codec, bitrate, sampleRateHz }: DuplicateTrack): string {
  const name = codecNames[codec] ?? (codec.startsWith("pcm_") ? "PCM" : codec);
  const rate = `${sampleRateHz / 1000} kHz`;
  return [name, ...(bitrate === null ? [] : [`${bitrate} kbit/s`]), rate].join(" · ");
}
