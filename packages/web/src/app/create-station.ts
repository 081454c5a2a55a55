import { radioCalls, socketUrls, tracksCalls } from "@neonrelay/contract/callers";
import type { Notification } from "@neonrelay/contract/callers";
import type { QueryClient } from "@tanstack/react-query";
import { callApi } from "../api/call-api.ts";
import { createQueryClient } from "../api/query-client.ts";
import { sessionQuery } from "../features/accounts/session-data.ts";
import { loadBranding, saveBranding } from "../features/branding/stored-branding.ts";
import { showBranding } from "../features/branding/show-branding.ts";
import { ChatStore } from "../features/chat/chat-store.ts";
import { NotificationStore } from "../features/notifications/notification-store.ts";
import { leaveSoundToOneTab } from "../features/player/audible-tab.ts";
import { AudioGraph, canAnalyseLiveStreams } from "../features/player/audio-graph.ts";
import { Player } from "../features/player/player.ts";
import { HeardProgramme } from "../features/player/heard-programme.ts";
import { randomUuid } from "../browser/random-uuid.ts";
import { refreshProgramme, refreshSchedule } from "../features/programme/programme-news.ts";
import { SleepTimer } from "../features/player/sleep/sleep-timer.ts";
import { StationSocket } from "../socket/station-socket.ts";
import { ToastStore } from "../ui/toast-store.ts";
import { feedFromQueries } from "./feed-from-queries.ts";
import { refresh, retryFailed } from "../api/refresh.ts";
import { takeMessage } from "./take-message.ts";

/** Everything that lives as long as the page. */
export interface Station {
  readonly queryClient: QueryClient;
  readonly socket: StationSocket;
  readonly player: Player;
  readonly programme: HeardProgramme;
  readonly toasts: ToastStore;
  readonly notifications: NotificationStore;
  readonly sleepTimer: SleepTimer;
  readonly chat: ChatStore;
}

/** Builds the page's long-lived objects and connects them: socket to data, data to player. */
export function createStation(audio: HTMLAudioElement): Station {
  const queryClient = createQueryClient();
  const toasts = new ToastStore();
  const notifications = new NotificationStore(stationOnline());
  const chat = new ChatStore((command) => socket.send(command));
  const socket = new StationSocket({
    urls: () => socketUrls(location),
    onOpen: () => {
      if (player.cid !== undefined) socket.send({ type: "listen", data: { cid: player.cid } });
      chat.socketOpened();
      retryFailed(queryClient);
      // The socket only reports that these change, and not what changed before it opened.
      refreshProgramme(queryClient);
      refreshSchedule(queryClient);
    },
    onReopen: () => {
      // The socket may have closed because the session ended.
      refresh(queryClient, sessionQuery.queryKey);
      refresh(queryClient, [tracksCalls.listTracks.path]);
      refresh(queryClient, [tracksCalls.searchTracks.path]);
    },
    onServerClock: (clock) => programme.recordServerClock(clock),
    onMessage: (message) =>
      takeMessage(message, { queryClient, player, toasts, notifications, chat }),
  });
  const player = new Player({
    audio,
    createGraph: canAnalyseLiveStreams(navigator) ? () => new AudioGraph(audio) : undefined,
    attachments: {
      announce: (cid) => {
        socket.send({ type: "listen", data: { cid } });
      },
      fetchStartMs: async (cid, signal) => {
        const session = await callApi(radioCalls.getStreamSession, { params: { cid } }, signal);
        return session.startMs;
      },
    },
  });
  const programme = new HeardProgramme({ heardMs: () => player.heardMs() });
  feedFromQueries(queryClient, {
    recordStream: (streamInfo) => player.recordStream(streamInfo),
    recordNowPlaying: (nowPlaying) => programme.recordNowPlaying(nowPlaying),
    recordRadioState: ({ isPlaying, volume }) => {
      programme.recordIsPlaying(isPlaying);
      const isStopped = !isPlaying && volume === 0;
      player.recordEmergency({ isStopped, edgeMs: programme.liveEdgeMs() });
    },
    recordBranding: (branding) => {
      saveBranding(branding);
      showBranding(branding);
    },
  });
  const storedBranding = loadBranding();
  if (storedBranding !== undefined) showBranding(storedBranding);
  leaveSoundToOneTab(player);
  joinOnceHeard(player, programme);
  return {
    queryClient,
    socket,
    player,
    programme,
    toasts,
    notifications,
    chat,
    sleepTimer: new SleepTimer(player, programme),
  };
}

/** Loads what only listening needs when this browser first listens. */
function joinOnceHeard(player: Player, programme: HeardProgramme): void {
  const unsubscribe = player.subscribe(() => {
    if (player.state.playback.status !== "playing") return;
    unsubscribe();
    import("./once-heard.ts").then(
      ({ onceHeard }) => onceHeard(player, programme),
      (error: unknown) => {
        console.warn("can't show what plays on the lock screen or record listening", error);
        joinOnceHeard(player, programme);
      },
    );
  });
}

/** The first entry in the list of notifications. */
function stationOnline(): Notification {
  return {
    id: randomUuid(),
    type: "system",
    title: "Station Online",
    message: "News from the station appears here",
    timestamp: new Date().toISOString(),
    read: false,
    priority: "medium",
  };
}
