import path from "node:path";
import type { FastifyInstance } from "fastify";
import { fileURLToPath } from "node:url";
import type { ServerConfig } from "../config/config.ts";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { create } from "tar";

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

/** Shipped with installed packages and images, which lack the sources. */
const READY_MADE = "source.tar.gz";
const sources = new Set(
  [
    "bench deploy docs docs-site docs-site/.vitepress fuzz packages scripts LICENSE package.json package-lock.json tsconfig.json",
    "knip.json vitest.config.ts .ci .dockerignore .gitattributes .gitignore .oxfmtrc.json .oxlintrc.json",
  ].flatMap((names) => names.split(" ")),
);
/** Generated from the sources, or not part of them. */
const leftOut = new Set(["node_modules", "dist", "results", "screenshots", "data"]);
/** Files an owner may have put there: settings with passwords, keys, certificates, logs and backups. */
const SECRET = /^\.|(?<!^example)\.env$|\.(?:pem|key|p12|log|tar|gz)$/;

/**
 * The program's sources in a folder, including local changes, as a compressed tar archive.
 * @param privateFolders never included, wherever they are
 */
export async function packSource(
  folder: string,
  privateFolders: readonly string[],
): Promise<Buffer> {
  const readyMade = path.join(folder, READY_MADE);
  if (existsSync(readyMade)) return await readFile(readyMade);
  const names = readdirSync(folder).filter(
    (name) => sources.has(name) || /^[A-Z]+\.md$/.test(name),
  );
  const isShared = (name: string): boolean =>
    (sources.has(name) || !SECRET.test(path.basename(name))) &&
    !name.split("/").some((part) => leftOut.has(part)) &&
    !privateFolders.includes(path.join(folder, name));
  return await buffer(
    create(
      { cwd: folder, gzip: true, portable: true, prefix: "neonrelay", filter: isShared },
      names,
    ),
  );
}
