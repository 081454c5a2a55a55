import path from "node:path";
import { fileURLToPath } from "node:url";
import { quickenDrizzle } from "@neonrelay/server/quick-drizzle";
import { toCommandConfig, withWholePaths } from "./command-input.ts";
import { inWords } from "./known-failure.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { runHeard } from "./heard-command.ts";
import { readLaunch, type Launch } from "./launch.ts";
import { outliveReaders } from "./output-lines.ts";
import { runRemove } from "./remove/run-remove.ts";
import { runSetup } from "./setup/run-setup.ts";
import { runUpgrade } from "./upgrade-command.ts";

// `npm run station -- <command>`: run by the running station over its control socket, otherwise here, under the lock.
const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const args = process.argv.slice(2);
outliveReaders();
const print = (line: string) => void process.stdout.write(`${line}\n`);
try {
  process.exitCode = await runHere();
} catch (error) {
  const known = inWords(error);
  if (known === null) throw error;
  process.stderr.write(`${known}\n`);
  process.exitCode = 1;
}

/** @returns the exit code */
async function runHere(): Promise<number> {
  const [command, ...rest] = args;
  if (command === "heard") return await runHeard(rest, print);
  if (command === "setup") {
    // npm runs scripts in the project's folder; paths are relative to the caller's.
    process.chdir(process.env["INIT_CWD"] ?? process.cwd());
    return await runSetup(rest, {
      projectRoot,
      print,
      environment: process.env,
      makeAccount,
    });
  }
  if (command === "upgrade") {
    const launch = readLaunch({ environment: process.env, workingFolder: process.cwd() });
    return await runUpgrade({ args: rest, launch, environment: process.env, print });
  }
  if (command === "remove") {
    const { config } = readLaunch({ environment: process.env, workingFolder: process.cwd() });
    return await runRemove(rest, { projectRoot, config, print });
  }
  const { answerWithoutStation } = await loadServerCommands();
  return answerWithoutStation(args, print) ?? (await runWithStation());
}

/** Imported on demand: they load the database, which takes longer than most other commands run. */
async function loadServerCommands() {
  quickenDrizzle();
  return await import("@neonrelay/server/station-commands");
}

async function runWithStation(): Promise<number> {
  const launch = readLaunch({ environment: process.env, workingFolder: process.cwd() });
  return await runCommand(launch, withWholePaths(args, launch.callerFolder));
}

async function runCommand(
  { config, warnings }: Pick<Launch, "config" | "warnings">,
  words: readonly string[],
): Promise<number> {
  for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`);
  prepareDataFolder(config.dataDir);
  const { runStationCommand } = await loadServerCommands();
  return await runStationCommand({ config: toCommandConfig(config), args: words, print });
}

/** Runs a command as a first start, which creates the account; the password is written to no file. */
async function makeAccount({
  dataDir,
  username,
  password,
}: {
  readonly dataDir: string;
  readonly username: string;
  readonly password: string | null;
}): Promise<number> {
  const { config, warnings } = readLaunch({
    environment: { ...process.env, DATA_DIR: dataDir },
    workingFolder: process.cwd(),
  });
  const admin = { ...config.admin, username, password };
  print("Accounts:");
  return await runCommand({ config: { ...config, admin }, warnings }, ["user", "list"]);
}
