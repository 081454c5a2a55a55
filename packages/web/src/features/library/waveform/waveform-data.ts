import {
  planCalls,
  trackCuesCalls,
  trackSoundCalls,
  tracksCalls,
  type CueSheet,
  type Track,
  type TrackCues,
} from "@neonrelay/contract/callers";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { callApiForFile } from "../../../api/file-transfer.ts";
import { stationData } from "../../../api/query-client.ts";
import { useCommand } from "../../../api/use-command.ts";
import { parsePeaks } from "./peaks-rules.ts";

const { getTrackCues, setTrackCues } = trackCuesCalls;
const { getTrackWaveform } = trackSoundCalls;
/** The station reads all of a long track to draw it. */
const DRAW_LIMIT_MS = 300_000;
/** Enough that another file is among them. */
const ANY_TRACKS = 20;
const UNDO_SHOWN_MS = 12_000;
const changes = [
  getTrackCues.path,
  tracksCalls.listTracks.path,
  tracksCalls.searchTracks.path,
  planCalls.getPlan.path,
];
export const cueLabels = {
  cueInMs: "Cue-in",
  cueOutMs: "Cue-out",
  startNextMs: "Next track",
  fadeInMs: "Fade-in",
  fadeOutMs: "Fade-out",
  gainDb: "Gain",
};

export function useCueSheet(id: string) {
  return useQuery({
    ...stationData,
    queryKey: [getTrackCues.path, id],
    queryFn: ({ signal }) => callApi(getTrackCues, { params: { id } }, signal),
    staleTime: 0,
  });
}

export function useWaveform(id: string) {
  return useQuery({
    ...stationData,
    queryKey: [getTrackWaveform.path, id],
    queryFn: async ({ signal }) => {
      const limits = { limitMs: DRAW_LIMIT_MS, signal };
      const { bytes } = await callApiForFile(getTrackWaveform, { params: { id } }, limits);
      const peaks = parsePeaks(bytes);
      if (peaks === undefined) throw new Error("the station sent no waveform");
      return peaks;
    },
    staleTime: Infinity,
    retry: false,
  });
}

/** Saves cue points, with an Undo in the toast. */
export function useSetCues(sheet: CueSheet) {
  const { trackId } = sheet;
  const call = (cues: TrackCues) =>
    callApi(setTrackCues, { params: { id: trackId }, body: { ...cues } });
  const shared = { labels: cueLabels, changes };
  const undo = useCommand({
    run: call,
    done: { title: "Cue Points Restored", text: sheet.title },
    failure: "The cue points could not be restored",
    ...shared,
  });
  return useCommand({
    run: async (cues: TrackCues) => {
      await call(cues);
      return sheet.set;
    },
    done: (before) => ({
      title: "Cue Points Saved",
      text: sheet.title,
      durationMs: UNDO_SHOWN_MS,
      action: { name: "Undo", run: () => undo.mutate(before) },
    }),
    failure: "The cue points could not be saved",
    ...shared,
  });
}

/** The track after this one in the plan, else the plan's first track, else any; null if there is no other. */
export function useLikelyNext(trackId: string) {
  return useQuery({
    ...stationData,
    queryKey: [planCalls.getPlan.path, "behind", trackId],
    queryFn: async ({ signal }) => {
      const { items } = await callApi(planCalls.getPlan, { query: {} }, signal);
      const planned = items.map(({ track }) => track);
      const behind = planned.slice(planned.findIndex(({ id }) => id === trackId) + 1);
      const any = { query: { limit: ANY_TRACKS, sort: "artist" } } as const;
      const others = behind.some(isOther)
        ? behind
        : await callApi(tracksCalls.listTracks, any, signal);
      return others.find(isOther) ?? null;
    },
  }).data;

  function isOther({ id, kind }: Track): boolean {
    return kind === "file" && id !== trackId;
  }
}
