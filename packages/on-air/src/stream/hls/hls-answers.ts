import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { networkOf } from "@neonrelay/process/client-address";
import type { OnAirSettings } from "../../protocol/index.ts";
import { answerKeptPage, answerPage, refuseFull, sendText } from "../answers.ts";
import type { ListenerClient } from "../audience-port.ts";
import { listenerKind, parseCid } from "../listener-rules.ts";
import { corsHeaders, type HeaderList } from "../mount-headers.ts";
import type { Mounts } from "../mounts.ts";
import {
  HLS_FOLDER,
  HLS_PATH,
  MASTER_NAME,
  masterPlaylist,
  MEDIA_NAME,
  mediaPlaylist,
  PLAYLIST_TYPE,
  SEGMENT_CACHING,
  SEGMENT_SECONDS,
  SEGMENT_TYPE,
  SHARED_NAME,
} from "./hls-playlist.ts";

const FULL_RETRY_SECONDS = 30;
const keptHeaders: HeaderList = [["Cache-Control", SEGMENT_CACHING], ...corsHeaders];
const neverKeptHeaders: HeaderList = [["Cache-Control", "no-store"], ...corsHeaders];

/**
 * A cache asks once a second for all its clients. While the station is away it serves the last answer, for as long as
 * the segments in it still exist.
 */
const sharedHeaders: HeaderList = [
  ["Cache-Control", "public, max-age=1, stale-while-revalidate=60, stale-if-error=60"],
  ...corsHeaders,
];

export function isHlsPath(path: string): boolean {
  return path.startsWith(HLS_FOLDER);
}

/**
 * Answers for playlists and segments. A client that requests the media playlist is a listener, identified by the cid
 * that the first playlist put into its address. A client that requests the shared playlist is a cache with listeners
 * behind it, which we can only count as one.
 */
export function answerHls({
  request,
  response,
  url,
  client,
  mounts,
  settings,
}: {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly client: ListenerClient;
  readonly mounts: Mounts;
  readonly settings: OnAirSettings;
}): void {
  const { hls } = mounts;
  const name = url.pathname.slice(HLS_FOLDER.length);
  if (hls === null) return sendText(response, 404, "There is no HLS here.\n", corsHeaders);
  const segment = hls.segmentOf(name);
  if (segment !== undefined)
    return answerKeptPage(request, response, {
      contentType: SEGMENT_TYPE,
      body: segment.bytes,
      headers: keptHeaders,
      etag: `"${segment.name}"`,
    });
  if (name !== MASTER_NAME && name !== MEDIA_NAME && name !== SHARED_NAME)
    return sendText(response, 404, "There is nothing at this address.\n", corsHeaders);
  if (!settings.isStreaming)
    return refuse(
      response,
      "The station is off air, please try again later.\n",
      FULL_RETRY_SECONDS,
    );
  const { format, listed } = hls;
  if (format === undefined || listed.length === 0)
    return refuse(response, "The station is not on air yet.\n", SEGMENT_SECONDS);
  if (name === MASTER_NAME) {
    const body = masterPlaylist(format, mounts.hlsIds.issue());
    return answerPlaylist({ request, response, body });
  }
  const cid = parseCid(url.searchParams);
  const isShared = name === SHARED_NAME;
  if (cid === null && !isShared)
    return sendText(response, 404, `Begin at ${HLS_PATH}, please.\n`, corsHeaders);
  const { address } = client;
  const kind = listenerKind(client.userAgent);
  const id =
    cid === null || isShared ? networkOf(address) : mounts.hlsIds.countedAs({ cid, address });
  if (kind === "counted") {
    if (!hls.isListening(id)) {
      const { maxListeners } = settings;
      const admission = mounts.admit({ kind, address, connectionsOfCid: 0, maxListeners });
      if (admission.kind !== "admitted") return refuseFull(response, admission.kind);
    }
    if (request.method === "GET") hls.recordRequest(id, client);
  }
  const body = mediaPlaylist(listed);
  if (isShared) return answerShared({ request, response, body });
  return answerPlaylist({ request, response, body });
}

interface PlaylistAnswer {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: string;
}

function answerPlaylist({ request, response, body }: PlaylistAnswer): void {
  answerPage(request, response, { contentType: PLAYLIST_TYPE, body, headers: neverKeptHeaders });
}

function answerShared({ request, response, body }: PlaylistAnswer): void {
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const page = { contentType: PLAYLIST_TYPE, body, headers: sharedHeaders, etag };
  answerKeptPage(request, response, page);
}

function refuse(response: ServerResponse, text: string, retrySeconds: number): void {
  sendText(response, 503, text, [["Retry-After", String(retrySeconds)], ...corsHeaders]);
}
