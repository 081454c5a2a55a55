import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { prepareDataFolder } from "../data-folder.ts";
import { listenFromHere } from "../heard-command.ts";
import { readHeardOrder } from "../heard-rules.ts";
import { readSetupFlags, type SetupAnswers, type SetupFlags } from "./setup-answers.ts";
import { configProblem } from "./setup-checks.ts";
import {
  caddyfileFor,
  commandsForRoot,
  environmentLines,
  publicUrlOf,
  shellWord,
  unitFor,
} from "./setup-files-rules.ts";
import { askQuestions } from "./setup-questions.ts";
import { readPasswordFromStdin, Terminal } from "./terminal.ts";
import { findDifferent, writeFiles, type SetupFile } from "./write-files.ts";

interface SetupParts {
  readonly projectRoot: string;
  readonly print: (line: string) => void;
  /** Of ADMIN_PASSWORD in the environment. */
  readonly givenPassword: string | null;
  /** Makes the first account, and says so. @returns the exit code */
  readonly makeAccount: (account: {
    readonly dataDir: string;
    readonly username: string;
    readonly password: string | null;
  }) => Promise<number>;
}

const HEARD_TRIES = 60;

/** `npm run station -- setup`. @returns the exit code: 0 done, 1 not possible, 2 not understood */
export async function runSetup(args: readonly string[], parts: SetupParts): Promise<number> {
  const { print } = parts;
  const read = readSetupFlags(args);
  if (read.kind === "refused") {
    print(read.reason);
    return 2;
  }
  const { flags } = read;
  const canAsk = process.stdin.isTTY && !flags.isYes && !flags.isPasswordOnStdin;
  using terminal = canAsk ? new Terminal() : null;
  const ask = terminal === null ? null : terminal.ask.bind(terminal);
  const answers = await askQuestions(flags, { print, ask });
  const password = await findPassword(flags, { ...parts, terminal });
  const problem = password === null ? null : configProblem({ ADMIN_PASSWORD: password });
  if (problem !== null) print(`BAD  password: ${problem.found}`);
  if (answers === null || problem !== null) {
    print("Nothing was written.");
    return 1;
  }
  if (!canServe(answers, parts.projectRoot)) {
    print("This installation has no deploy folder: take a checkout or the source archive for it.");
    return 1;
  }
  const files = filesFor(answers, parts.projectRoot);
  const different = findDifferent(files);
  for (const file of different)
    print(`There is another ${file}: it stays beside the new one as .bak`);
  const mayReplace =
    different.length === 0 || flags.isYes || (await terminal?.confirm("Replace what is there?"));
  if (mayReplace !== true) {
    print("Nothing was written. With --yes setup replaces these files.");
    return 1;
  }
  prepareDataFolder(answers.dataDir);
  writeFiles(files);
  for (const { file } of files) print(`wrote ${file}`);
  const { dataDir, admin: username } = answers;
  if (existsSync(path.join(dataDir, "database")))
    print("There is a station in this folder already: its accounts stay, and none is made.");
  const made = await parts.makeAccount({ dataDir, username, password });
  if (made !== 0) return made;
  return await finish(answers, { ...parts, flags, terminal });
}

async function findPassword(
  { isPasswordOnStdin }: SetupFlags,
  {
    givenPassword,
    terminal,
    print,
  }: Pick<SetupParts, "givenPassword" | "print"> & { readonly terminal: Terminal | null },
): Promise<string | null> {
  if (isPasswordOnStdin) return await readPasswordFromStdin();
  if (givenPassword !== null || terminal === null) return givenPassword;
  for (;;) {
    const password = await terminal.askSecret("Password (empty: one is made for you)");
    if (password === "") return null;
    const problem = configProblem({ ADMIN_PASSWORD: password });
    if (problem !== null) print(problem.found);
    else if ((await terminal.askSecret("The same password again")) === password) return password;
    else print("These are two different passwords.");
  }
}

/** What npm installs has no files for services and proxies. */
function canServe({ service, tls }: SetupAnswers, projectRoot: string): boolean {
  return (service === "none" && tls !== "caddy") || existsSync(path.join(projectRoot, "deploy"));
}

const folderOf = ({ dataDir }: SetupAnswers): string => path.join(dataDir, "setup");

function filesFor(answers: SetupAnswers, projectRoot: string): readonly SetupFile[] {
  const deployed = (name: string): string =>
    readFileSync(path.join(projectRoot, "deploy", name), "utf8");
  const file = (name: string): string => path.join(folderOf(answers), name);
  const lines = environmentLines(answers);
  const unit = () =>
    unitFor(answers, {
      template: deployed("systemd/neonrelay.service"),
      lowPorts: deployed("systemd/low-ports.conf"),
      projectRoot: path.resolve(projectRoot),
    });
  return [
    { file: path.join(answers.dataDir, "station.env"), content: `${lines.join("\n")}\n` },
    ...(answers.service === "systemd"
      ? [{ file: file("neonrelay.service"), content: unit() }]
      : []),
    ...(answers.tls === "caddy"
      ? [{ file: file("Caddyfile"), content: caddyfileFor(answers, deployed("caddy/Caddyfile")) }]
      : []),
  ];
}

/** Does or names what is left. */
async function finish(
  answers: SetupAnswers,
  {
    flags: { isInstalling, outside },
    terminal,
    print,
  }: Pick<SetupParts, "print"> & {
    readonly flags: SetupFlags;
    readonly terminal: Terminal | null;
  },
): Promise<number> {
  const commands = commandsForRoot(answers, folderOf(answers));
  if (commands.length > 0) {
    print("Left to do as root:");
    for (const command of commands) print(`  ${command}`);
  }
  const isRoot = process.getuid?.() === 0;
  if (isInstalling && !isRoot) print("--install needs root: run these commands yourself.");
  const isNow =
    isRoot &&
    commands.length > 0 &&
    (isInstalling || (await terminal?.confirm("Run these commands now?")) === true);
  if (isNow)
    for (const command of commands) {
      const { status } = spawnSync("sh", ["-c", command], { stdio: "inherit" });
      if (status === 0) continue;
      print(`This command failed: ${command}`);
      return 1;
    }
  if (answers.service === "none")
    print(`Start the station with: DATA_DIR=${shellWord(answers.dataDir)} npm start`);
  print(`Then open ${publicUrlOf(answers)}`);
  if (outside === null) return 0;
  if (isNow && answers.service === "systemd") return await listenSoon(outside, print);
  print(`and prove that it is heard: npm run station -- heard ${shellWord(outside)}`);
  return 0;
}

/** The station takes some time to go on air. */
async function listenSoon(address: string, print: SetupParts["print"]): Promise<number> {
  const order = readHeardOrder([address]);
  if (order.kind === "refused") return 2;
  for (let left = HEARD_TRIES; left > 0; left -= 1) {
    const said: string[] = [];
    const isHeard = await listenFromHere(order, (line) => said.push(line));
    if (isHeard || left === 1) {
      said.forEach(print);
      return isHeard ? 0 : 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  return 1;
}
