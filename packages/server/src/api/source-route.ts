import type { FastifyInstance } from "fastify";
import { fileURLToPath } from "node:url";
import type { ServerConfig } from "../config/config.ts";
import { packSource } from "./source-archive.ts";

const programFolder = fileURLToPath(new URL("../../../..", import.meta.url));

/** Offers visitors the source of what runs, changes included (AGPL, section 13), or sends them to where it is. */
export function addSource(
  app: FastifyInstance,
  { sourceUrl, dataDir, musicDirs }: Pick<ServerConfig, "sourceUrl" | "dataDir" | "musicDirs">,
): void {
  // Packed once: the program does not change while it runs.
  let archive: Promise<Buffer> | undefined;
  app.get("/source.tar.gz", async (_request, reply) => {
    if (sourceUrl !== null) return reply.redirect(sourceUrl);
    archive ??= packSource(programFolder, [dataDir, ...musicDirs]);
    return reply
      .header("cache-control", "no-cache")
      .type("application/gzip")
      .send(await archive);
  });
}
