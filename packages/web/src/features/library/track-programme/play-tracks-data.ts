import { playlistsCalls, planCalls, queueCalls } from "@neonrelay/contract/callers";
import type { Playlist, Track } from "@neonrelay/contract/callers";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";
import { useCommand } from "../../../api/use-command.ts";
import { countOf } from "../../../ui/count-of.ts";

/** More at once would fill the queue; the station takes them one by one. */
export const MAX_PLAYED_NEXT = 50;

/** Puts tracks at the front of the queue, the first of them first. */
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

/** Playlists whose tracks are picked by hand; undefined until loaded. */
export function useHandPickedPlaylists() {
  const query = useQuery({
    ...stationData,
    queryKey: [playlistsCalls.listPlaylists.path],
    queryFn: ({ signal }) => callApi(playlistsCalls.listPlaylists, {}, signal),
    staleTime: 0,
  });
  return { playlists: query.data?.filter(({ rule }) => rule === null), hasFailed: query.isError };
}

/** Adds tracks to the end of a playlist, those that it has already left out. */
export function useAddToPlaylist() {
  return useCommand({
    run: async ({
      playlist: { id, name, version },
      tracks,
    }: {
      readonly playlist: Playlist;
      readonly tracks: readonly Track[];
    }) => {
      const params = { id };
      const before = await callApi(playlistsCalls.listPlaylistTracks, { params });
      const known = new Set(before.map((track) => track.id));
      const added = tracks.filter((track) => !known.has(track.id));
      const trackIds = [...before, ...added].map((track) => track.id);
      // A change that someone else made meanwhile is refused by its version.
      if (added.length > 0)
        await callApi(playlistsCalls.setPlaylistTracks, { params, body: { trackIds, version } });
      return { name, added: added.length };
    },
    done: ({ name, added }) => ({
      title: "Added to Playlist",
      text: added === 0 ? `${name} has them all already` : `${countOf(added, "track")} in ${name}`,
    }),
    failure: "The tracks could not be added to the playlist",
    changes: [playlistsCalls.listPlaylists.path, planCalls.getPlan.path],
  });
}
