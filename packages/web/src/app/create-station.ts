import {
  type Branding,
  brandingCalls,
  type Notification,
  type NowPlaying,
  radioCalls,
  type RadioState,
  socketUrls,
  type StreamInfo,
  tracksCalls,
} from "@neonrelay/contract/callers";
import type { QueryClient } from "@tanstack/react-query";
import { callApi } from "../api/call-api.ts";
import { createQueryClient, refresh, retryFailed } from "../api/query-client.ts";
import { randomUuid } from "../browser/random-uuid.ts";
import { sessionQuery } from "../features/accounts/session-data.ts";
import { showBranding } from "../features/branding/branding-colours.ts";
import { brandingQuery, loadBranding, saveBranding } from "../features/branding/branding-data.ts";
import { ChatStore } from "../features/chat/chat-store.ts";
import { NotificationStore } from "../features/notifications/notification-store.ts";
import { leaveSoundToOneTab } from "../features/player/audible-tab.ts";
import { AudioGraph, canAnalyseLiveStreams } from "../features/player/audio-graph.ts";
import { HeardProgramme } from "../features/player/heard-programme.ts";
import { Player } from "../features/player/player.ts";
import { SleepTimer } from "../features/player/sleep/sleep-timer.ts";
import { refreshProgramme, refreshSchedule } from "../features/programme/programme-news.ts";
import { nowPlayingQuery, radioStateQuery, streamInfoQuery } from "../features/radio/radio-data.ts";
import { StationSocket } from "../socket/station-socket.ts";
import { ToastStore } from "../ui/toast-store.ts";
import { takeMessage } from "./take-message.ts";

/** Everything that lives as long as the page. */
interface Station {
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

/** Receives every new value, from the socket or from a call. */
interface StationFollowers {
  readonly recordStream: (streamInfo: StreamInfo) => void;
  readonly recordNowPlaying: (nowPlaying: NowPlaying) => void;
  readonly recordRadioState: (radioState: RadioState) => void;
  readonly recordBranding: (branding: Branding) => void;
}

/**
 * Passes on each value that arrives by socket or by call. The cache also emits events when a fetch begins or fails: its
 * old value must not count as new, since the programme's clock counts from its arrival.
 * @returns an unsubscribe function
 */
export function feedFromQueries(queryClient: QueryClient, followers: StationFollowers): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    switch (event.query.queryKey[0]) {
      case radioCalls.getStreamInfo.path: {
        const streamInfo = queryClient.getQueryData(streamInfoQuery.queryKey);
        if (streamInfo !== undefined) followers.recordStream(streamInfo);
        return;
      }
      case radioCalls.getNowPlaying.path: {
        const nowPlaying = queryClient.getQueryData(nowPlayingQuery.queryKey);
        if (nowPlaying !== undefined) followers.recordNowPlaying(nowPlaying);
        return;
      }
      case radioCalls.getRadioState.path: {
        const radioState = queryClient.getQueryData(radioStateQuery.queryKey);
        if (radioState !== undefined) followers.recordRadioState(radioState);
        return;
      }
      case brandingCalls.getBranding.path: {
        const branding = queryClient.getQueryData(brandingQuery.queryKey);
        if (branding !== undefined) followers.recordBranding(branding);
        return;
      }
      default:
    }
  });
}
