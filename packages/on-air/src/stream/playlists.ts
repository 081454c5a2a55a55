import type { IncomingMessage, ServerResponse } from "node:http";
import { type Codec, codecs } from "../formats/stream-formats.ts";
import { isMountOn, mountFacts } from "./mount-formats.ts";
import type { OnAirSettings } from "../protocol/index.ts";
import { answerPage, NEVER_KEPT, sendText } from "./answers.ts";
import { corsHeaders } from "./mount-headers.ts";

/** A playlist file that points a player to a mount. */
interface Playlist {
  readonly contentType: string;
  readonly body: string;
}

/** A single address line: what every hardware radio reads. */
function m3uPlaylist(streamUrl: string): Playlist {
  return { contentType: "audio/x-mpegurl", body: `${streamUrl}\r\n` };
}

function plsPlaylist({
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
interface FoundPlaylist {
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

/** Answers with the playlist of an active mount. @param baseUrl where players reach the mounts, without a slash */
export function answerPlaylist({
  request,
  response,
  playlist: { codec, kind },
  baseUrl,
  settings,
}: {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly playlist: FoundPlaylist;
  readonly baseUrl: string;
  readonly settings: OnAirSettings;
}): void {
  if (!isMountOn(codec, settings))
    return sendText(response, 404, "There is nothing at this address.\n", corsHeaders);
  const streamUrl = `${baseUrl}${mountFacts[codec].path}`;
  const { stationName } = settings;
  const playlist =
    kind === "m3u" ? m3uPlaylist(streamUrl) : plsPlaylist({ streamUrl, stationName });
  return answerPage(request, response, { ...playlist, headers: [NEVER_KEPT, ...corsHeaders] });
}
