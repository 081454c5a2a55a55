import {
  type ContentKind,
  type NowPlaying,
  type Play,
  radioCalls,
  type RadioState,
  type RadioStateChange,
  type StreamInfo,
  type Track,
} from "@neonrelay/contract/callers";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi, isOutOfReach, refusalText } from "../../api/call-api.ts";
import { stationData } from "../../api/query-client.ts";
import { takeFirstAnswer } from "../../early/first-answer.ts";
import { useConnectionState, useSocket } from "../../socket/socket-context.ts";
import { useToasts } from "../../ui/toast-store.ts";

const FALLBACK_POLL_MS = 10_000;

export const radioStateQuery = queryOptions<RadioState>({
  ...stationData,
  queryKey: [radioCalls.getRadioState.path],
  queryFn: ({ signal }) => callApi(radioCalls.getRadioState, {}, signal),
});

export const nowPlayingQuery = queryOptions<NowPlaying>({
  ...stationData,
  queryKey: [radioCalls.getNowPlaying.path],
  queryFn: async ({ signal }) => {
    const { path, response } = radioCalls.getNowPlaying;
    const first = response.safeParse(await takeFirstAnswer(path));
    return first.success ? first.data : await callApi(radioCalls.getNowPlaying, {}, signal);
  },
});

export const streamInfoQuery = queryOptions<StreamInfo>({
  ...stationData,
  queryKey: [radioCalls.getStreamInfo.path],
  queryFn: ({ signal }) => callApi(radioCalls.getStreamInfo, {}, signal),
});

/** The socket keeps these values fresh; without it they are polled every ten seconds. */
function useFallbackPoll(): number | false {
  return useConnectionState() === "CONNECTED" ? false : FALLBACK_POLL_MS;
}

export function useRadioState() {
  return useQuery({ ...radioStateQuery, refetchInterval: useFallbackPoll() });
}

export function useNowPlaying() {
  return useQuery({ ...nowPlayingQuery, refetchInterval: useFallbackPoll() });
}

export function useStreamInfo() {
  return useQuery({ ...streamInfoQuery, refetchInterval: FALLBACK_POLL_MS });
}

/** undefined until the station has answered or failed to. */
export function useAirState(): AirState | undefined {
  const radioState = useRadioState();
  const streamInfo = useStreamInfo();
  const nowPlaying = useNowPlaying().data;
  if (radioState.data === undefined || streamInfo.data === undefined) {
    return radioState.isError || streamInfo.isError ? "offline" : undefined;
  }
  return airStateOf(radioState.data, streamInfo.data, nowPlaying);
}

/** Whether this page, loaded from the device, has never reached the station. */
export function useIsOutOfReach(): boolean {
  const { data, error } = useRadioState();
  return data === undefined && error !== null && isOutOfReach(error);
}

/** Mutation key for changes of the station's state. */
export const RADIO_STATE_CHANGE = [radioCalls.putRadioState.path, "change"] as const;

/** How long a pause of the station can be undone from its toast. */
const UNDO_MS = 8000;

/** Shows the change at once, and reverts if the station refuses. A pause can be undone from its toast. */
export function useChangeRadioState() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const socket = useSocket();
  const mutation = useMutation({
    mutationKey: RADIO_STATE_CHANGE,
    mutationFn: (change: RadioStateChange) => callApi(radioCalls.putRadioState, { body: change }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: radioStateQuery.queryKey });
      const before = queryClient.getQueryData(radioStateQuery.queryKey);
      queryClient.setQueryData(radioStateQuery.queryKey, (present) =>
        present === undefined
          ? undefined
          : {
              ...present,
              isPlaying: change.isPlaying ?? present.isPlaying,
              volume: change.volume ?? present.volume,
            },
      );
      return { before };
    },
    onSuccess: (radioState, change) => {
      queryClient.setQueryData(radioStateQuery.queryKey, radioState);
      if (change.isPlaying === undefined) return;
      // Legacy echo of the HTTP call; it has no effect.
      socket.send({ type: "radio_state", data: { isPlaying: change.isPlaying } });
      toasts.show(
        change.isPlaying
          ? {
              tone: "success",
              title: "Stream Started",
              text: "Radio is now broadcasting live",
              durationMs: 3000,
            }
          : {
              tone: "success",
              title: "Stream Stopped",
              text: "Radio broadcast stopped",
              durationMs: UNDO_MS,
              action: { name: "Undo", run: () => mutation.mutate({ isPlaying: true }) },
            },
      );
    },
    onError: (error, change, memory) => {
      if (memory?.before !== undefined) {
        queryClient.setQueryData(radioStateQuery.queryKey, memory.before);
      }
      toasts.show({
        tone: "error",
        title: "Error",
        text: refusalText(error) ?? changeFailure(change),
        durationMs: 5000,
      });
    },
  });
  return mutation;
}

/** The control that pauses and resumes the station for everyone; its label says for how many. */
export function useStationSwitch() {
  const radioState = useRadioState().data;
  const { isPending, mutate } = useChangeRadioState();
  const isPlaying = radioState?.isPlaying;
  return {
    isPlaying: isPlaying === true,
    label: stationSwitchLabel(isPlaying === true, radioState?.listenerCount),
    isClosed: isPlaying === undefined || isPending,
    run: () => mutate({ isPlaying: isPlaying !== true }),
  } as const;
}

/** @param listeners as the station counts them; undefined and null: unknown */
export function stationSwitchLabel(
  isPlaying: boolean,
  listeners: number | null | undefined,
): string {
  if (!isPlaying) return "Play the station";
  if (listeners === undefined || listeners === null || listeners === 0) return "Pause the station";
  return `Pause the station for ${listeners} ${listeners === 1 ? "listener" : "listeners"}`;
}

function changeFailure(change: RadioStateChange): string {
  if (change.isPlaying === undefined) return "Failed to set the volume";
  return change.isPlaying ? "Failed to start stream" : "Failed to stop stream";
}

/** Skips or restarts the play on air; `impossibleBecause` gives the reason if that is not possible. */
export function usePlaybackCommand(command: PlaybackCommand) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const noWay = impossibleBecause(command, useNowPlaying().data?.now);
  const { isPending, mutate } = useMutation({
    mutationFn: async () => {
      // The play on air, not the one heard some seconds later: two operators who press at the same time mean the same
      // play.
      const playId = queryClient.getQueryData(nowPlayingQuery.queryKey)?.now?.id;
      if (command === "skip") await callApi(radioCalls.skip, { body: { playId } });
      else await callApi(radioCalls.restart, {});
    },
    onError: (error) =>
      toasts.show({
        tone: "error",
        title: "Error",
        text: refusalText(error) ?? `Failed to ${command} the track`,
        durationMs: 5000,
      }),
  });
  return { isPending, mutate, impossibleBecause: noWay } as const;
}

export const kindNames: Readonly<Record<ContentKind, string>> = {
  music: "Music",
  jingle: "Jingle",
  spot: "Spot",
  speech: "Speech",
};

/** Jingles and spots are no songs: nobody asks for them, or wants to know their name. */
export function isSong({ contentKind }: Pick<Track, "contentKind">): boolean {
  return contentKind !== "jingle" && contentKind !== "spot";
}

/** Commands for the track on air. */
type PlaybackCommand = "skip" | "restart";

/**
 * Why the command can't run now; undefined if it can.
 * @param play null and undefined: nothing, or unknown
 */
export function impossibleBecause(
  command: PlaybackCommand,
  play: Pick<Play, "kind"> | null | undefined,
): string | undefined {
  if (play?.kind === "live") return "A DJ is on air";
  if (command === "restart" && play?.kind === "stream") return "A stream can't be restarted";
  return undefined;
}

/** What listeners hear: the programme, its silence after a fade-out, the emergency loop, or nothing. */
type AirState = "live" | "faded-out" | "no-music" | "offline";

export const airStateNames: Readonly<Record<AirState, string>> = {
  live: "LIVE",
  "faded-out": "Faded out",
  "no-music": "No music",
  offline: "OFFLINE",
};

/** @param nowPlaying undefined until the station has answered */
export function airStateOf(
  { isPlaying, isFadedOut }: Pick<RadioState, "isPlaying" | "isFadedOut">,
  { isStreaming }: Pick<StreamInfo, "isStreaming">,
  nowPlaying: Pick<NowPlaying, "isEmergencyLoop"> | undefined,
): AirState {
  if (!isPlaying || !isStreaming) return "offline";
  if (isFadedOut) return "faded-out";
  return nowPlaying?.isEmergencyLoop === true ? "no-music" : "live";
}
