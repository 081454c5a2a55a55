import { X509Certificate } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { access, readFile, stat, statfs } from "node:fs/promises";
import { isIP } from "node:net";
import os from "node:os";
import path from "node:path";
import { certificateFacts, certificateProblem } from "@neonrelay/process/certificate-rules";
import { lookUpAddresses } from "@neonrelay/process/stream-address";
import { bad, warning, well, type Finding } from "@neonrelay/server/finding";
import { checkPorts } from "@neonrelay/server/port-checks";
import { judgeDiskRoom } from "@neonrelay/server/machine-rules";
import { judgeCertificates, judgePorts } from "@neonrelay/server/network-rules";
import { readDataFile } from "@neonrelay/server/data-file";
import { findConnectionTrouble } from "@neonrelay/server/try-connection";
import { MAX_FILES, walkMusic } from "@neonrelay/server/walk-music";
import { ConfigError, readConfig } from "../config.ts";
import { isMachineName, judgeDomain } from "./domain-rules.ts";
import { canEnter, findUnreadable } from "./find-unreadable.ts";
import type { InstalledStation } from "./installed-stations.ts";
import { shellWord } from "./setup-files-rules.ts";
import { serviceNamesOf } from "./station-name-rules.ts";

const WALK_LIMIT_MS = 20_000;
const noIrc = { channel: null, channelKey: null, nick: null };

export async function checkDomain(domain: string): Promise<Finding> {
  if (!isMachineName(domain))
    return bad(`${domain} is not the name of a machine`, "Write a name such as radio.example.");
  const own = Object.values(os.networkInterfaces()).flatMap((found) => found ?? []);
  return judgeDomain({
    domain,
    addresses: await lookUpAddresses(domain).catch(() => []), // judged as unknown
    own: own.map(({ address }) => address),
  });
}

/**
 * Whether a station may be set up in a folder without taking over another's data or service.
 * @param installed stations that systemd starts here
 */
export function checkPlace(
  folder: string,
  {
    name,
    installed,
  }: { readonly name: string | null; readonly installed: readonly InstalledStation[] },
): Finding | null {
  const inIt = installed.find((station) => station.dataDir === folder);
  if (inIt !== undefined && inIt.name !== name)
    return bad(
      `${folder} is the folder of the station ${inIt.name ?? "without a name"}`,
      inIt.name === null
        ? "Leave --name out to change it."
        : `Add --name ${inIt.name} to change it.`,
    );
  const called = installed.find((station) => station.name === name);
  if (called === undefined || called.dataDir === folder || readDataFile(called.dataDir) === null)
    return null;
  return bad(
    `${serviceNamesOf(name).unit} starts the station in ${called.dataDir}`,
    "Give this one a name of its own, with --name: docs/several-stations.md.",
  );
}

/** One of the station's ports, by its variable. */
type PortVariable = "PORT" | "STREAM_PORT" | "IRC_LISTEN_PORT";

/**
 * @param isService a service is granted ports below 1024
 * @param isOwn this station is listening on it now
 */
export async function checkPort(
  {
    variable,
    host,
    port,
  }: { readonly variable: PortVariable; readonly host: string; readonly port: string },
  { isService, isOwn }: Reader & { readonly isOwn: boolean },
): Promise<Finding> {
  const problem = configProblem({ [variable]: port });
  if (problem !== null) return problem;
  if (isOwn) return well(`${port}, as this station has it now`);
  const portOf = (name: PortVariable): number => (name === variable ? Number(port) : 0);
  const clients = { perNetwork: 1, fromLoopback: 1 };
  const ports = await checkPorts({
    host,
    streamHost: host,
    port: portOf("PORT"),
    streamPort: portOf("STREAM_PORT"),
    irc: {
      ...noIrc,
      connection: { kind: "embedded", host, port: portOf("IRC_LISTEN_PORT"), tls: null, clients },
    },
  });
  const looked = ports.filter((state) => state.variable === variable);
  const isForService = looked.some(({ look }) => look.kind === "refused" && look.code === "EACCES");
  if (isService && isForService) return well(`port ${port} is for the service`);
  return judgePorts(looked, { isStationRunning: false });
}

/** Connects to a database server. */
export async function checkDatabase(databaseUrl: string): Promise<Finding> {
  const problem = configProblem({ DATABASE_URL: databaseUrl });
  if (problem !== null) return problem;
  const { host, pathname } = new URL(databaseUrl);
  const database = `the database ${decodeURIComponent(pathname.slice(1))} at ${host}`;
  const trouble = await findConnectionTrouble(databaseUrl);
  if (trouble === null) return well(`${database} answers`);
  return bad(
    `${database} can't be used (${trouble})`,
    "Check its address, user, password and name, and that PostgreSQL is running.",
  );
}

/** The problem that the station's configuration has with these variables; null: none. */
export function configProblem(environment: Readonly<Record<string, string>>): Finding | null {
  try {
    readConfig({ environment, workingFolder: "/" });
    return null;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return bad(error.problems.join(", "), "Give another value.");
  }
}

/** @param name relative to the user's current folder */
export async function checkFile(name: string, to: Reader): Promise<Finding> {
  if (name === "") return bad("no file is named", "Name a file that this user can read.");
  const file = path.resolve(name);
  const isRead = await readFile(file).then(
    () => true,
    () => false,
  );
  if (!isRead) return bad(`${file} can't be read`, "Name a file that this user can read.");
  return (await findClosed(file, to)) ?? well(file);
}

/** Who will read it: the service runs as its own user, not as the one running setup. */
interface Reader {
  readonly isService: boolean;
  /** The service's user. */
  readonly user: string;
}

/** Warns if the service's user can't read a place; null if it can, or if we aren't root and can't tell. */
async function findClosed(place: string, { isService, user }: Reader): Promise<Finding | null> {
  if (!isService || process.getuid?.() !== 0) return null;
  const closed = await findUnreadable(place, user);
  return closed === null
    ? null
    : warning(
        `the service's user can't read ${closed}`,
        `Give that user access, once it exists: setfacl -R -m u:${user}:rX ${shellWord(place)}, and u:${user}:x for each folder above it.`,
      );
}

export async function checkCertificate({
  certificate,
  key,
  domain,
}: {
  readonly certificate: string;
  readonly key: string;
  readonly domain: string | null;
}): Promise<Finding> {
  const cert = await readFile(certificate, "utf8");
  const pair = { cert, key: await readFile(key, "utf8") };
  const problem = certificateProblem(pair, new Date());
  if (problem !== null) return bad(problem, "Name two files that go together.");
  const { names, validUntil } = certificateFacts(cert);
  if (domain !== null && !isFor(cert, domain))
    return bad(
      `the certificate is for ${names.join(" and ")}, not for ${domain}`,
      "Have one issued for this name, or give the name that it is for.",
    );
  const look = { validToMs: validUntil.getTime(), distrust: null };
  return judgeCertificates([{ of: names.join(" and "), look }], { nowMs: Date.now() });
}

function isFor(cert: string, domain: string): boolean {
  const leaf = new X509Certificate(cert);
  const match = isIP(domain) === 0 ? leaf.checkHost(domain) : leaf.checkIP(domain);
  return match !== undefined;
}

/** @param folders absolute */
export async function checkMusic(folders: readonly string[], to: Reader): Promise<Finding> {
  for (const folder of folders) {
    const found = await stat(folder).catch(() => null); // missing and unreadable look the same to the caller
    if (found === null || !found.isDirectory())
      return bad(
        `${folder} is not a folder that this user can read`,
        "Name the folder with your music.",
      );
    const closed = await findClosed(folder, to);
    if (closed !== null) return closed;
  }
  return await countMusic(folders);
}

async function countMusic(folders: readonly string[]): Promise<Finding> {
  const names = folders.join(" and ");
  try {
    const { files, unreadable } = await walkMusic(folders, {
      signal: AbortSignal.timeout(WALK_LIMIT_MS),
      maxFiles: MAX_FILES,
    });
    const noun = files.length === 1 ? "file" : "files";
    const count = `${files.length.toLocaleString("en-US")} audio ${noun} in ${names}`;
    if (unreadable.length > 0)
      return warning(
        `${count}, but ${unreadable.length} folders can't be read, such as ${unreadable[0]?.folder}`,
        "Let the user of the station read them: chmod -R a+rX.",
      );
    return files.length === 0
      ? warning(count, "Is this the right folder? Without music the station makes demo tracks.")
      : well(count);
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError")
      return well(`${names}: too large to count here`);
    throw error;
  }
}

/** Program files that the service's user must be able to read. */
const programPlaces = ["package.json", "scripts", "packages", "node_modules"];

/** Whether the service's user can run the station from its installation folder. */
export async function checkInstallation(projectRoot: string, { user }: Reader): Promise<Finding> {
  if (process.getuid?.() !== 0) return well("systemd"); // only root can tell
  for (const name of programPlaces) {
    const closed = await findUnreadable(path.join(projectRoot, name), user);
    if (closed !== null)
      return warning(
        `the service's user can't read ${closed}`,
        `Install the station in a folder that every user can read, such as /opt/neonrelay, or open this one: chmod -R o+rX ${shellWord(projectRoot)}, and chmod o+x each folder above it.`,
      );
  }
  return well("systemd");
}

/** Folders that each service has privately under PrivateTmp=yes. */
const privateFolder = /^\/(?:var\/)?tmp(?:\/|$)/;

export async function checkDataFolder(
  folder: string,
  { isService, user }: Reader,
): Promise<Finding> {
  if (isService && privateFolder.test(folder))
    return bad(
      `${folder} is in a folder for temporary files, of which the service has its own`,
      "Name another folder, such as /var/lib/neonrelay.",
    );
  let at = folder;
  while (!existsSync(at)) at = path.dirname(at);
  const isWritable = await access(at, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable || !(await stat(at)).isDirectory())
    return bad(
      `${at} is not a folder that this user can write to`,
      "Name another folder, or run setup as root.",
    );
  // What exists there, or will be created there, becomes the service's; the folders above do not.
  const way = at === folder ? path.dirname(folder) : at;
  if (isService && process.getuid?.() === 0 && !(await canEnter(way, user)))
    return warning(
      `the service's user can't enter ${way}`,
      "Name another folder, such as /var/lib/neonrelay, or chmod o+x this one and each folder above it.",
    );
  const { bavail, bsize } = await statfs(at);
  const room = judgeDiskRoom(bavail * bsize);
  return { ...room, found: `${folder}: ${room.found}` };
}
