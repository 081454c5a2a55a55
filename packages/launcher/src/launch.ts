import path from "node:path";
import { ConfigError, knownVariables, readConfig, type StationConfig } from "./config.ts";
import { checkFolderAnswers, readStationEnvironment } from "./data-folder.ts";
import { sayUnknownVariables } from "./unknown-variable-rules.ts";

/** What this process was started with: its configuration, and a pipe that ends if the stage before it dies. */
export interface Launch {
  readonly config: StationConfig;
  /** One sentence for each variable that has no effect. */
  readonly warnings: readonly string[];
  readonly lifelineFd: number | null;
  /** The caller's current folder: npm runs scripts in the project's and passes the caller's as INIT_CWD. */
  readonly callerFolder: string;
}

/**
 * Reads the environment, then DATA_DIR/station.env for what it leaves unset.
 * @throws ConfigError naming every problem
 * @throws StartUpError if DATA_DIR doesn't respond or its station.env can't be read
 */
export function readLaunch({
  environment,
  workingFolder,
}: {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
}): Launch {
  const dataDir = path.resolve(workingFolder, environment["DATA_DIR"] || "./data");
  checkFolderAnswers(dataDir);
  const inFile = readStationEnvironment(dataDir);
  if (inFile["DATA_DIR"] !== undefined)
    throw new ConfigError([
      `DATA_DIR can't be set in ${dataDir}/station.env, because DATA_DIR says where that file is: set it as an environment variable, and remove that line`,
    ]);
  const fd = environment["NEONRELAY_LIFELINE_FD"];
  return {
    config: readConfig({
      environment: { ...inFile, ...withoutEmpty(environment), DATA_DIR: dataDir },
      workingFolder,
    }),
    warnings: sayUnknownVariables({
      known: knownVariables,
      inFile: Object.keys(inFile),
      inEnvironment: Object.keys(environment),
    }),
    lifelineFd: fd === undefined ? null : Number(fd),
    callerFolder: environment["INIT_CWD"] ?? workingFolder,
  };
}

/** An empty variable counts as unset: compose files pass on every variable they name. */
function withoutEmpty(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
}
