import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const LIMIT_MS = 20_000;
/** An unprivileged uid: has no rights, like the service's user before it is created. */
const UNKNOWN_USER = 65_534;

/**
 * Finds the first file or folder at or below `place` that the service's user can't read, by searching as that user.
 * Only root can switch users.
 * @returns null if everything is readable, or the search takes too long
 */
export async function findUnreadable(place: string, user: string): Promise<string | null> {
  const isClosed = ["-type", "d", "(", "!", "-readable", "-o", "!", "-executable", ")"];
  const isClosedFile = ["-type", "f", "!", "-readable"];
  return await findAsService({ place, user }, ["(", ...isClosed, "-o", ...isClosedFile, ")"]);
}

/** Whether the service's user can enter a folder; tested as in `findUnreadable`. */
export async function canEnter(folder: string, user: string): Promise<boolean> {
  return (
    (await findAsService({ place: folder, user }, ["-maxdepth", "0", "!", "-executable"])) === null
  );
}

/** @returns the first match of `find` as the service's user; the place itself if that user can't reach it */
async function findAsService(
  { place, user }: { readonly place: string; readonly user: string },
  tests: readonly string[],
): Promise<string | null> {
  const words = ["-L", place, ...tests, "-print", "-quit"];
  const [uid, gid] = await Promise.all([idOf("-u", user), idOf("-g", user)]);
  const options = {
    uid,
    gid,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
    timeout: LIMIT_MS,
  };
  try {
    const { stdout } = await run("find", words, options);
    return stdout.trim() === "" ? null : stdout.trim();
  } catch (error) {
    // A parent folder is closed.
    const isRefused = error instanceof Error && error.message.includes("Permission denied");
    return isRefused ? place : null;
  }
}

async function idOf(flag: "-u" | "-g", user: string): Promise<number> {
  return await run("id", [flag, user]).then(
    ({ stdout }) => Number(stdout),
    () => UNKNOWN_USER,
  );
}
