import { codecs, type Codec } from "../formats/stream-formats.ts";
import { mountFacts } from "./mount-facts.ts";

/** A playlist file that points a player to a mount. */
export interface Playlist {
  readonly contentType: string;
  readonly body: string;
}

/** A single address line: what every hardware radio reads. */
export function m3uPlaylist(streamUrl: string): Playlist {
  return { contentType: "audio/x-mpegurl", body: `${streamUrl}\r\n` };
}

export function plsPlaylist({
  streamUrl,
  stationName,
}: {
  readonly streamUrl: string;
  readonly stationName: string;
}): Playlist {
  const title = stationName.replaceAll(/\p{Cc}+/gu, " ");
  const lines = [
    "[playlist]",
    "NumberOfEntries=1",
    `File1=${streamUrl}`,
    `Title1=${title}`,
    "Length1=-1",
    "Version=2",
  ];
  return { contentType: "audio/x-scpls", body: `${lines.join("\r\n")}\r\n` };
}

/** The mount and file format that a playlist address stands for. */
export interface FoundPlaylist {
  readonly codec: Codec;
  readonly kind: "m3u" | "pls";
}

/** `/stream.m3u` is the playlist of MP3, which every player understands; `/stream.opus.m3u` that of the Opus mount. */
export function findPlaylist(path: string): FoundPlaylist | undefined {
  const match = /^(.+)\.(m3u|pls)$/.exec(path);
  if (match === null) return undefined;
  const kind = match[2] === "pls" ? "pls" : "m3u";
  const codec =
    match[1] === "/stream" ? "mp3" : codecs.find((each) => mountFacts[each].path === match[1]);
  return codec === undefined ? undefined : { codec, kind };
}
