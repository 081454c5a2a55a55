import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ownChildEnvironment } from "./child-process.ts";

/** Restrictions for a process that decodes untrusted data, applied by util-linux programs. */
export interface Confinement {
  /** Program and arguments to prefix to a command; empty where no restriction is available. */
  readonly wrapper: readonly string[];
  /** The restrictions in force, in words. */
  readonly holds: readonly string[];
}

/** Upper limits for such a process. */
interface ConfinementLimits {
  readonly hasNetwork: boolean;
  /** Its own memory, including the 0.6 GiB that Node only reserves. */
  readonly memoryBytes: number;
  /** Per file it writes. */
  readonly fileBytes: number;
  readonly openFiles: number;
}

interface Layer {
  readonly holds: string;
  readonly command: readonly string[];
}

const TRY_LIMIT_MS = 2000;
/** Root's capabilities, reduced to reading and writing files of any owner. */
const KEPT_RIGHTS = "-all,+dac_override,+dac_read_search";

const run = promisify(execFile);

/** Probes what this system allows. Takes a few ms; at most 2 s for each of four probes. */
export async function findConfinement(limits: ConfinementLimits): Promise<Confinement> {
  const layers = layersFor({ isRoot: process.getuid?.() === 0, limits });
  const works = await Promise.all(layers.map(async ({ command }) => isDone([...command, "true"])));
  const held = layers.filter((_layer, index) => works[index]);
  const wrapper = held.flatMap(({ command }) => command);
  // Each layer may work alone but not inside the others.
  return wrapper.length > 0 && (await isDone([...wrapper, process.execPath, "--version"]))
    ? { wrapper, holds: held.map(({ holds }) => holds) }
    : { wrapper: [], holds: [] };
}

/** Outermost first. Each one execs the next, so the process keeps its id. */
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
    () => false, // missing, or not allowed for this user
  );
}
