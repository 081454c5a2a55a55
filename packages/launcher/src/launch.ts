import path from "node:path";
import { ConfigError, knownVariables, readConfig, type StationConfig } from "./config.ts";
import { checkFolderAnswers, readStationEnvironment } from "./data-folder.ts";
import { sayUnknownVariables } from "./unknown-variable-rules.ts";

/** What this process was started with: the configuration, and the pipe that ends when the stage before it dies. */
export interface Launch {
  readonly config: StationConfig;
  /** One sentence for each variable that is set and has no effect. */
  readonly warnings: readonly string[];
  readonly lifelineFd: number | null;
  /** Where the person stands: npm runs scripts in the project's folder and names the caller's in INIT_CWD. */
  readonly callerFolder: string;
}

/**
 * Reads the environment, and below it DATA_DIR/station.env.
 * @throws ConfigError naming every problem
 * @throws StartUpError when DATA_DIR does not answer or its station.env can't be read
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

/** An empty variable counts as not given: compose files pass on each of theirs. */
function withoutEmpty(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
}
