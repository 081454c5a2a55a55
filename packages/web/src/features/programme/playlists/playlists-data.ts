import {
  planCalls,
  type Playlist,
  playlistsCalls,
  type SmartRule,
} from "@neonrelay/contract/callers";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";
import { useCommand } from "../../../api/use-command.ts";
import { type HandPicked, toSaved } from "./hand-picked-rules.ts";

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

/** Loads the current version of a playlist; undefined: it was removed, or the station can't be reached. */
export function useLoadPlaylist(): (id: string) => Promise<Playlist | undefined> {
  const queryClient = useQueryClient();
  return async (id) => {
    const { queryKey } = playlistsQuery;
    await queryClient.refetchQueries({ queryKey, exact: true });
    return queryClient.getQueryData(queryKey)?.find((playlist) => playlist.id === id);
  };
}

/** The tracks of a hand-picked playlist. */
export function usePlaylistTracks({ id, version }: Playlist) {
  return useQuery({
    queryKey: [playlistsCalls.listPlaylists.path, id, "tracks", version],
    queryFn: ({ signal }) => callApi(playlistsCalls.listPlaylistTracks, { params: { id } }, signal),
  });
}

/** The tracks that match a rule now. While the rule changes, the earlier result stays. */
export function useTriedRule(rule: SmartRule) {
  return useQuery({
    queryKey: [playlistsCalls.tryPlaylistRule.path, rule],
    queryFn: ({ signal }) => callApi(playlistsCalls.tryPlaylistRule, { body: rule }, signal),
    placeholderData: keepPreviousData,
  });
}

/** Saves a playlist, and its tracks if hand-picked. */
export function useSavePlaylist() {
  return useCommand({
    run: async ({
      stored,
      draft,
      entries,
      onStored,
    }: {
      /** undefined: a new one. */
      readonly stored: Playlist | undefined;
      readonly draft: PlaylistDraft;
      /** undefined: unchanged. */
      readonly entries: readonly HandPicked[] | undefined;
      /** Gets the saved playlist, even when the tracks are refused afterwards. */
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
      if (entries === undefined) return saved;
      return await callApi(playlistsCalls.setPlaylistTracks, {
        params: { id: saved.id },
        body: { entries: toSaved(entries), version: saved.version },
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

/** What an operator enters for a playlist. */
export type PlaylistDraft = Pick<
  Playlist,
  "name" | "description" | "order" | "turn" | "isSeparated" | "rule"
>;

export const newPlaylist: PlaylistDraft = {
  name: "",
  description: "",
  order: "shuffled",
  turn: { kind: "weight", weight: 1 },
  isSeparated: true,
  rule: null,
};

export function draftOf(playlist: Playlist): PlaylistDraft {
  const { name, description, order, turn, isSeparated, rule } = playlist;
  return { name, description, order, turn, isSeparated, rule };
}

/** Created by 'Just play my music well'. */
export const allMusic: readonly PlaylistDraft[] = [
  { ...newPlaylist, name: "All music", rule: { kinds: ["music"] } },
];

/** Created by 'Jingles every few songs'. */
export const musicAndJingles: readonly PlaylistDraft[] = [
  ...allMusic,
  {
    ...newPlaylist,
    name: "Jingles",
    turn: { kind: "every-tracks", tracks: 4 },
    isSeparated: false,
    rule: { kinds: ["jingle"] },
  },
];
