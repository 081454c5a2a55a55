import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { samplesOf, type Sample } from "./perf-rules.ts";
import { cpuSecondsOf } from "./process-figures.ts";

const PERF = "/usr/bin/perf";
const LOOKS_PER_SECOND = 1999;
/** A busy process on all CPUs produces some hundred MiB of text. */
const MAX_TEXT_BYTES = 1024 ** 3;
const run = promisify(execFile);

/** For profiled processes: V8 writes a map of its compiled functions. */
export const profiledEnvironment = {
  NODE_OPTIONS: "--perf-basic-prof --interpreted-frames-native-stack",
} as const;

/** perf's view of a group of processes. */
export interface Profile {
  /** Of one core. */
  readonly cpuPercent: number;
  readonly samples: readonly Sample[];
}

/** @throws when perf is missing, or this user may not profile the kernel */
export async function checkPerf(): Promise<void> {
  if (!existsSync(PERF)) throw new Error("this benchmark needs Debian's linux-perf: install it");
  await run(PERF, ["record", "-o", "/dev/null", "-e", "cpu-clock:k", "true"]).catch(
    (cause: unknown) => {
      throw new Error("perf may not look into the kernel: kernel.perf_event_paranoid, or be root", {
        cause,
      });
    },
  );
}

/**
 * Samples groups of processes for some seconds.
 * @param groups processes whose time is added up
 * @param folder for perf's file
 * @returns one profile per group
 */
export async function profilesOf(
  groups: readonly (readonly number[])[],
  { seconds, folder }: { readonly seconds: number; readonly folder: string },
): Promise<readonly Profile[]> {
  const file = path.join(folder, "perf.data");
  const pids = groups.flat().join(",");
  const what = ["-e", "cpu-clock", "-F", String(LOOKS_PER_SECOND), "-g", "-p", pids];
  const cpuSeconds = (): readonly number[] =>
    groups.map((group) => group.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0));
  const cpuBefore = cpuSeconds();
  const startedAt = performance.now();
  const recording = spawn(
    PERF,
    ["record", "-q", ...what, "-o", file, "--", "sleep", `${seconds}`],
    {
      stdio: "inherit",
    },
  );
  const [code] = await once(recording, "exit");
  const tookSeconds = (performance.now() - startedAt) / 1000;
  const cpu = cpuSeconds();
  if (code !== 0) throw new Error(`perf ended with ${code}`);
  const fields = ["script", "-i", file, "-F", "comm,pid,ip,sym,dso"];
  const { stdout } = await run(PERF, fields, { maxBuffer: MAX_TEXT_BYTES });
  await rm(file);
  const samples = samplesOf(stdout);
  return groups.map((group, index) => ({
    cpuPercent: (((cpu[index] ?? 0) - (cpuBefore[index] ?? 0)) * 100) / tookSeconds,
    samples: samples.filter(({ pid }) => group.includes(pid)),
  }));
}

/** Deletes V8's maps of ended processes. */
export async function removeMaps(pids: readonly number[]): Promise<void> {
  for (const pid of pids) await rm(`/tmp/perf-${pid}.map`, { force: true });
}
