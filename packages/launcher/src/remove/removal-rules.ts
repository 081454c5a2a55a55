import path from "node:path";
import { shellWord } from "../setup/setup-files-rules.ts";
import { CADDYFILE, serviceNamesOf } from "../setup/station-name-rules.ts";

/**
 * What the station makes for itself in its data folder, in the order in which it goes: the program that does it may be
 * in `releases`, and the last two say that there is a station.
 */
const ownNames = [
  ".database-copies",
  ".doctor-probe",
  ".storage-probe",
  ".unfinished-backups",
  "artwork",
  "database",
  "first-run.txt",
  "incoming",
  "music-mounts.json",
  "music-sources",
  "on-air",
  "run",
  "tag-originals",
  "uploads",
  "waveforms",
  "releases",
  "setup",
  "station.env",
  "station-data.json",
];
const ownPattern =
  /^(?:database|node-.*|station)\.lock$|^(?:station\.env|station-data\.json|music-mounts\.json)\.(?:bak|new)$/;
/** What its owner may want to keep. */
const keptNames = ["backups", "music", "trash"];

/** What becomes of everything in a data folder. */
interface Removal {
  /** In the order in which it goes. */
  readonly goes: readonly string[];
  readonly stays: readonly string[];
}

/** @param names what is in the data folder @param isAll music, trash and backups go, too */
export function sortDataFolder(
  names: readonly string[],
  { isAll }: { readonly isAll: boolean },
): Removal {
  const order = [...(isAll ? keptNames : []), ...ownNames];
  const isOwn = (name: string): boolean => order.includes(name) || ownPattern.test(name);
  const goes = names.filter(isOwn);
  return {
    goes: goes.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
    stays: names.filter((name) => !isOwn(name)),
  };
}

/**
 * What root does on this machine before the data goes, one command each. Each can be given again after a later one has
 * failed: what says that there is a service, or a file for Caddy, goes behind what depends on it.
 * @param name of the service; null: the one without a name
 * @param isUserKept files that stay are the user's
 * @param hasCaddyfile Caddy reads a file of this station
 */
export function removalCommands({
  name,
  isUserKept,
  hasCaddyfile,
}: {
  readonly name: string | null;
  readonly isUserKept: boolean;
  readonly hasCaddyfile: boolean;
}): readonly string[] {
  const { unit, service, user, caddyfile } = serviceNamesOf(name);
  const file = `/etc/systemd/system/${unit}`;
  return [
    `systemctl disable --now ${service}`,
    // Caddy's own file may hold more than the station that has no name.
    ...(hasCaddyfile && name !== null
      ? [
          `sed -i '\\|^import ${caddyfile}$|d' ${CADDYFILE}`,
          "systemctl reload-or-restart caddy",
          `rm -f ${caddyfile}`,
        ]
      : []),
    ...(isUserKept ? [] : [`if id ${user} >/dev/null 2>&1; then userdel ${user}; fi`]),
    `rm -rf ${file} ${file}.d /var/cache/${user}`,
    "systemctl daemon-reload",
  ];
}

/** What is not in the data folder, and is not removed, in words. */
export function wordElsewhere({
  dataDir,
  musicDirs,
  databaseUrl,
  projectRoot,
}: {
  readonly dataDir: string;
  readonly musicDirs: readonly string[];
  readonly databaseUrl: string | null;
  readonly projectRoot: string;
}): readonly string[] {
  const outside = musicDirs.filter((folder) => path.relative(dataDir, folder).startsWith(".."));
  return [
    ...outside.map((folder) => `${folder}: your music, and deleted tracks in its .neonrelay-trash`),
    "music and backups in any other folder",
    ...(databaseUrl === null ? [] : [wordDatabase(databaseUrl)]),
    `${projectRoot}: the program`,
  ];
}

function wordDatabase(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  const database = decodeURIComponent(pathname.slice(1));
  return `the database ${database} at ${host}: remove it there with dropdb ${shellWord(database)}`;
}
