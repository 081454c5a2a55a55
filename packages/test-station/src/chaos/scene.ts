import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { nowPlayingSchema } from "@neonrelay/contract";
import { freePort } from "@neonrelay/process/test-peer-process";
import { TestStation, until } from "../test-station.ts";
import { Crowd } from "./crowd.ts";
import { FaultyProxy } from "./faulty-proxy.ts";
import { makeMarkedTracks } from "./marked-track.ts";
import { WebUsers } from "./web-users.ts";

/** A new listener begins 4 s before the end of the ring, which then holds nothing but the programme. */
const RING_MS = 6000;
const LIBRARY_LIMIT_MS = 180_000;
/** More listeners and visitors of this machine than any run has. */
const MANY = "5000";

export interface SceneOptions {
  readonly listeners: number;
  readonly users: number;
  /** From one write of a user to the next, on average. */
  readonly everyMs: number;
  /** The operator uploads a file during each fault. */
  readonly hasUploads: boolean;
  readonly tracks: number;
  readonly trackSeconds: number;
  /** Further environment variables of the station. */
  readonly environment: Readonly<Record<string, string>>;
  /** A network that can be disturbed stands between the stream port and its listeners. */
  readonly hasNetwork: boolean;
  /** DATA_DIR is a file system of its own, of so many MB, which takes root; null: a folder. */
  readonly dataMegabytes: number | null;
}

/** A station that plays a marked programme, with its listeners and web users. */
export interface Scene extends AsyncDisposable {
  readonly crowd: Crowd;
  readonly users: WebUsers;
  readonly music: string;
  readonly dataDir: string;
  /** null: it has none. */
  readonly network: FaultyProxy | null;
  /** The one that runs now: another one after `startAgain`. */
  readonly station: () => TestStation;
  /** Starts the station again, after its launcher was killed. */
  readonly startAgain: () => Promise<void>;
}

/** Waits until the listeners are in the middle of the programme. */
export async function openScene(options: SceneOptions): Promise<Scene> {
  const { tracks, trackSeconds, listeners, environment, hasNetwork, dataMegabytes } = options;
  await using failed = new AsyncDisposableStack();
  const music = failed.adopt(await makeFolder("music"), removeFolder);
  const dataDir = failed.adopt(await makeFolder("data"), removeFolder);
  if (dataMegabytes !== null) {
    const size = `size=${dataMegabytes}m`;
    execFileSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", dataDir]);
    failed.defer(() => void execFileSync("umount", ["--lazy", dataDir]));
  }
  await makeMarkedTracks({ folder: music, count: tracks, seconds: trackSeconds });
  const ports = {
    PORT: String(await freePort()),
    STREAM_PORT: String(await freePort()),
    IRC_LISTEN_PORT: String(await freePort()),
  };
  const limits = {
    // Each web user comes from an address of its own, which the suite sends as a proxy would.
    TRUST_PROXY: "127.0.0.1",
    LISTENERS_PER_NETWORK: MANY,
    LISTENERS_FROM_LOOPBACK: MANY,
  };
  const start = async () =>
    await TestStation.start({
      dataDir,
      musicDirs: [music],
      environment: { ...ports, ...limits, ...environment },
    });
  let station = await start();
  failed.defer(async () => await station[Symbol.asyncDispose]());
  const users = new WebUsers({ ...options, webUrl: station.webUrl });
  await users.enter(tracks);
  await untilInProgramme(station);
  const network = hasNetwork ? failed.use(await FaultyProxy.open(Number(ports.STREAM_PORT))) : null;
  const streamUrl = new URL(station.streamUrl);
  if (network !== null) streamUrl.port = String(network.port);
  const crowd = failed.use(
    new Crowd({
      urls: [streamUrl.href, new URL("/stream.mp3", station.webUrl).href],
      listeners,
      trackSeconds,
    }),
  );
  const open = failed.move();
  return {
    crowd,
    users,
    music,
    dataDir,
    network,
    station: () => station,
    startAgain: async () => {
      station = await start();
    },
    [Symbol.asyncDispose]: async () => await open.disposeAsync(),
  };
}

async function makeFolder(name: string): Promise<string> {
  return await mkdtemp(path.join(os.tmpdir(), `neonrelay-chaos-${name}-`));
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function untilInProgramme(station: TestStation): Promise<void> {
  await until(
    "the marked programme is on air",
    async () => {
      const { status, body } = await station.visitor().call("GET", "/api/now-playing");
      if (status !== 200) return false;
      const { now, positionMs } = nowPlayingSchema.parse(body);
      return now !== null && positionMs - now.startMs >= RING_MS;
    },
    { limitMs: LIBRARY_LIMIT_MS },
  );
}
