import { compareVersions } from "@neonrelay/process/program-version";
import * as z from "zod";

/** The contents of docs/releases.json, oldest first. */
export const releasesSchema = z.array(
  z.strictObject({
    version: z.string(),
    tag: z.string(),
    /** The released commit. */
    commit: z.string().regex(/^[\da-f]{40}$/),
    date: z.iso.date(),
    /** Its last database migration, as `0033_name`. */
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
  /** Nothing has been released yet, so the version in package.json may be the first release. */
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

/** The changelog with the Unreleased entries moved under the version. */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  return changelog.replace(HEADING, `${HEADING}\n## ${version} (${date})\n`);
}

function unreleasedIn(changelog: string): string {
  const start = changelog.indexOf(HEADING);
  return start === -1 ? "" : (changelog.slice(start + HEADING.length).split(/^## /m)[0] ?? "");
}

/** A package.json or package-lock.json with the version set for itself and our packages. */
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

/** Whether a lockfile entry is one of our packages. */
function isOurs(place: string): boolean {
  return place === "" || place.startsWith("packages/");
}

function toText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
