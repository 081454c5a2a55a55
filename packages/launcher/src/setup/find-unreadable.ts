import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const LIMIT_MS = 20_000;
/** Without any rights of its own, as the service's user before it is made. */
const UNKNOWN_USER = 65_534;

/**
 * The first place below a folder, or the file itself, that the service's user can't read, tried as that user. Only root
 * can become another user.
 * @returns null when all can be read, or that takes too long to find out
 */
export async function findUnreadable(place: string, user: string): Promise<string | null> {
  const isClosed = ["-type", "d", "(", "!", "-readable", "-o", "!", "-executable", ")"];
  const isClosedFile = ["-type", "f", "!", "-readable"];
  return await findAsService({ place, user }, ["(", ...isClosed, "-o", ...isClosedFile, ")"]);
}

/** Whether the service's user gets to what is in a folder, tried as `findUnreadable` tries it. */
export async function canEnter(folder: string, user: string): Promise<boolean> {
  return (
    (await findAsService({ place: folder, user }, ["-maxdepth", "0", "!", "-executable"])) === null
  );
}

/** @returns the first that `find` finds as the service's user, the place itself where that user can't get to it */
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
    // A folder above it is closed.
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
