import type { FastifyInstance } from "fastify";
import { fileURLToPath } from "node:url";
import type { ServerConfig } from "../config/config.ts";
import { packSource } from "./source-archive.ts";

/** Where the program is installed. */
export const programFolder = fileURLToPath(new URL("../../../..", import.meta.url));

/** Offers visitors the source of the running program, local changes included (AGPL, section 13), or redirects to it. */
export function addSource(
  app: FastifyInstance,
  {
    sourceUrl,
    dataDir,
    musicDirs,
    folder = programFolder,
  }: Pick<ServerConfig, "sourceUrl" | "dataDir" | "musicDirs"> & {
    /** Of the program; by default the one it runs from. */
    readonly folder?: string;
  },
): void {
  // Packed once: the program does not change while it runs.
  let archive: Promise<Buffer> | undefined;
  app.get("/source.tar.gz", async (_request, reply) => {
    if (sourceUrl !== null) return reply.redirect(sourceUrl);
    archive ??= packSource(folder, [dataDir, ...musicDirs]);
    return reply
      .header("cache-control", "no-cache")
      .type("application/gzip")
      .send(await archive);
  });
}
