import {
  planCalls,
  type Playlist,
  playlistsCalls,
  queueCalls,
  type Track,
  trackProgrammeCalls,
  tracksCalls,
} from "@neonrelay/contract/callers";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";
import { useCommand } from "../../../api/use-command.ts";
import { countOf } from "../../../ui/count-of.ts";
import type { ProgrammeChange } from "./track-programme-rules.ts";

/** Tracks per call. */
const MAX_AT_ONCE = 500;

/** Sets kind, weight and rotation of tracks; omitted fields stay. */
export function useChangeTracksProgramme() {
  return useCommand({
    run: async ({
      tracks,
      change,
    }: {
      readonly tracks: readonly Track[];
      readonly change: ProgrammeChange;
    }) => {
      const ids = tracks.map(({ id }) => id);
      let changed = 0;
      for (let from = 0; from < ids.length; from += MAX_AT_ONCE) {
        const trackIds = ids.slice(from, from + MAX_AT_ONCE);
        const body = { trackIds, ...change };
        changed += (await callApi(trackProgrammeCalls.changeTracksProgramme, { body })).changed;
      }
      return changed;
    },
    done: (changed) => ({ title: "Tracks Changed", text: countOf(changed, "track") }),
    failure: "The tracks could not be changed",
    labels: { weightPercent: "Weight" },
    changes: [
      tracksCalls.listTracks.path,
      tracksCalls.searchTracks.path,
      playlistsCalls.listPlaylists.path,
      planCalls.getPlan.path,
    ],
  });
}

/** Loads the rest of a list to select it. */
export function useLoadAll() {
  return useCommand({
    run: (load: () => Promise<readonly Track[]>) => load(),
    done: undefined,
    failure: "The tracks could not be loaded",
    changes: [],
  });
}

/** More would fill the queue; the station adds them one by one. */
export const MAX_PLAYED_NEXT = 50;

/** Puts tracks at the front of the queue, in order. */
export function usePlayTracksNext() {
  return useCommand({
    run: async (tracks: readonly Track[]) => {
      for (const { id } of tracks.toReversed())
        await callApi(queueCalls.playNext, { params: { id } });
      return tracks.length;
    },
    done: (count) => ({ title: "Playing Next", text: countOf(count, "track") }),
    failure: "Not all of the tracks could be put at the front of the queue",
    changes: [queueCalls.listQueue.path],
  });
}

/** Hand-picked playlists; undefined until loaded. */
export function useHandPickedPlaylists() {
  const query = useQuery({
    ...stationData,
    queryKey: [playlistsCalls.listPlaylists.path],
    queryFn: ({ signal }) => callApi(playlistsCalls.listPlaylists, {}, signal),
    staleTime: 0,
  });
  return { playlists: query.data?.filter(({ rule }) => rule === null), hasFailed: query.isError };
}

/** Adds tracks to the end of a playlist; repeats only with `addsRepeats`. */
export function useAddToPlaylist() {
  return useCommand({
    run: ({
      playlist: { id },
      ...body
    }: {
      readonly playlist: Playlist;
      readonly trackIds: string[];
      readonly addsRepeats: boolean;
    }) => callApi(playlistsCalls.addPlaylistTracks, { params: { id }, body }),
    done: ({ playlist: { name }, added }) =>
      added === 0
        ? undefined
        : { title: "Added to Playlist", text: `${countOf(added, "track")} in ${name}` },
    failure: "The tracks could not be added to the playlist",
    changes: [playlistsCalls.listPlaylists.path, planCalls.getPlan.path],
  });
}
