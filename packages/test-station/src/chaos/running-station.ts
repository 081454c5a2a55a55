import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort } from "@neonrelay/process/test-peer-process";
import { TestStation } from "../test-station.ts";

/** The processes of a scene. */
export interface RunningStation extends AsyncDisposable {
  readonly dataDir: string;
  /** Of each server, bypassing any proxy. */
  readonly serverUrls: readonly string[];
  /** The current one, which `startAgain` replaces. Of several nodes, the one with on-air. */
  readonly station: () => TestStation;
  /** Restarts it after its launcher was killed. */
  readonly startAgain: () => Promise<void>;
}

export interface StartOptions {
  readonly music: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts the station of a scene; the caller owns it. */
export type StartStation = (options: StartOptions) => Promise<RunningStation>;

/** More listeners and visitors from this machine than any run has. */
const MANY = "5000";

/** Limits that admit a crowd from one machine. @param visitorsFrom address the suite's web users connect from */
export function limitsFor(visitorsFrom: string): Readonly<Record<string, string>> {
  return {
    // Each web user has its own address, which the suite sends as a proxy would.
    TRUST_PROXY: visitorsFrom,
    LISTENERS_PER_NETWORK: MANY,
    LISTENERS_FROM_LOOPBACK: MANY,
  };
}

/** @param dataMegabytes size of a separate file system for DATA_DIR, which needs root; null: a folder */
export function oneServer({
  dataMegabytes = null,
}: { readonly dataMegabytes?: number | null } = {}): StartStation {
  return async (options) => {
    await using failed = new AsyncDisposableStack();
    const dataDir = failed.adopt(await makeFolder("data"), removeFolder);
    if (dataMegabytes !== null) {
      const size = `size=${dataMegabytes}m`;
      execFileSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", dataDir]);
      failed.defer(() => void execFileSync("umount", ["--lazy", dataDir]));
    }
    return await startIn({ dataDir, options, stack: failed });
  };
}

/** Another machine's address, and how to run commands there. */
interface Place {
  readonly address: string;
  /** This machine's address on the cable between them. */
  readonly here: string;
  readonly wrapper: readonly string[];
}

/** Listeners and web users reach it through a cable. */
export function onOtherMachine(machine: Place): StartStation {
  return async (options) => {
    await using failed = new AsyncDisposableStack();
    const dataDir = failed.adopt(await makeFolder("data"), removeFolder);
    return await startIn({ dataDir, options, machine, stack: failed });
  };
}

async function startIn({
  dataDir,
  options: { music, environment },
  machine,
  stack,
}: {
  readonly dataDir: string;
  readonly options: StartOptions;
  readonly machine?: Place;
  readonly stack: AsyncDisposableStack;
}): Promise<RunningStation> {
  const ports = {
    PORT: String(await freePort()),
    STREAM_PORT: String(await freePort()),
    IRC_LISTEN_PORT: String(await freePort()),
  };
  const place = machine !== undefined && {
    HOST: machine.address,
    PUBLIC_URL: `http://${machine.address}:${ports.PORT}`,
    PUBLIC_STREAM_URL: `http://${machine.address}:${ports.STREAM_PORT}`,
  };
  const start = async () =>
    await TestStation.start({
      dataDir,
      musicDirs: [music],
      environment: {
        ...ports,
        ...place,
        ...limitsFor(machine?.here ?? "127.0.0.1"),
        ...environment,
      },
      ...(machine !== undefined && { wrapper: machine.wrapper }),
    });
  let station = await start();
  stack.defer(async () => await station[Symbol.asyncDispose]());
  const running = stack.move();
  return {
    dataDir,
    serverUrls: [station.webUrl],
    station: () => station,
    startAgain: async () => {
      station = await start();
    },
    [Symbol.asyncDispose]: async () => await running.disposeAsync(),
  };
}

export async function makeFolder(name: string): Promise<string> {
  return await mkdtemp(path.join(os.tmpdir(), `neonrelay-chaos-${name}-`));
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
