import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { projectRoot } from "../../../scripts/stage.ts";

const lockSchema = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      integrity: z.optional(z.string()),
      dev: z.optional(z.boolean()),
      link: z.optional(z.boolean()),
    }),
  ),
});
/** Of this checkout. */
export const ownLockfile = path.join(projectRoot, "package-lock.json");

/**
 * Fills a tree with the production packages of a lockfile, taken from this checkout. Hard-linked on the same disk,
 * which takes neither space nor time. Excludes Node itself.
 * @returns false, having done nothing, when this checkout has other packages
 */
export function borrowPackages(root: string, lockfile: string): boolean {
  const own = productionPackages(ownLockfile);
  const wanted = productionPackages(lockfile);
  const isHere = (place: string): boolean => own.get(place) === wanted.get(place);
  if (![...wanted.keys()].every(isHere)) return false;
  const places = [...wanted.keys()]
    // Nested packages come with their parent, and packages for other machines are in the lockfile only.
    .filter((place) => !place.includes("/node_modules/"))
    .filter((place) => existsSync(path.join(projectRoot, place)));
  const isOnOneDisk = statSync(projectRoot).dev === statSync(root).dev;
  for (const place of places) {
    mkdirSync(path.dirname(path.join(root, place)), { recursive: true });
    execFileSync("cp", [
      isOnOneDisk ? "-al" : "-a",
      path.join(projectRoot, place),
      path.join(root, place),
    ]);
  }
  return true;
}

/** Each with its checksum. */
function productionPackages(lockfile: string): ReadonlyMap<string, string | undefined> {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(lockfile, "utf8")));
  return new Map(
    Object.entries(packages)
      .filter(([, { dev, link }]) => dev !== true && link !== true)
      .filter(([place]) => /^node_modules\/(?!node-(?:linux|darwin|win))/.test(place))
      .map(([place, { integrity }]) => [place, integrity]),
  );
}
