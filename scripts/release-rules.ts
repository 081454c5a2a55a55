import { compareVersions } from "@neonrelay/process/version-order";
import * as z from "zod";

/** What docs/releases.json lists, the oldest first. */
export const releasesSchema = z.array(
  z.strictObject({
    version: z.string(),
    tag: z.string(),
    /** The tree that was released. */
    commit: z.string().regex(/^[\da-f]{40}$/),
    date: z.iso.date(),
    /** The last change of the database's schema in it, as `0033_name`. */
    migration: z.string(),
  }),
);

const HEADING = "## Unreleased\n";

/** Why a version can't be released, in words; null: it can. */
export function findReleaseObstacle({
  version,
  current,
  changelog,
  isTreeClean,
  isFirst,
}: {
  readonly version: string;
  /** In package.json. */
  readonly current: string;
  readonly changelog: string;
  readonly isTreeClean: boolean;
  /** Nothing was released yet, so the version in package.json may be the first release. */
  readonly isFirst: boolean;
}): string | null {
  const order = compareVersions(version, current);
  if (order === null) return `"${version}" is not a version like 1.2.3 or 1.2.3-beta.1.`;
  if (order < 0 || (order === 0 && !isFirst))
    return `${version} is not newer than ${current}, the version in package.json.`;
  if (!isTreeClean) return "There are uncommitted changes: commit them or put them away first.";
  if (!/^- /m.test(unreleasedIn(changelog)))
    return "CHANGELOG.md lists nothing under Unreleased: say there what changes for users.";
  return null;
}

/** The changelog with what is listed under Unreleased under the version instead. */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  return changelog.replace(HEADING, `${HEADING}\n## ${version} (${date})\n`);
}

function unreleasedIn(changelog: string): string {
  const start = changelog.indexOf(HEADING);
  return start === -1 ? "" : (changelog.slice(start + HEADING.length).split(/^## /m)[0] ?? "");
}

/** A package.json or package-lock.json with the version as its own and that of our packages. */
export function setVersion(text: string, version: string): string {
  const file: unknown = JSON.parse(text, (key, value: unknown) =>
    key.startsWith("@neonrelay/") && typeof value === "string" ? version : value,
  );
  const { packages, ...own } = fileSchema.parse(file);
  if (packages === undefined) return toText({ ...own, version });
  const places = Object.entries(packages).map(([place, entry]) => [
    place,
    isOurs(place) ? { ...entry, version } : entry,
  ]);
  return toText({ ...own, version, packages: Object.fromEntries(places) });
}

const fileSchema = z.looseObject({
  packages: z.record(z.string(), z.looseObject({})).optional(),
});

/** Of the places in a lockfile. */
function isOurs(place: string): boolean {
  return place === "" || place.startsWith("packages/");
}

function toText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
