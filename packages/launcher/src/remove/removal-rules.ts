import path from "node:path";
import { shellWord } from "../setup/setup-files-rules.ts";
import { CADDYFILE, serviceNamesOf } from "../setup/station-name-rules.ts";

/**
 * What the station creates in its data folder, in order of removal: the running program may be in `releases`, and the
 * last two mark the folder as a station.
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
/** What the owner may want to keep. */
const keptNames = ["backups", "music", "trash"];

/** What happens to each entry of a data folder. */
interface Removal {
  /** In order of removal. */
  readonly goes: readonly string[];
  readonly stays: readonly string[];
}

/**
 * @param names entries of the data folder
 * @param isAll also removes music, trash and backups
 */
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
 * Commands for root to run before the data is removed. Each can be repeated after a later one has failed: what
 * identifies the service, or Caddy's file, is removed after what depends on it.
 * @param name of the service; null: the unnamed station
 * @param isUserKept files that stay belong to the user
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
    // The main Caddyfile, used by the unnamed station, may hold more than that station.
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

/** Lists what lies outside the data folder and is not removed, in words. */
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
