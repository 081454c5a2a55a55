import { X509Certificate } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { access, readFile, stat, statfs } from "node:fs/promises";
import { isIP } from "node:net";
import os from "node:os";
import path from "node:path";
import { certificateFacts, certificateProblem } from "@neonrelay/process/certificate-rules";
import { lookUpAddresses } from "@neonrelay/process/look-up-addresses";
import { bad, warning, well, type Finding } from "@neonrelay/server/finding";
import { lookAtPorts } from "@neonrelay/server/look-at-ports";
import { judgeDiskRoom } from "@neonrelay/server/machine-rules";
import { judgeCertificates, judgePorts } from "@neonrelay/server/network-rules";
import { MAX_FILES, walkMusic } from "@neonrelay/server/walk-music";
import { ConfigError, readConfig } from "../config.ts";
import { isMachineName, judgeDomain } from "./domain-rules.ts";

const WALK_LIMIT_MS = 20_000;
const noIrc = { connection: { kind: "off" as const }, channel: null, channelKey: null, nick: null };

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

/** @param isService a service gets the right to ports below 1024 */
export async function checkPort(
  {
    name,
    host,
    port,
  }: { readonly name: "web" | "stream"; readonly host: string; readonly port: string },
  { isService }: Reader,
): Promise<Finding> {
  const problem = configProblem({ [name === "web" ? "PORT" : "STREAM_PORT"]: port });
  if (problem !== null) return problem;
  const isWeb = name === "web";
  const ports = await lookAtPorts({
    host,
    streamHost: host,
    port: isWeb ? Number(port) : 0,
    streamPort: isWeb ? 0 : Number(port),
    irc: noIrc,
  });
  const looked = ports.filter(({ variable }) => (variable === "PORT") === isWeb);
  const isForService = looked.some(({ look }) => look.kind === "refused" && look.code === "EACCES");
  if (isService && isForService) return well(`port ${port} is for the service`);
  return judgePorts(looked, { isStationRunning: false });
}

/** What the station's own configuration says of it; null: nothing. */
export function configProblem(environment: Readonly<Record<string, string>>): Finding | null {
  try {
    readConfig({ environment, workingFolder: "/" });
    return null;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return bad(error.problems.join(", "), "Give another value.");
  }
}

export async function checkFile(file: string, to: Reader): Promise<Finding> {
  const isRead = await readFile(file).then(
    () => true,
    () => false,
  );
  if (!isRead) return bad(`${file} can't be read`, "Name a file that this user can read.");
  return (await findClosed(file, to)) ?? well(file);
}

/** Who is to read it later: the service has a user of its own, who is not the one who runs setup. */
interface Reader {
  readonly isService: boolean;
}

const READ_BY_ALL = 0o004;
const ENTERED_BY_ALL = 0o001;

/** Warns of a place that not all users can read; null: they can. */
async function findClosed(place: string, { isService }: Reader): Promise<Finding | null> {
  if (!isService) return null;
  for (let at = place; ; at = path.dirname(at)) {
    const { mode } = await stat(at);
    const needed = at === place ? READ_BY_ALL : ENTERED_BY_ALL;
    if ((mode & needed) === 0)
      return warning(
        `${place}: not all users can read ${at}`,
        `The service's user must be able to: setfacl -m u:neonrelay:rX ${at}, after it was made.`,
      );
    if (at === path.dirname(at)) return null;
  }
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

export async function checkMusic(folder: string, to: Reader): Promise<Finding> {
  const found = await stat(folder).catch(() => null); // absent or closed: the same to the person asked
  if (found === null || !found.isDirectory())
    return bad(
      `${folder} is not a folder that this user can read`,
      "Name the folder with your music.",
    );
  try {
    const { files, unreadable } = await walkMusic([folder], {
      signal: AbortSignal.timeout(WALK_LIMIT_MS),
      maxFiles: MAX_FILES,
    });
    const noun = files.length === 1 ? "file" : "files";
    const count = `${files.length.toLocaleString("en-US")} audio ${noun} in ${folder}`;
    if (unreadable.length > 0)
      return warning(
        `${count}, but ${unreadable.length} folders can't be read, such as ${unreadable[0]?.folder}`,
        "Let the user of the station read them: chmod -R a+rX.",
      );
    const closed = await findClosed(folder, to);
    if (closed !== null) return closed;
    return files.length === 0
      ? warning(count, "Is this the right folder? Without music the station makes demo tracks.")
      : well(count);
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError")
      return well(`${folder} is large: not counted`);
    throw error;
  }
}

export async function checkDataFolder(folder: string): Promise<Finding> {
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
  const { bavail, bsize } = await statfs(at);
  const room = judgeDiskRoom(bavail * bsize);
  return { ...room, found: `${folder}: ${room.found}` };
}
