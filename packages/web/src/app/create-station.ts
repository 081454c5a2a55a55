import { radioApi, tracksApi } from "@neonrelay/contract";
import type { LiveMessage } from "@neonrelay/contract";
import type { QueryClient } from "@tanstack/react-query";
import { callApi } from "../api/call-api.ts";
import { createQueryClient } from "../api/query-client.ts";
import { sessionQuery } from "../features/accounts/session-data.ts";
import { leaveSoundToOneTab } from "../features/player/audible-tab.ts";
import { AudioGraph, canAnalyseLiveStreams } from "../features/player/audio-graph.ts";
import { showMediaSession } from "../features/player/media-session.ts";
import { Player } from "../features/player/player.ts";
import { Programme } from "../features/player/programme.ts";
import { queueQuery } from "../features/queue/queue-data.ts";
import { nowPlayingQuery, radioStateQuery, streamInfoQuery } from "../features/radio/radio-data.ts";
import { LiveSocket } from "../live/live-socket.ts";
import { socketUrls } from "../live/reconnect-rules.ts";
import { ToastStore } from "../ui/toast-store.ts";
import { feedFromQueries } from "./feed-from-queries.ts";

/** Everything that lives as long as the page. */
export interface Station {
  readonly queryClient: QueryClient;
  readonly live: LiveSocket;
  readonly player: Player;
  readonly programme: Programme;
  readonly toasts: ToastStore;
}

/** Builds the page's long-lived objects and joins them: socket to data, data to player. */
export function createStation(audio: HTMLAudioElement): Station {
  const queryClient = createQueryClient();
  const live = new LiveSocket({
    urls: socketUrls(location),
    onOpen: () => {
      if (player.cid !== undefined) live.send({ type: "listen", data: { cid: player.cid } });
      refresh(queryClient, sessionQuery.queryKey);
    },
    onReopen: () => {
      refresh(queryClient, [tracksApi.listTracks.path]);
      refresh(queryClient, [tracksApi.searchTracks.path]);
    },
    onServerClock: (clock) => programme.noteServerClock(clock),
    onMessage: (message) => takeMessage(message, queryClient, player),
  });
  const player = new Player({
    audio,
    createGraph: () => (canAnalyseLiveStreams(navigator) ? new AudioGraph(audio) : undefined),
    attachments: {
      announce: (cid) => {
        live.send({ type: "listen", data: { cid } });
      },
      fetchStartMs: async (cid, signal) => {
        const session = await callApi(radioApi.getStreamSession, { params: { cid } }, signal);
        return session.startMs;
      },
    },
  });
  const programme = new Programme({ heardMs: () => player.heardMs() });
  feedFromQueries(queryClient, {
    setStreamUrl: (streamUrl) => player.setStreamUrl(streamUrl),
    noteNowPlaying: (nowPlaying) => programme.noteNowPlaying(nowPlaying),
    noteIsPlaying: (isPlaying) => programme.noteIsPlaying(isPlaying),
  });
  showMediaSession(player, programme);
  leaveSoundToOneTab(player);
  live.open();
  return { queryClient, live, player, programme, toasts: new ToastStore() };
}

/** The end of a socket may have been the end of a session, and much can have changed without it. */
function refresh(queryClient: QueryClient, queryKey: readonly unknown[]): void {
  queryClient
    .invalidateQueries({ queryKey })
    .catch((error: unknown) => console.warn("not refreshed", queryKey, error));
}

function takeMessage(
  message: Exclude<LiveMessage, { type: "pong" }>,
  queryClient: QueryClient,
  player: Player,
): void {
  switch (message.type) {
    case "radio_state":
      queryClient.setQueryData(radioStateQuery.queryKey, message.data);
      return;
    case "queue_update":
      queryClient.setQueryData(queueQuery.queryKey, message.data);
      return;
    case "now_playing":
      queryClient.setQueryData(nowPlayingQuery.queryKey, message.data);
      return;
    case "stream_info":
      queryClient.setQueryData(streamInfoQuery.queryKey, message.data);
      return;
    case "stream_attached":
      player.attached(message.data.cid, message.data.startMs);
      return;
    case "branding_update":
    case "station_policy":
    case "comments":
    case "chat_message":
    case "chat_cleared":
    case "track_request":
    case "notification":
      return; // nothing on the screen shows them yet
    case "error":
      console.warn("the station refused a live command", message.data);
      return;
    default:
      message satisfies never;
  }
}
