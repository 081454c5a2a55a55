import { MAX_PLAYLISTS, type Playlist, type playlistsApi } from "@neonrelay/contract";
import { ApiFailure } from "../http-kit/api-failure.ts";
import type { HandlersFor } from "../http-kit/route.ts";
import { toTrack } from "../library/track-rules.ts";
import {
  changePlaylist,
  createPlaylist,
  loadPlaylists,
  loadPlaylistTracks,
  removePlaylist,
  setPlaylistTracks,
  tryRule,
  type PlaylistOutcome,
  type PlaylistParts,
  type PlaylistUses,
} from "./playlist-actions.ts";

export function playlistHandlers(
  parts: PlaylistParts & { readonly schedule: PlaylistUses },
): HandlersFor<typeof playlistsApi> {
  return {
    listPlaylists: async () => [...(await loadPlaylists(parts))],
    createPlaylist: async ({ body }, { caller }) =>
      storedOf(await createPlaylist(parts, { playlist: body, by: caller })),
    changePlaylist: async ({ params: { id }, body }, { caller }) =>
      storedOf(await changePlaylist(parts, { id, change: body, by: caller })),
    removePlaylist: async ({ params: { id } }, { caller }) => {
      const removal = await removePlaylist(parts, { id, by: caller });
      if (removal.kind === "unknown") throw noSuchPlaylist();
      if (removal.kind === "in-use")
        throw new ApiFailure({
          error: `This playlist is used by ${removal.by}: change that first`,
          code: "conflict",
        });
      return { isRemoved: true };
    },
    listPlaylistTracks: async ({ params: { id } }) => {
      const tracks = await loadPlaylistTracks(parts, id);
      if (tracks === null) throw noSuchPlaylist();
      return tracks.map(toTrack);
    },
    setPlaylistTracks: async ({ params: { id }, body }, { caller }) =>
      storedOf(await setPlaylistTracks(parts, { id, ...body, by: caller })),
    tryPlaylistRule: async ({ body }) => {
      const { tracks, ...totals } = await tryRule(parts, body);
      return { ...totals, tracks: tracks.map(toTrack) };
    },
  };
}

function storedOf(outcome: PlaylistOutcome): Playlist {
  switch (outcome.kind) {
    case "stored":
      return outcome.playlist;
    case "unknown":
      throw noSuchPlaylist();
    case "name-taken":
      throw new ApiFailure({
        error: "name: another playlist has this name",
        code: "name_taken",
        field: "name",
      });
    case "too-many":
      throw new ApiFailure({
        error: `A station can have ${MAX_PLAYLISTS} playlists: remove one first`,
        code: "conflict",
      });
    case "outdated":
      throw new ApiFailure({
        error: "Someone else has changed this playlist: reload it, then save",
        code: "conflict",
        field: "version",
      });
    case "by-rule":
      throw new ApiFailure({
        error: "This playlist finds its tracks by a rule: change the rule",
        code: "conflict",
      });
    case "unknown-track":
      throw new ApiFailure({
        error: `There is no track ${outcome.trackId}`,
        code: "not_found",
        field: "trackIds",
      });
    default:
      return outcome satisfies never;
  }
}

function noSuchPlaylist(): ApiFailure {
  return new ApiFailure({ error: "Playlist not found", code: "not_found", field: "id" });
}
