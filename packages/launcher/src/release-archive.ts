import path from "node:path";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { mkdir, rename, rm, statfs } from "node:fs/promises";
import { StartUpError } from "@neonrelay/process/part";
import { extract, list } from "tar";

/** Space for the dependencies of an installation from source. */
const DEPENDENCIES_BYTES = 1024 ** 3;
const INSTALL_LIMIT_MS = 1_200_000;

/**
 * Checks an archive against the checksum beside it.
 * @throws StartUpError if it is missing or doesn't match
 */
export async function checkArchive(archive: string): Promise<void> {
  if (!existsSync(archive)) throw new StartUpError(`There is no file ${archive}.`);
  const name = path.basename(archive);
  const sums = [path.join(path.dirname(archive), "SHA256SUMS"), `${archive}.sha256`]
    .filter((file) => existsSync(file))
    .map((file) => checksumIn(readFileSync(file, "utf8"), name))
    .filter((sum) => sum !== null);
  if (sums.length === 0)
    throw new StartUpError(
      `There is no checksum for ${name}: download SHA256SUMS of the release into the same folder.`,
    );
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(archive)) hash.update(chunk);
  if (sums[0] !== hash.digest("hex"))
    throw new StartUpError(`${name} is damaged: its checksum does not match. Download it again.`);
}

/**
 * Unpacks a version and installs its dependencies.
 * @param place folder to create or replace
 * @param spareBytes space to keep free for the rest of the upgrade
 * @throws StartUpError in words; nothing is left at `place`
 */
export async function unpackRelease({
  archive,
  place,
  spareBytes,
  print,
}: {
  readonly archive: string;
  readonly place: string;
  readonly spareBytes: number;
  readonly print: (line: string) => void;
}): Promise<void> {
  const { entries, sizeBytes } = await listArchive(archive);
  const obstacle = findArchiveObstacle(entries);
  if (obstacle !== null)
    throw new StartUpError(`${path.basename(archive)} can't be unpacked: ${obstacle}.`);
  const isWhole = entries.some(({ name }) => /^[^/]+\/node_modules\/.bin\/node$/.test(name));
  const folder = path.dirname(place);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireRoom(folder, sizeBytes + spareBytes + (isWhole ? 0 : DEPENDENCIES_BYTES));
  const arriving = `${place}.new`;
  for (const old of [arriving, place]) await rm(old, { recursive: true, force: true });
  try {
    await mkdir(arriving);
    await extract({ file: archive, cwd: arriving, strip: 1, preserveOwner: false });
    if (!isWhole) await install(arriving, print);
    await rename(arriving, place);
  } catch (error) {
    await rm(arriving, { recursive: true, force: true });
    throw error;
  }
}

async function listArchive(archive: string) {
  const entries: ArchiveEntry[] = [];
  let sizeBytes = 0;
  try {
    await list({
      file: archive,
      strict: true,
      onReadEntry: ({ path: name, type, linkpath = "", size }) => {
        entries.push({ name, type, target: linkpath });
        sizeBytes += size;
      },
    });
  } catch (cause) {
    throw new StartUpError(`${path.basename(archive)} can't be read: is it a .tar.gz?`, { cause });
  }
  return { entries, sizeBytes };
}

/** @throws StartUpError if less than `neededBytes` are free */
async function requireRoom(folder: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < neededBytes)
    throw new StartUpError(
      `There is not enough room in ${folder}: the upgrade needs ${Math.ceil(neededBytes / 1024 ** 2)} MiB.`,
    );
}

/** Like `npm run build` in a checkout. */
async function install(root: string, print: (line: string) => void): Promise<void> {
  const bootstrap = path.join(root, "scripts/bootstrap.mjs");
  if (!existsSync(bootstrap))
    throw new StartUpError(
      "The archive has neither its dependencies nor sources to install them for: take the one for this machine, or the source archive.",
    );
  print("Installing dependencies and building the web app …");
  const child = spawn(process.execPath, [bootstrap, "build"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    timeout: INSTALL_LIMIT_MS,
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new StartUpError("It could not be installed: see the messages above.");
}

/** An entry of an archive. */
interface ArchiveEntry {
  readonly name: string;
  /** Entry type, as npm's `tar` names it. */
  readonly type: string;
  /** Link target; empty for other entries. */
  readonly target: string;
}

const plainTypes = ["File", "OldFile", "Directory", "SymbolicLink", "Link"];

/**
 * Returns why the archive must not be unpacked, in words; null if every entry stays inside its single top-level folder.
 * The archive is unpacked without that folder's name, so a link to `../NAME/x` would point outside it.
 */
export function findArchiveObstacle(entries: readonly ArchiveEntry[]): string | null {
  const [first] = entries;
  if (first === undefined) return "it is empty";
  const top = first.name.split("/")[0] ?? "";
  for (const { name, type, target } of entries) {
    if (!plainTypes.includes(type)) return `it has an entry that is not a file: ${name}`;
    if (!isInside(name, top)) return `it has a file outside its folder: ${name}`;
    if (type === "Link" && !isInside(target, top))
      return `it has a link that leads outside: ${name}`;
    if (type === "SymbolicLink" && !staysInside(name, target))
      return `it has a link that leads outside: ${name}`;
  }
  return null;
}

function isInside(name: string, top: string): boolean {
  const parts = name.split("/");
  return top !== "" && top !== "." && parts[0] === top && !parts.includes("..");
}

/**
 * Whether a symbolic link stays within the folder. Only leading `..` count: after the name of another link, `..` would
 * start from somewhere else.
 */
function staysInside(name: string, target: string): boolean {
  const parts = target.split("/").filter((part) => part !== "." && part !== "");
  const down = parts.findIndex((part) => part !== "..");
  const ups = down === -1 ? parts.length : down;
  const depth = name.split("/").filter((part) => part !== "." && part !== "").length - 2;
  return !target.startsWith("/") && !parts.slice(ups).includes("..") && ups <= depth;
}

/** Finds a file's checksum in `sha256sum` output; null if it isn't listed. */
export function checksumIn(sums: string, name: string): string | null {
  for (const line of sums.split("\n")) {
    const [, sum, file] = /^([\da-f]{64}) [ *](.+)$/.exec(line.trim()) ?? [];
    if (sum !== undefined && file !== undefined && path.posix.basename(file) === name) return sum;
  }
  return null;
}
