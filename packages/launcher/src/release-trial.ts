import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { childEnvironment, signalChild } from "@neonrelay/process/child-process";
import { StartUpError } from "@neonrelay/process/part";
import { askStatus, servesMp3 } from "@neonrelay/process/station-probe";
import { codeCacheOf, fileOf, nodeOf } from "./release-program.ts";
import { findHarm } from "./release-rules.ts";
import type { StationConfig } from "./config.ts";

const RESTORE_LIMIT_MS = 600_000;
const START_LIMIT_MS = 300_000;
const PROOF_LIMIT_MS = 60_000;
const CHECK_LIMIT_MS = 5000;
const CHECK_INTERVAL_MS = 500;
const STOP_LIMIT_MS = 10_000;
const SHOWN_LINES = 15;

export interface Trial {
  /** Folder of the version to try. */
  readonly root: string;
  /** Backup of the running station's data. */
  readonly backup: string;
  /** Private folder with enough space for the copy. */
  readonly folder: string;
  readonly config: StationConfig;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts a version on a copy of the data, on its own ports and cut off from IRC networks and other servers, and checks
 * that it is healthy and audible.
 * @throws StartUpError with the end of its log if it isn't
 */
export async function tryRelease({
  root,
  backup,
  folder,
  config,
  environment,
}: Trial): Promise<void> {
  const scratch = await mkdtemp(path.join(folder, ".trial-"));
  const ownMusic = path.join(config.dataDir, "music");
  const trialEnvironment = {
    // None of the station's settings: they would reach the outside.
    ...childEnvironment(environment),
    // Compiled here, it starts faster when it takes over.
    NODE_COMPILE_CACHE: codeCacheOf(root),
    DATA_DIR: scratch,
    MUSIC_DIRS: [...config.musicDirs, ownMusic].join(path.delimiter),
    DEMO_MUSIC: "off",
    HOST: "127.0.0.1",
    PORT: "0",
    STREAM_PORT: "0",
    IRC_LISTEN_PORT: "off",
  };
  try {
    await run(
      {
        root,
        entry: "station-main",
        parameters: ["restore", backup],
        environment: trialEnvironment,
      },
      async (ended) => {
        const { code, lines } = await within(ended, RESTORE_LIMIT_MS, "restore the backup");
        if (code !== 0) throw new StartUpError(wordFailure("can't restore the backup", lines));
      },
    );
    await run(
      { root, entry: "main", parameters: ["--trial"], environment: trialEnvironment },
      prove,
    );
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Ended {
  readonly code: number | null;
  readonly lines: readonly string[];
}

async function prove(ended: Promise<Ended>, lines: readonly string[]): Promise<void> {
  const started = waitFor(() => lines.some((line) => line.startsWith("Neon Relay is on air:")), {
    limitMs: START_LIMIT_MS,
    what: "is not on air",
  });
  const isOver = ended.then(({ code }) => {
    throw new StartUpError(wordFailure(`ended with ${code}`, lines));
  });
  isOver.catch(() => {}); // it exits sooner or later
  await Promise.race([started, isOver]);
  const after = (label: string) =>
    lines
      .find((line) => line.startsWith(label))
      ?.slice(label.length)
      .trim() ?? "";
  const well = { health: 200, isHeard: true };
  let harm: string | null = null;
  const proven = waitFor(
    async () => {
      const limit = { limitMs: CHECK_LIMIT_MS };
      const [health, isHeard] = await Promise.all([
        askStatus(`${after("Web:")}/api/health`, limit),
        servesMp3(after("Stream:"), limit),
      ]);
      harm = findHarm(well, { health, isHeard });
      return harm === null;
    },
    { limitMs: PROOF_LIMIT_MS, what: "did not prove itself" },
  );
  try {
    await Promise.race([proven, isOver]);
  } catch (cause) {
    if (harm === null) throw cause;
    throw new StartUpError(wordFailure(`failed its checks: ${String(harm)}`, lines), { cause });
  }
}

/** Runs a program of that version during `work`. */
async function run(
  {
    root,
    entry,
    parameters,
    environment,
  }: {
    readonly root: string;
    readonly entry: string;
    readonly parameters: readonly string[];
    readonly environment: Readonly<Record<string, string | undefined>>;
  },
  work: (ended: Promise<Ended>, lines: readonly string[]) => Promise<void>,
): Promise<void> {
  const file = fileOf(root, `packages/launcher/src/${entry}`);
  const child = spawn(
    nodeOf(root),
    ["--disable-warning=ExperimentalWarning", file, ...parameters],
    {
      cwd: root,
      // The pipe on fd 3 ends when this process dies, which ends the trial station too.
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      env: { ...environment, NEONRELAY_LIFELINE_FD: "3" },
    },
  );
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr])
    if (input !== null) createInterface({ input }).on("line", (line) => lines.push(line));
  const ended = once(child, "close").then(([code]: (number | null)[]) => ({
    code: code ?? null,
    lines,
  }));
  try {
    await work(ended, lines);
  } finally {
    signalChild(child, "SIGTERM");
    const limit = setTimeout(() => signalChild(child, "SIGKILL"), STOP_LIMIT_MS);
    await ended;
    clearTimeout(limit);
  }
}

async function waitFor(
  isDone: () => boolean | Promise<boolean>,
  { limitMs, what }: { readonly limitMs: number; readonly what: string },
): Promise<void> {
  const deadlineMs = performance.now() + limitMs;
  while (!(await isDone())) {
    if (performance.now() > deadlineMs) throw new StartUpError(`The new version ${what}.`);
    await delay(CHECK_INTERVAL_MS);
  }
}

async function within(ended: Promise<Ended>, limitMs: number, what: string): Promise<Ended> {
  const late = delay(limitMs, null, { ref: false });
  const first = await Promise.race([ended, late]);
  if (first === null) throw new StartUpError(`The new version took too long to ${what}.`);
  return first;
}

function wordFailure(what: string, lines: readonly string[]): string {
  return `On a copy of the data the new version ${what}. Its last lines:\n${lines.slice(-SHOWN_LINES).join("\n")}`;
}
