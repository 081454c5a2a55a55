import { planCalls, playlistsCalls } from "@neonrelay/contract/callers";
import type { Playlist, SmartRule, Track } from "@neonrelay/contract/callers";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";
import { useCommand } from "../../../api/use-command.ts";
import type { PlaylistDraft } from "./playlist-draft.ts";

const changes = [playlistsCalls.listPlaylists.path, planCalls.getPlan.path];
const labels = { name: "Name", description: "Description" };

const playlistsQuery = queryOptions<Playlist[]>({
  ...stationData,
  queryKey: [playlistsCalls.listPlaylists.path],
  queryFn: ({ signal }) => callApi(playlistsCalls.listPlaylists, {}, signal),
  staleTime: 0,
});

export function usePlaylists() {
  return useQuery(playlistsQuery);
}

/** Gives a playlist as the station has it by then; undefined: it is gone, or the station can't be reached. */
export function useLoadPlaylist(): (id: string) => Promise<Playlist | undefined> {
  const queryClient = useQueryClient();
  return async (id) => {
    const { queryKey } = playlistsQuery;
    await queryClient.refetchQueries({ queryKey, exact: true });
    return queryClient.getQueryData(queryKey)?.find((playlist) => playlist.id === id);
  };
}

/** The tracks of a playlist that is picked by hand. */
export function usePlaylistTracks({ id, version }: Playlist) {
  return useQuery({
    queryKey: [playlistsCalls.listPlaylists.path, id, "tracks", version],
    queryFn: ({ signal }) => callApi(playlistsCalls.listPlaylistTracks, { params: { id } }, signal),
  });
}

/** What a rule finds now; while it is changed, what the one before found stays. */
export function useTriedRule(rule: SmartRule) {
  return useQuery({
    queryKey: [playlistsCalls.tryPlaylistRule.path, rule],
    queryFn: ({ signal }) => callApi(playlistsCalls.tryPlaylistRule, { body: rule }, signal),
    placeholderData: keepPreviousData,
  });
}

/** Stores a playlist, and its tracks where they are picked by hand. */
export function useSavePlaylist() {
  return useCommand({
    run: async ({
      stored,
      draft,
      tracks,
      onStored,
    }: {
      /** undefined: it is a new one. */
      readonly stored: Playlist | undefined;
      readonly draft: PlaylistDraft;
      /** undefined: they stay as they are. */
      readonly tracks: readonly Track[] | undefined;
      /** What is stored by then, also when the tracks are refused afterwards. */
      readonly onStored: (playlist: Playlist) => void;
    }) => {
      const saved =
        stored === undefined
          ? await callApi(playlistsCalls.createPlaylist, { body: draft })
          : await callApi(playlistsCalls.changePlaylist, {
              params: { id: stored.id },
              body: { ...draft, version: stored.version },
            });
      onStored(saved);
      if (tracks === undefined) return saved;
      return await callApi(playlistsCalls.setPlaylistTracks, {
        params: { id: saved.id },
        body: { trackIds: tracks.map(({ id }) => id), version: saved.version },
      });
    },
    done: ({ name }) => ({ title: "Playlist Saved", text: name }),
    failure: "The playlist could not be saved",
    labels,
    changes,
  });
}

export function useRemovePlaylist() {
  return useCommand({
    run: ({ id }: Playlist) => callApi(playlistsCalls.removePlaylist, { params: { id } }),
    done: { title: "Playlist Removed" },
    failure: "The playlist could not be removed",
    changes,
  });
}

/** Makes playlists one after the other. */
export function useCreatePlaylists() {
  return useCommand({
    run: async (drafts: readonly PlaylistDraft[]) => {
      for (const body of drafts) await callApi(playlistsCalls.createPlaylist, { body });
    },
    done: { title: "Programme Set Up", text: "You can change everything under Playlists." },
    failure: "The programme could not be set up",
    changes,
  });
}
