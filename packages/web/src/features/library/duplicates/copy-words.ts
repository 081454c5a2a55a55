import type { DuplicateGroup, DuplicateTrack } from "@neonrelay/contract/callers";
import { MAX_MERGES } from "@neonrelay/contract/callers";
import { countOf, formatCount } from "../../../ui/count-of.ts";
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

/** Why these tracks are grouped. */
export function likenessWords({ likeness, agreementPercent }: DuplicateGroup): string {
  return likeness === "file" ? "The same file" : `The same recording, ${agreementPercent} % alike`;
}

/** @param others how many tracks are merged into the one that is kept */
export function mergeQuestion({ file }: DuplicateTrack, others: number) {
  const which = others === 1 ? "The other track leaves" : `${countOf(others, "other track")} leave`;
  return {
    title: "Merge these tracks?",
    text: `${file} stays. ${which} the rotation; playlists, history and favourites move here. The newest ${MAX_MERGES} merges can be undone.`,
  };
}

/** What distinguishes a copy from the others. */
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
