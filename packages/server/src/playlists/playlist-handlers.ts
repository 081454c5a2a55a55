import {
  MAX_PLAYLISTS,
  MAX_PLAYLIST_TRACKS,
  MAX_VISITOR_FOUND,
  type Playlist,
  playlistsApi,
} from "@neonrelay/contract";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import { isOperator } from "../identity/rights-rules.ts";
import { toTrack } from "../library/track-rules.ts";
import {
  addPlaylistTracks,
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

export const playlistFeature = feature(playlistsApi, playlistHandlers);

function playlistHandlers(
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
    listPlaylistTracks: async ({ params: { id } }, { caller }) => {
      const limit = isOperator(caller) ? MAX_PLAYLIST_TRACKS : MAX_VISITOR_FOUND;
      const tracks = await loadPlaylistTracks(parts, { id, limit });
      if (tracks === null) throw noSuchPlaylist();
      return tracks.map((track) => ({ ...toTrack(track), entryId: track.entryId }));
    },
    setPlaylistTracks: async ({ params: { id }, body }, { caller }) =>
      storedOf(await setPlaylistTracks(parts, { id, tracks: body, by: caller })),
    addPlaylistTracks: async ({ params: { id }, body }, { caller }) => {
      const outcome = await addPlaylistTracks(parts, { id, ...body, by: caller });
      if (outcome.kind !== "added") throw refusalOf(outcome);
      const { playlist, added, presentIds } = outcome;
      return { playlist, added, presentIds: [...presentIds] };
    },
    tryPlaylistRule: async ({ body }) => {
      const { tracks, ...totals } = await tryRule(parts, body);
      return { ...totals, tracks: tracks.map(toTrack) };
    },
  };
}

function storedOf(outcome: PlaylistOutcome): Playlist {
  if (outcome.kind !== "stored") throw refusalOf(outcome);
  return outcome.playlist;
}

function refusalOf(outcome: Exclude<PlaylistOutcome, { readonly kind: "stored" }>): ApiFailure {
  switch (outcome.kind) {
    case "unknown":
      return noSuchPlaylist();
    case "name-taken":
      return new ApiFailure({
        error: "name: another playlist has this name",
        code: "name_taken",
        field: "name",
      });
    case "too-many":
      return new ApiFailure({
        error: `A station can have ${MAX_PLAYLISTS} playlists: remove one first`,
        code: "conflict",
      });
    case "outdated":
      return new ApiFailure({
        error: "Someone else has changed this playlist: reload it, then save",
        code: "conflict",
        field: "version",
      });
    case "by-rule":
      return new ApiFailure({
        error: "This playlist finds its tracks by a rule: change the rule",
        code: "conflict",
      });
    case "unknown-track":
      return new ApiFailure({
        error: `There is no track ${outcome.trackId}`,
        code: "not_found",
        field: "trackIds",
      });
    case "unknown-entry":
      return new ApiFailure({
        error: `This playlist has no entry ${outcome.entryId}`,
        code: "not_found",
        field: "entries",
      });
    case "full":
      return new ApiFailure({
        error: `A playlist can have ${MAX_PLAYLIST_TRACKS} tracks, and this would be ${outcome.wanted}: remove some first`,
        code: "conflict",
      });
    default:
      return outcome satisfies never;
  }
}

function noSuchPlaylist(): ApiFailure {
  return new ApiFailure({ error: "Playlist not found", code: "not_found", field: "id" });
}
