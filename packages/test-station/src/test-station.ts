import { TestAwakeTimer } from "@neonrelay/process/test-awake-timer";
import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { copyTemplate } from "../../server/src/database/test-template-copy.ts";
import { createDatabase, dropDatabase } from "./test-databases.ts";
import { isAlive, partsOf, wake, type PartName } from "./station-processes.ts";

const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
/** PostgreSQL server on which every station gets its database; without it each uses the embedded one. */
const serverUrl = process.env["TEST_DATABASE_URL"];
/** Embedded database copied into every data folder; without it a station makes its own, which takes seconds. */
const templateFolder = process.env["TEST_DATABASE_TEMPLATE"];
/** Saves a quarter of the CPU time of starting a server with the embedded database. */
const shortLives =
  serverUrl === undefined && templateFolder !== undefined
    ? { NODE_OPTIONS: `--import=${new URL("short-lives.mjs", import.meta.url).href}` }
    : {};
/** Catches hangs, and is no promise: a machine running three other suites takes minutes for a first start. */
export const startLimit = { limitMs: 240_000 };
const STOP_LIMIT_MS = 10_000;

/** Login of the first account. */
export const testLogin = { username: "admin", password: "a-password-for-tests" };
export const testAdmin = { ...testLogin, accessCode: "an-access-code-for-tests" };

interface TestStationOptions {
  readonly musicDirs?: readonly string[];
  /** Multiple of real time for the programme. */
  readonly clockSpeed?: number;
  readonly demoMusic?: boolean;
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A data folder that outlives this station; by default a fresh one that is removed. */
  readonly dataDir?: string;
  /** Command prefix of the launcher, which execs it. */
  readonly wrapper?: readonly string[];
}

/** A whole station: fresh data folder, free ports, real processes. Disposing stops it and removes everything. */
export class TestStation implements AsyncDisposable {
  readonly webUrl: string;
  readonly streamUrl: string;
  /** irc://host:port/#channel */
  readonly ircUrl: string;
  readonly dataDir: string;
  /** Every line the station printed, both outputs. */
  readonly lines: readonly string[];
  readonly #launcher: ChildProcess;
  readonly #ownsFolder: boolean;

  private constructor(state: {
    webUrl: string;
    streamUrl: string;
    ircUrl: string;
    dataDir: string;
    lines: readonly string[];
    launcher: ChildProcess;
    ownsFolder: boolean;
  }) {
    this.webUrl = state.webUrl;
    this.streamUrl = state.streamUrl;
    this.ircUrl = state.ircUrl;
    this.dataDir = state.dataDir;
    this.lines = state.lines;
    this.#launcher = state.launcher;
    this.#ownsFolder = state.ownsFolder;
  }

  /** Starts a station and waits until it is on air. @throws with its whole output when it does not come up */
  static async start(options: TestStationOptions = {}): Promise<TestStation> {
    const ownsFolder = options.dataDir === undefined;
    const dataDir =
      options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), "neonrelay-station-")));
    await using failed = new AsyncDisposableStack();
    if (ownsFolder) failed.defer(() => removeFolder(dataDir));
    const { launcher, lines } = await launchStation({ ...options, dataDir });
    failed.defer(() => endLauncher(launcher));
    const onAir = Promise.withResolvers<void>();
    const limit = setTimeout(
      () => onAir.reject(new Error("not on air in time")),
      startLimit.limitMs,
    );
    const look = (line: string) => {
      if (line.startsWith("Neon Relay is on air: ")) onAir.resolve();
    };
    lines.forEach(look);
    launcher.on("line", look);
    launcher.once("exit", (code) => onAir.reject(new Error(`the launcher ended with ${code}`)));
    try {
      await onAir.promise;
    } catch (cause) {
      throw new Error(`the station did not start:\n${lines.join("\n")}`, { cause });
    } finally {
      clearTimeout(limit);
    }
    failed.move();
    const after = (label: string) =>
      lines
        .find((line) => line.startsWith(label))
        ?.slice(label.length)
        .trim() ?? "";
    return new TestStation({
      webUrl: after("Web:"),
      streamUrl: after("Stream:"),
      ircUrl: after("IRC:"),
      dataDir,
      lines,
      launcher,
      ownsFolder,
    });
  }

  get launcherPid(): number {
    return this.#launcher.pid ?? 0;
  }

  /** The process ids of the running parts, excluding those being restarted. */
  parts(): Partial<Record<PartName, number>> {
    return partsOf(this.launcherPid);
  }

  /** A session: keeps cookies, sends the Origin a browser would. */
  visitor(): Visitor {
    return new Visitor(this.webUrl);
  }

  /** A visitor signed in as the first super_admin. */
  async operator(): Promise<Visitor> {
    const visitor = this.visitor();
    const answer = await visitor.call("POST", "/api/users/login", {
      username: testAdmin.username,
      password: testAdmin.password,
    });
    if (answer.status !== 200)
      throw new Error(`login answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return visitor;
  }

  /** Sends SIGTERM and waits for the end. Returns the exit code and duration. */
  async stop(): Promise<{ readonly exitCode: number | null; readonly tookMs: number }> {
    using timer = new TestAwakeTimer();
    await endLauncher(this.#launcher);
    return { exitCode: this.#launcher.exitCode, tookMs: timer.passedMs };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const parts = Object.values(this.parts());
    wake([this.launcherPid, ...parts]);
    await this.stop();
    // After the test has killed the launcher, its parts end by themselves.
    await until("the parts have ended", () => !parts.some(isAlive), { limitMs: STOP_LIMIT_MS });
    if (this.#ownsFolder) await removeFolder(this.dataDir);
  }
}

async function endLauncher(launcher: ChildProcess): Promise<void> {
  if (launcher.exitCode !== null || launcher.signalCode !== null) return;
  const ended = once(launcher, "exit");
  launcher.kill("SIGTERM");
  const limit = setTimeout(() => launcher.kill("SIGKILL"), STOP_LIMIT_MS);
  await ended;
  clearTimeout(limit);
}

/** Removes a station's data folder, and its database on the test server. */
async function removeFolder(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  if (serverUrl !== undefined) await dropDatabase(serverUrl, databaseNameOf(dataDir));
}

/** Starts the launcher as `npm start` does after its first stage, on free ports. The caller ends it. */
export async function launchStation(
  options: TestStationOptions & { readonly dataDir: string },
): Promise<{ readonly launcher: ChildProcess; readonly lines: readonly string[] }> {
  const { child, lines } = await spawnStation(
    [
      "--disable-warning=ExperimentalWarning",
      path.join(projectRoot, "packages/launcher/src/main.ts"),
      `--clock-speed=${options.clockSpeed ?? 1}`,
    ],
    options,
  );
  return { launcher: child, lines };
}

/** Starts what `npm start` runs, on free ports. The caller ends it. */
export async function startFirstStage(
  dataDir: string,
): Promise<{ readonly firstStage: ChildProcess; readonly lines: readonly string[] }> {
  const { child, lines } = await spawnStation(
    [path.join(projectRoot, "scripts/bootstrap.mjs"), "start"],
    { dataDir },
  );
  return { firstStage: child, lines };
}

/** Runs `npm start` itself, on free ports, as the leader of its own process group. The caller ends it. */
export async function startNpm(
  dataDir: string,
): Promise<{ readonly npm: ChildProcess; readonly lines: readonly string[] }> {
  const { child, lines } = await spawnStation(["start"], { dataDir, program: "npm" });
  return { npm: child, lines };
}

async function spawnStation(
  programArguments: readonly string[],
  {
    program = process.execPath,
    ...options
  }: TestStationOptions & { readonly dataDir: string; readonly program?: string },
): Promise<{ readonly child: ChildProcess; readonly lines: readonly string[] }> {
  const environment = await environmentOf(options.dataDir);
  const [command = program, ...words] = [...(options.wrapper ?? []), program, ...programArguments];
  const child = spawn(command, words, {
    cwd: projectRoot,
    detached: program === "npm",
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...environment,
      ...shortLives,
      PORT: "0",
      STREAM_PORT: "0",
      IRC_LISTEN_PORT: "0",
      MUSIC_DIRS: (options.musicDirs ?? []).join(path.delimiter),
      DEMO_MUSIC: options.demoMusic === true ? "on" : "off",
      BUILD_DOCS: "off",
      ADMIN_PASSWORD: testAdmin.password,
      ADMIN_ACCESS_CODE: testAdmin.accessCode,
      ...options.environment,
    },
  });
  const lines: string[] = [];
  for (const output of [child.stdout, child.stderr])
    createInterface({ input: output, crlfDelay: Infinity }).on("line", (line) => {
      lines.push(line);
      child.emit("line", line);
    });
  return { child, lines };
}

/** The minimum environment of a station process on that data folder. Creates its database if needed. */
export async function environmentOf(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const environment = {
    PATH: process.env["PATH"] ?? "",
    DATA_DIR: dataDir,
    NODE_COMPILE_CACHE: path.join(projectRoot, "node_modules/.cache/neonrelay-test-code"),
  };
  if (serverUrl !== undefined)
    return {
      ...environment,
      DATABASE_URL: await createDatabase(serverUrl, databaseNameOf(dataDir)),
    };
  // The station itself makes a missing folder.
  const isForTemplate = existsSync(dataDir) && !existsSync(path.join(dataDir, "database"));
  if (templateFolder !== undefined && isForTemplate) await copyTemplate(templateFolder, dataDir);
  return environment;
}

function databaseNameOf(dataDir: string): string {
  return `station_${createHash("sha256").update(dataDir).digest("hex").slice(0, 32)}`;
}

/** One browser's worth of cookies against the web server. */
export class Visitor {
  readonly #webUrl: string;
  readonly #cookies: Map<string, string>;

  constructor(webUrl: string, cookies: ReadonlyMap<string, string> = new Map()) {
    this.#webUrl = webUrl;
    this.#cookies = new Map(cookies);
  }

  /** A browser with the same cookies at another server of the station. */
  at(webUrl: string): Visitor {
    return new Visitor(webUrl, this.#cookies);
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Calls the API; `body` is sent as JSON when given. The answer's body is unknown: tests compare or parse it. */
  async call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown; headers: Headers }> {
    const response = await fetch(new URL(path, this.#webUrl), {
      method,
      headers: {
        origin: this.#webUrl,
        cookie: this.cookieHeader,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = (cookie.split(";")[0] ?? "").split("=");
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return {
      status: response.status,
      body: isJson && text !== "" ? JSON.parse(text) : text,
      headers: response.headers,
    };
  }
}

/** For a `beforeAll` that waits for the library: a scan has the lowest priority. */
export const scanLimit = { limitMs: 280_000 };

/** Each check costs the station and the test several ms, so intervals grow to a twentieth of the time waited. */
const LOOKS_PER_WAIT = 20;
const pauseMs = { shortest: 50, longest: 250 };

/**
 * Polls `look` until it returns something other than undefined or false, for changes in other processes.
 * @throws after `limitMs`, naming what was waited for
 */
export async function until<Found>(
  what: string,
  find: () => Found | undefined | false | Promise<Found | undefined | false>,
  { limitMs }: { readonly limitMs: number } = { limitMs: 120_000 },
): Promise<Found> {
  const start = performance.now();
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    const waitedMs = performance.now() - start;
    if (waitedMs > limitMs) throw new Error(`gave up after ${limitMs} ms waiting until ${what}`);
    const pause = Math.min(Math.max(waitedMs / LOOKS_PER_WAIT, pauseMs.shortest), pauseMs.longest);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
