import {
  MAX_PLAYLISTS,
  MAX_PLAYLIST_FILE_BYTES,
  MAX_PLAYLIST_TRACKS,
  playlistFilesApi,
  type ApiError,
  type ImportedPlaylist,
  type PlaylistFileFormat,
} from "@neonrelay/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiFailure } from "../../http-kit/api-failure.ts";
import { FORM_STALL_LIMIT_MS, isBrokenForm, takeForms } from "../../http-kit/form-route.ts";
import { addRoutes } from "../../http-kit/route.ts";
import { cleanText } from "./file-playlist.ts";
import {
  exportPlaylistFile,
  importPlaylistFile,
  type ImportOutcome,
  type PlaylistFileParts,
} from "./playlist-file-actions.ts";

const { importPlaylist, exportPlaylist } = playlistFilesApi;
const FIELD = importPlaylist.fileField;

const noFile: ApiError = {
  error: `Send the file as multipart/form-data, in the field '${FIELD}'`,
  code: "invalid_request",
  field: FIELD,
};
const broken: ApiError = {
  error: "The file did not arrive completely; send it again",
  code: "invalid_request",
  field: FIELD,
};
const tooLarge: ApiError = {
  error: `A playlist file may be at most ${MAX_PLAYLIST_FILE_BYTES / 1024 ** 2} MiB`,
  code: "too_large",
  field: FIELD,
};

const mediaTypes: Readonly<Record<PlaylistFileFormat, string>> = {
  m3u8: "application/vnd.apple.mpegurl",
  pls: "audio/x-scpls; charset=utf-8",
  xspf: "application/xspf+xml",
  jspf: "application/jspf+json",
};

/** Imports and exports playlist files for other programs. */
export async function addPlaylistFileRoute(
  app: FastifyInstance,
  parts: PlaylistFileParts,
): Promise<void> {
  await app.register(async (scope) => {
    await takeForms(scope, { maxFileBytes: MAX_PLAYLIST_FILE_BYTES });
    addRoutes(
      scope,
      { importPlaylist },
      {
        importPlaylist: async (_parsed, { caller, request }) => {
          if (!request.isMultipart()) throw new ApiFailure(noFile);
          const file = await receive(request);
          await request.requireAccessAgain();
          return importedOf(await importPlaylistFile(parts, { ...file, by: caller }));
        },
      },
    );
  });
  app.route({
    method: exportPlaylist.method,
    url: exportPlaylist.path,
    config: { access: exportPlaylist.access },
    schema: { params: exportPlaylist.params, querystring: exportPlaylist.query },
    handler: async (request, reply) => {
      const { id } = exportPlaylist.params.parse(request.params);
      const { format, paths } = exportPlaylist.query.parse(request.query);
      const file = await exportPlaylistFile(parts, { id, format, paths });
      if (file === null)
        throw new ApiFailure({
          error: "Playlist not found",
          code: "not_found",
          field: "id",
        });
      return reply
        .header("cache-control", "no-store")
        .header("content-disposition", attachment(`${file.name}.${format}`))
        .type(mediaTypes[format])
        .send(Buffer.from(file.text));
    },
  });
}

async function receive(
  request: FastifyRequest,
): Promise<{ readonly bytes: Uint8Array; readonly fileName: string }> {
  const { raw } = request;
  raw.setTimeout(FORM_STALL_LIMIT_MS, () => raw.destroy());
  try {
    for await (const part of request.parts()) {
      if (part.type !== "file") continue;
      if (part.fieldname !== FIELD) throw new ApiFailure(noFile);
      const bytes = await part.toBuffer();
      if (bytes.length > MAX_PLAYLIST_FILE_BYTES) throw new ApiFailure(tooLarge);
      return { bytes, fileName: part.filename };
    }
  } catch (error) {
    if (isTooLarge(error)) throw new ApiFailure(tooLarge);
    throw isBrokenForm(error) ? new ApiFailure(broken) : error;
  } finally {
    raw.setTimeout(0);
  }
  throw new ApiFailure(noFile);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "FST_REQ_FILE_TOO_LARGE";
}

function importedOf(outcome: ImportOutcome): ImportedPlaylist {
  switch (outcome.kind) {
    case "imported":
      return outcome.imported;
    case "no-playlist":
      throw refused("This is not an M3U, PLS, XSPF or JSPF file");
    case "empty":
      throw refused("The file has no entries");
    case "too-many":
      throw refused(
        `The file has ${outcome.count} entries; a playlist can have ${MAX_PLAYLIST_TRACKS}`,
      );
    case "too-many-playlists":
      throw new ApiFailure({
        error: `A station can have ${MAX_PLAYLISTS} playlists: remove one first`,
        code: "conflict",
      });
    default:
      return outcome satisfies never;
  }
}

function refused(error: string): ApiFailure {
  return new ApiFailure({ error, code: "refused_file", field: FIELD });
}

/** RFC 6266, with the name in both the ASCII and the UTF-8 form. */
function attachment(name: string): string {
  const shown = (cleanText(name) ?? "playlist").replaceAll(/["\\/]/g, "_");
  const plain = shown.replaceAll(/[^\x20-\x7e]/g, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(shown)}`;
}
