import path from "node:path";
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { prepareDataFolder } from "../data-folder.ts";
import { listenFromHere, readHeardOrder } from "../heard-command.ts";
import {
  caddyfileFor,
  changeEnvironment,
  commandsForRoot,
  environmentOf,
  publicUrlOf,
  shellWord,
  unitFor,
  unitTemplateOf,
} from "./setup-files-rules.ts";
import { readSetupFlags, type SetupAnswers, type SetupFlags } from "./setup-answers.ts";
import { textOf } from "./installed-stations.ts";
import { type Asked, askQuestions } from "./setup-questions.ts";
import { CADDYFILE, serviceNamesOf } from "./station-name-rules.ts";
import { readPasswordFromStdin, Terminal } from "./terminal.ts";
import { configProblem } from "./setup-checks.ts";

interface SetupParts {
  readonly projectRoot: string;
  readonly print: (line: string) => void;
  /** Secrets come from here, never from arguments, which other users can see. */
  readonly environment: {
    readonly ADMIN_PASSWORD?: string | undefined;
    readonly DATABASE_URL?: string | undefined;
  };
  /**
   * Creates the first account and reports it.
   * @returns the exit code
   */
  readonly makeAccount: (account: {
    readonly dataDir: string;
    readonly username: string;
    readonly password: string | null;
  }) => Promise<number>;
}

const HEARD_TRIES = 60;

/**
 * `npm run station -- setup`.
 * @returns the exit code: 0 done, 1 not possible, 2 usage error
 */
export async function runSetup(args: readonly string[], parts: SetupParts): Promise<number> {
  const { print } = parts;
  const { ADMIN_PASSWORD, DATABASE_URL } = parts.environment;
  const read = readSetupFlags(args, DATABASE_URL);
  const refusal = read.kind === "refused" ? read.reason : refuseInput(read.flags);
  if (refusal !== null || read.kind === "refused") {
    print(refusal ?? "");
    return 2;
  }
  const { flags } = read;
  using terminal = flags.isYes || flags.isPasswordOnStdin ? null : new Terminal("Setup");
  const asked = await askQuestions(flags, {
    print,
    terminal,
    projectRoot: path.resolve(parts.projectRoot),
  });
  const found =
    asked?.hasStation === true
      ? { password: null, problem: null }
      : await findPassword(flags, { print, terminal, given: ADMIN_PASSWORD ?? null });
  if (found.problem !== null) print(`BAD  password: ${found.problem}`);
  if (asked === null || found.problem !== null) {
    print("Nothing was written.");
    return 1;
  }
  return await setUp({ ...asked, flags, terminal, password: found.password }, parts);
}

/** Why the answers can't come from this input; null if they can. */
function refuseInput({ isYes, isPasswordOnStdin }: SetupFlags): string | null {
  if (process.stdin.isTTY)
    return isPasswordOnStdin
      ? "--password-stdin needs a file or a pipe: what is typed here could be read on the screen."
      : null;
  return isYes || isPasswordOnStdin
    ? null
    : "There is no terminal to ask questions on: give the answers as flags, with --yes.";
}

interface Decided extends Asked {
  readonly flags: SetupFlags;
  readonly terminal: Terminal | null;
  readonly password: string | null;
}

async function setUp(
  { answers, formerAnswers, hasStation, flags, terminal, password }: Decided,
  parts: SetupParts,
): Promise<number> {
  const { print } = parts;
  if (!canServe(answers, parts.projectRoot)) {
    print("This installation has no deploy folder: take a checkout or the source archive for it.");
    return 1;
  }
  const files = filesFor(answers, { formerAnswers, projectRoot: parts.projectRoot });
  const different = findDifferent(files);
  for (const file of different)
    print(`${file} changes; the current file is kept beside it as .bak`);
  const mayReplace =
    different.length === 0 || flags.isYes || (await terminal?.confirm("Write these changes?"));
  if (mayReplace !== true) {
    print("Nothing was written. With --yes setup replaces these files.");
    return 1;
  }
  prepareDataFolder(answers.dataDir);
  writeFiles(files);
  for (const { file } of files) print(`wrote ${file}`);
  const { dataDir, admin: username } = answers;
  if (hasStation) print("The station in this folder keeps its accounts.");
  else {
    print("Creating the database and the first account …");
    const making = parts.makeAccount({ dataDir, username, password });
    const made = await (terminal === null ? making : terminal.finish(making));
    if (made !== 0) return made;
  }
  return await finish(answers, { print, flags, terminal });
}

/** An npm installation has no files for services and proxies. */
function canServe({ service, tls }: SetupAnswers, projectRoot: string): boolean {
  return (service === "none" && tls !== "caddy") || existsSync(path.join(projectRoot, "deploy"));
}

const folderOf = ({ dataDir }: SetupAnswers): string => path.join(dataDir, "setup");

function filesFor(
  answers: SetupAnswers,
  { formerAnswers, projectRoot }: Pick<Asked, "formerAnswers"> & Pick<SetupParts, "projectRoot">,
): readonly SetupFile[] {
  const deployed = (name: string): string =>
    readFileSync(path.join(projectRoot, "deploy", name), "utf8");
  const file = (name: string): string => path.join(folderOf(answers), name);
  const environmentFile = path.join(answers.dataDir, "station.env");
  const environment = changeEnvironment(
    existsSync(environmentFile) ? readFileSync(environmentFile, "utf8") : "",
    {
      former: environmentOf(formerAnswers),
      wanted: environmentOf(answers),
    },
  );
  const unit = () =>
    unitFor(answers, {
      template: deployed(`systemd/${unitTemplateOf(answers)}`),
      lowPorts: deployed("systemd/low-ports.conf"),
      projectRoot: path.resolve(projectRoot),
    });
  const caddyfiles = () => ({
    template: deployed("caddy/Caddyfile"),
    installed: textOf(CADDYFILE) ?? "",
  });
  return [
    { file: environmentFile, content: environment },
    ...(answers.service === "systemd"
      ? [{ file: file(serviceNamesOf(answers.name).unit), content: unit() }]
      : []),
    ...(answers.tls === "caddy"
      ? [{ file: file("Caddyfile"), content: caddyfileFor(answers, caddyfiles()) }]
      : []),
  ];
}

/** Runs or prints the remaining steps. */
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

/** Listens with retries: the station takes some time to go on air. */
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

type Print = (line: string) => void;

/** Password for the first account; null: generate one. */
async function findPassword(
  { isPasswordOnStdin }: SetupFlags,
  {
    given,
    terminal,
    print,
  }: {
    readonly given: string | null;
    readonly terminal: Terminal | null;
    readonly print: Print;
  },
): Promise<{ readonly password: string | null; readonly problem: string | null }> {
  if (!isPasswordOnStdin && given === null && terminal !== null)
    return { password: await askPassword(terminal, print), problem: null };
  const password = isPasswordOnStdin ? await readPasswordFromStdin() : given;
  return { password, problem: password === null ? null : passwordProblem(password) };
}

async function askPassword(terminal: Terminal, print: Print): Promise<string | null> {
  for (;;) {
    const password = await terminal.askSecret("Password (leave it empty to have one generated)");
    if (password === "") return null;
    const problem = passwordProblem(password);
    if (problem !== null) print(`BAD  password: ${problem}`);
    else if ((await terminal.askSecret("The same password again")) === password) return password;
    else print("BAD  password: the two passwords differ");
  }
}

function passwordProblem(password: string): string | null {
  if (password === "") return "it is empty";
  const problem = configProblem({ ADMIN_PASSWORD: password });
  return problem === null ? null : problem.found.replace("ADMIN_PASSWORD ", "it ");
}

interface SetupFile {
  readonly file: string;
  readonly content: string;
}

/** Files that exist with different content. */
export function findDifferent(files: readonly SetupFile[]): readonly string[] {
  return files
    .filter(({ file, content }) => existsSync(file) && readFileSync(file, "utf8") !== content)
    .map(({ file }) => file);
}

/** Writes files readable only by their owner; existing ones are kept as `.bak`. */
export function writeFiles(files: readonly SetupFile[]): void {
  const different = findDifferent(files);
  for (const { file, content } of files) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    if (different.includes(file)) copyFileSync(file, `${file}.bak`);
    writeFileSync(file, content, { mode: 0o600 });
  }
}
