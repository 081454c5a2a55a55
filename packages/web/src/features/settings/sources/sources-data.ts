import { musicSourcesCalls, playlistsCalls, tracksCalls } from "@neonrelay/contract/callers";
import type { RequestOf } from "@neonrelay/contract/callers";
import { useMutation, useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";
import { countOf } from "../../../ui/count-of.ts";

const POLL_MS = 3000;
const changes = [musicSourcesCalls.listMusicSources.path];
const labels = {
  name: "Name",
  url: "Server address",
  signIn: "Sign in with",
  username: "Username",
  password: "Password or API key",
  everyMinutes: "Look for changes every … minutes",
  cacheMegabytes: "Cache size in MB",
};

/** Polls: states change by themselves. */
export function useMusicSources() {
  return useQuery({
    queryKey: [musicSourcesCalls.listMusicSources.path],
    queryFn: ({ signal }) => callApi(musicSourcesCalls.listMusicSources, {}, signal),
    refetchInterval: POLL_MS,
  });
}

export function useAddSource() {
  return useCommand({
    run: (body: RequestOf<typeof musicSourcesCalls.addMusicSource>["body"]) =>
      callApi(musicSourcesCalls.addMusicSource, { body }),
    done: { title: "Music Source Added", text: "Its library is read in the background." },
    failure: "Failed to add the music source",
    labels,
    changes,
  });
}

type ChangeBody = RequestOf<typeof musicSourcesCalls.changeMusicSource>["body"];

export function useChangeSource() {
  return useCommand({
    run: ({ id, ...body }: { readonly id: string } & ChangeBody) =>
      callApi(musicSourcesCalls.changeMusicSource, { params: { id }, body }),
    done: { title: "Music Source Updated" },
    failure: "Failed to update the music source",
    labels,
    changes,
  });
}

export function useRemoveSource() {
  return useCommand({
    run: (id: string) => callApi(musicSourcesCalls.removeMusicSource, { params: { id } }),
    done: { title: "Music Source Removed" },
    failure: "Failed to remove the music source",
    changes: [...changes, tracksCalls.listTracks.path],
  });
}

export function useReadSource() {
  return useCommand({
    run: (id: string) => callApi(musicSourcesCalls.readMusicSource, { params: { id } }),
    done: undefined,
    failure: "Failed to read the music source",
    changes,
  });
}

/** Its result shows in the dialog. */
export function useTestSource() {
  return useMutation({
    mutationFn: (body: RequestOf<typeof musicSourcesCalls.testMusicSource>["body"]) =>
      callApi(musicSourcesCalls.testMusicSource, { body }),
  });
}

export function useSourcePlaylists(id: string) {
  return useQuery({
    queryKey: [musicSourcesCalls.listSourcePlaylists.path, id],
    queryFn: ({ signal }) =>
      callApi(musicSourcesCalls.listSourcePlaylists, { params: { id } }, signal),
    retry: false,
  });
}

export function useImportPlaylist(id: string) {
  return useCommand({
    run: (playlistId: string) =>
      callApi(musicSourcesCalls.importSourcePlaylist, { params: { id }, body: { playlistId } }),
    done: ({ tracks, left }) => ({
      title: "Playlist Imported",
      text:
        left === 0
          ? countOf(tracks, "track")
          : `${countOf(tracks, "track")}; ${countOf(left, "track")} not in the library yet`,
    }),
    failure: "Failed to import the playlist",
    changes: [playlistsCalls.listPlaylists.path],
  });
}
