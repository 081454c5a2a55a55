import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ownChildEnvironment } from "./child-environment.ts";

/** What can be taken from a process that decodes what strangers made, by the programs of util-linux. */
export interface Confinement {
  /** Program and parameters to be put in front of a command; none where nothing can be taken. */
  readonly wrapper: readonly string[];
  /** What holds, in words. */
  readonly holds: readonly string[];
}

/** Most that such a process may have. */
interface ConfinementLimits {
  readonly hasNetwork: boolean;
  /** Of memory of its own, what Node only sets aside included: that is 0.6 GiB. */
  readonly memoryBytes: number;
  /** Of each file it writes. */
  readonly fileBytes: number;
  readonly openFiles: number;
}

interface Layer {
  readonly holds: string;
  readonly command: readonly string[];
}

const TRY_LIMIT_MS = 2000;
/** Of what root may do, only to read and write files of any owner. */
const KEPT_RIGHTS = "-all,+dac_override,+dac_read_search";

const run = promisify(execFile);

/** Tries what this system allows. Takes some ms, and at most 2 s for each of four tries. */
export async function findConfinement(limits: ConfinementLimits): Promise<Confinement> {
  const layers = layersFor({ isRoot: process.getuid?.() === 0, limits });
  const works = await Promise.all(layers.map(async ({ command }) => isDone([...command, "true"])));
  const held = layers.filter((_layer, index) => works[index]);
  const wrapper = held.flatMap(({ command }) => command);
  // Each may work alone and not inside the others.
  return wrapper.length > 0 && (await isDone([...wrapper, process.execPath, "--version"]))
    ? { wrapper, holds: held.map(({ holds }) => holds) }
    : { wrapper: [], holds: [] };
}

/** From the outermost to the innermost. Each becomes the next, so that the process keeps its id. */
function layersFor({
  isRoot,
  limits,
}: {
  readonly isRoot: boolean;
  readonly limits: ConfinementLimits;
}): readonly Layer[] {
  const { hasNetwork, memoryBytes, fileBytes, openFiles } = limits;
  const withoutNetwork: Layer = {
    holds: "no network",
    command: ["unshare", ...(isRoot ? [] : ["--user", "--map-current-user"]), "--net"],
  };
  return [
    ...(hasNetwork ? [] : [withoutNetwork]),
    {
      holds: `${memoryBytes / 1024 ** 2} MiB of memory, ${openFiles} open files, ${fileBytes / 1024 ** 2} MiB a file`,
      command: [
        "prlimit",
        `--data=${memoryBytes}`,
        `--nofile=${openFiles}`,
        `--fsize=${fileBytes}`,
        "--core=0",
      ],
    },
    {
      holds: isRoot ? "no rights of root but to files, and no new ones" : "no new rights",
      command: isRoot
        ? ["setpriv", "--no-new-privs", "--inh-caps=-all", `--bounding-set=${KEPT_RIGHTS}`]
        : ["setpriv", "--no-new-privs"],
    },
  ];
}

async function isDone([program = "", ...parameters]: readonly string[]): Promise<boolean> {
  return await run(program, parameters, {
    env: ownChildEnvironment(),
    timeout: TRY_LIMIT_MS,
  }).then(
    () => true,
    () => false, // it is not there, or this user may not
  );
}
