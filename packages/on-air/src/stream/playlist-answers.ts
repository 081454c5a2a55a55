import type { IncomingMessage, ServerResponse } from "node:http";
import { isMountOn } from "./mount-formats.ts";
import type { OnAirSettings } from "../protocol/index.ts";
import { answerPage, NEVER_KEPT, sendText } from "./answers.ts";
import { mountFacts } from "./mount-facts.ts";
import { corsHeaders } from "./mount-headers.ts";
import { m3uPlaylist, plsPlaylist, type FoundPlaylist } from "./playlists.ts";

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
