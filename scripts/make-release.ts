import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { StartUpError } from "@neonrelay/process/part";
import * as z from "zod";
import {
  findReleaseObstacle,
  releaseChangelog,
  releasesSchema,
  setVersion,
} from "./release-rules.ts";

const releasesFile = "docs/releases.json";
const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string() })) });

/**
 * Releases the current commit: one commit with the version, tagged, and one after it that lists the first.
 * @returns the tag
 * @throws StartUpError when it can't be released; nothing has changed then
 */
export function makeRelease({
  folder,
  version,
  date,
}: {
  /** The project's folder. */
  readonly folder: string;
  readonly version: string;
  readonly date: string;
}): string {
  const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  const git = (...parameters: readonly string[]) =>
    execFileSync("git", parameters, { cwd: folder, encoding: "utf8" }).trim();
  const releases = releasesSchema.parse(JSON.parse(read(releasesFile)));
  const changelog = read("CHANGELOG.md");
  const obstacle = findReleaseObstacle({
    version,
    current: z.object({ version: z.string() }).parse(JSON.parse(read("package.json"))).version,
    changelog,
    isTreeClean: git("status", "--porcelain") === "",
    isFirst: releases.length === 0,
  });
  if (obstacle !== null) throw new StartUpError(obstacle);
  const manifests = globSync("packages/*/package.json", { cwd: folder });
  for (const file of ["package.json", "package-lock.json", ...manifests])
    write(file, setVersion(read(file), version));
  write("CHANGELOG.md", releaseChangelog(changelog, version, date));
  const tag = `v${version}`;
  git("commit", "--quiet", "--all", "--message", `release: ${version}`);
  git("tag", "--annotate", tag, "--message", `Neon Relay ${version}`);
  const { entries } = journalSchema.parse(
    JSON.parse(read("packages/server/migrations/meta/_journal.json")),
  );
  const line = {
    version,
    tag,
    commit: git("rev-parse", "HEAD"),
    date,
    migration: entries.at(-1)?.tag ?? "",
  };
  write(releasesFile, `${JSON.stringify([...releases, line], null, 2)}\n`);
  git("commit", "--quiet", "--all", "--message", `releases: ${version} with its commit`);
  return tag;
}
