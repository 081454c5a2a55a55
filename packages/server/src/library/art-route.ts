import { artApi } from "@neonrelay/contract";
import type { FastifyInstance } from "fastify";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Database } from "../database/database.ts";
import { ARTWORK_FOLDER } from "./artwork-folder.ts";
import { findTrack } from "./track-store.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";

const { getTrackArt } = artApi;
const artworkNamePattern = /^[\w-]{1,200}$/;
const HOUR_SECONDS = 3600;
const YEAR_SECONDS = 365 * 24 * HOUR_SECONDS;

/** Serves covers. With `v`, which identifies the exact image, browsers may cache it forever. */
export function addArtRoute(
  app: FastifyInstance,
  { database, dataDir }: { readonly database: Database; readonly dataDir: string },
): void {
  app.route({
    method: getTrackArt.method,
    url: getTrackArt.path,
    config: {
      access: getTrackArt.access,
      isForAnyone: getTrackArt.isForAnyone,
      isForOtherSites: getTrackArt.isForOtherSites,
    },
    schema: { params: getTrackArt.params, querystring: getTrackArt.query },
    handler: async (request, reply) => {
      const { id } = getTrackArt.params.parse(request.params);
      const { size, v } = getTrackArt.query.parse(request.query);
      const name = (await findTrack(database.connection, id))?.artworkName ?? null;
      const image = name === null ? null : await readCover({ dataDir, name, size });
      if (name === null || image === null)
        throw new ApiFailure({ error: "This track has no cover", code: "not_found" });
      const etag = `"${name}-${size}"`;
      reply.header("etag", etag);
      reply.header(
        "cache-control",
        v === name
          ? `public, max-age=${YEAR_SECONDS}, immutable`
          : `public, max-age=${HOUR_SECONDS}`,
      );
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      return reply.type("image/webp").send(image);
    },
  });
}

async function readCover({
  dataDir,
  name,
  size,
}: {
  readonly dataDir: string;
  readonly name: string;
  readonly size: string;
}): Promise<Buffer | null> {
  if (!artworkNamePattern.test(name)) return null;
  try {
    return await readFile(path.join(dataDir, ARTWORK_FOLDER, `${name}-${size}.webp`));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
