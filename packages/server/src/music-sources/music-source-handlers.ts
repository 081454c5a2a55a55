import { musicSourcesApi } from "@neonrelay/contract";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, operatorOf, type HandlersFor } from "../http-kit/route.ts";
import {
  addSource,
  changeSource,
  loadSources,
  removeSource,
  testSource,
  type MusicSourceParts,
  type SourceOutcome,
  type SourceRefusal,
} from "./music-source-actions.ts";
import {
  importPlaylist,
  loadSourcePlaylists,
  type PlaylistImport,
} from "./source-playlist-actions.ts";

/** Each may take a quarter of a minute. */
const TESTS_AT_ONCE = 4;

export const musicSourceFeature = feature(musicSourcesApi, musicSourceHandlers);

function musicSourceHandlers(parts: MusicSourceParts): HandlersFor<typeof musicSourcesApi> {
  let testing = 0;
  return {
    listMusicSources: async () => [...(await loadSources(parts))],
    addMusicSource: async ({ body }, call) =>
      storedOf(await addSource(parts, { source: body, by: operatorOf(call) })),
    changeMusicSource: async ({ params, body }, call) =>
      storedOf(await changeSource(parts, { id: params.id, change: body, by: operatorOf(call) })),
    removeMusicSource: async ({ params }, call) => {
      if (!(await removeSource(parts, { id: params.id, by: operatorOf(call) })))
        return refuse({ kind: "unknown" });
      return { removed: true };
    },
    testMusicSource: async ({ body: { id, ...source } }, call) => {
      if (testing >= TESTS_AT_ONCE)
        throw new ApiFailure({
          error: "Other sources are being tested; try again in a few seconds",
          code: "conflict",
        });
      testing += 1;
      const outcome = await testSource(parts, { id, source, by: operatorOf(call) }).finally(
        () => (testing -= 1),
      );
      if (outcome.kind !== "tested") return refuse(outcome);
      const { problem } = outcome;
      return { success: problem === null, message: problem ?? "The server answers" };
    },
    readMusicSource: async ({ params: { id } }) => {
      const source = (await loadSources(parts)).find((one) => one.id === id);
      if (source === undefined) return refuse({ kind: "unknown" });
      parts.musicSources.read(id);
      return { started: true };
    },
    listSourcePlaylists: async ({ params }) => {
      const outcome = await loadSourcePlaylists(parts, params.id);
      return outcome.kind === "listed" ? [...outcome.playlists] : refuseImport(outcome);
    },
    importSourcePlaylist: async ({ params, body: { playlistId } }, call) => {
      const wanted = { id: params.id, playlistId, by: operatorOf(call) };
      const outcome = await importPlaylist(parts, wanted);
      if (outcome.kind !== "imported") return refuseImport(outcome);
      const { kind: _, ...imported } = outcome;
      return imported;
    },
  };
}

function storedOf(outcome: SourceOutcome) {
  return outcome.kind === "stored" ? outcome.source : refuse(outcome);
}

function refuse({ kind }: SourceRefusal): never {
  switch (kind) {
    case "unknown":
      throw new ApiFailure({ error: "No music source has that id", code: "not_found" });
    case "no-password":
      throw new ApiFailure({
        error: "Enter the password: a stored one is only sent to the server it was given for",
        code: "invalid_request",
        field: "password",
      });
    case "no-username":
      throw new ApiFailure({
        error: "Enter the user name of an account on the server",
        code: "invalid_request",
        field: "username",
      });
    case "too-many":
      throw new ApiFailure({
        error: "The station has the maximum number of music sources",
        code: "conflict",
      });
    case "same-server":
      throw new ApiFailure({
        error: "This account on this server is already a music source",
        code: "conflict",
        field: "url",
      });
    case "not-allowed":
      throw new ApiFailure({
        error: "Only a super admin can let a source be in a private network",
        code: "not_allowed",
        field: "isPrivateAllowed",
      });
    default:
      return kind satisfies never;
  }
}

function refuseImport(outcome: Exclude<PlaylistImport, { kind: "imported" }>): never {
  switch (outcome.kind) {
    case "unknown":
      return refuse(outcome);
    case "failed":
      throw new ApiFailure({ error: outcome.reason, code: "unavailable" });
    case "empty":
      throw new ApiFailure({
        error: "None of its tracks are in the library yet: read the source first",
        code: "conflict",
      });
    case "name-taken":
      throw new ApiFailure({
        error: `The station has a playlist called '${outcome.name}' already: rename it first`,
        code: "conflict",
      });
    case "too-many":
      throw new ApiFailure({
        error: "The station has the maximum number of playlists",
        code: "conflict",
      });
    default:
      return outcome satisfies never;
  }
}
