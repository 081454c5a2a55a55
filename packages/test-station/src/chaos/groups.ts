import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { SOURCE_PASSWORD, TestIcecast } from "@neonrelay/on-air/test-icecast";
import { startNgircd } from "../../../irc/src/test-ngircd.ts";
import { OtherMachine } from "../other-machine.ts";
import { TestNats } from "../test-nats.ts";
import type { TestNodes } from "../test-nodes.ts";
import { startTestPostgres } from "../test-postgres.ts";
import { childFaults } from "./child-faults.ts";
import { clockFaults, setClockShift } from "./clock-faults.ts";
import { diskFault } from "./disk-faults.ts";
import type { Fault } from "./fault.ts";
import { FaultyProxy } from "./faulty-proxy.ts";
import {
  cableFaults,
  databaseNetworkFaults,
  listenerNetworkFaults,
  natsNetworkFaults,
} from "./network-faults.ts";
import { databaseFaults, musicFault, neighbourFaults } from "./outside-faults.ts";
import { processFaults } from "./process-faults.ts";
import { oneServer, onOtherMachine } from "./running-station.ts";
import { nodeFaults } from "./node-faults.ts";
import { twoServers } from "./two-servers.ts";
import { openScene, type Scene, type SceneOptions } from "./scene.ts";

/** A running station and its faults. */
interface OpenGroup {
  readonly scene: Scene;
  readonly faults: readonly Fault[];
}

/** Number of listeners and writers. */
export type Size = Pick<SceneOptions, "listeners" | "users">;

/** Faults tried on one station, one after another. */
export interface FaultGroup {
  readonly name: string;
  /** A requirement missing on the machine; null: none. */
  readonly lacks: () => string | null;
  /** @param stack owns what is opened */
  readonly open: (size: Size, stack: AsyncDisposableStack) => Promise<OpenGroup>;
}

const EVERY_MS = 2000;
const DATA_MEGABYTES = 400;

function optionsFor(size: Size): SceneOptions {
  return {
    ...size,
    everyMs: EVERY_MS,
    hasUploads: true,
    tracks: 3,
    trackSeconds: 600,
    environment: {},
    hasNetwork: false,
    start: oneServer(),
  };
}

const isRoot = process.getuid?.() === 0;

export const faultGroups: readonly FaultGroup[] = [
  {
    name: "processes",
    lacks: () => null,
    open: async (size, stack) => ({
      scene: stack.use(await openScene(optionsFor(size))),
      faults: [...processFaults, ...childFaults],
    }),
  },
  {
    name: "disk",
    lacks: () => (isRoot ? null : "root, to mount a small file system"),
    open: async (size, stack) => ({
      scene: stack.use(
        await openScene({
          ...optionsFor(size),
          start: oneServer({ dataMegabytes: DATA_MEGABYTES }),
        }),
      ),
      faults: [diskFault],
    }),
  },
  { name: "neighbours", lacks: () => null, open: openNeighbours },
  { name: "nodes", lacks: () => null, open: openNodes },
  {
    name: "cable",
    lacks: () => (isRoot ? null : "root, for a network of its own"),
    open: async (size, stack) => {
      const machine = stack.use(await OtherMachine.join());
      const start = onOtherMachine(machine);
      const scene = stack.use(await openScene({ ...optionsFor(size), start }));
      return { scene, faults: cableFaults(machine) };
    },
  },
  {
    name: "network",
    lacks: () => null,
    open: async (size, stack) => {
      const scene = stack.use(await openScene({ ...optionsFor(size), hasNetwork: true }));
      if (scene.network === null) throw new Error("the scene has no network");
      return { scene, faults: listenerNetworkFaults(scene.network) };
    },
  },
  {
    name: "clock",
    lacks: () => null,
    open: async (size, stack) => {
      const folder = stack.adopt(
        await mkdtemp(path.join(os.tmpdir(), "neonrelay-chaos-clock-")),
        (made) => rm(made, { recursive: true, force: true }),
      );
      const file = path.join(folder, "shift");
      setClockShift(file, 0);
      const module = new URL("clock-shift.ts", import.meta.url);
      module.searchParams.set("file", file);
      const environment = { NODE_OPTIONS: `--import=${module.href}` };
      const scene = stack.use(await openScene({ ...optionsFor(size), environment }));
      return { scene, faults: clockFaults(file) };
    },
  },
];

/** A station on PostgreSQL, on an IRC network, relaying to an Icecast server. */
async function openNeighbours(size: Size, stack: AsyncDisposableStack): Promise<OpenGroup> {
  const postgres = stack.use(await startTestPostgres());
  const network = stack.use(await FaultyProxy.open(Number(new URL(postgres.url).port)));
  const databaseUrl = new URL(postgres.url);
  databaseUrl.port = String(network.port);
  const ngircd = stack.use(await startNgircd());
  const icecast = stack.use(await TestIcecast.start());
  const scene = stack.use(
    await openScene({
      ...optionsFor(size),
      environment: {
        DATABASE_URL: databaseUrl.href,
        IRC_SERVER: "127.0.0.1",
        IRC_PORT: String(ngircd.port),
        IRC_TLS: "off",
        IRC_PACE: "unlimited",
        IRC_LISTEN_PORT: "off",
      },
    }),
  );
  await sendTo(icecast, scene);
  return {
    scene,
    faults: [
      ...databaseFaults(postgres),
      ...databaseNetworkFaults(network),
      ...neighbourFaults({
        name: "IRC network",
        pid: () => ngircd.pid,
        kill: () => ngircd.kill(),
        begin: () => ngircd.begin(),
      }),
      ...neighbourFaults({
        name: "Icecast",
        pid: () => icecast.pid,
        kill: () => icecast.kill(),
        begin: () => icecast.begin(),
      }),
      musicFault,
    ],
  };
}

/** Two servers behind nginx, on PostgreSQL, connected by a nats-server. */
async function openNodes(size: Size, stack: AsyncDisposableStack): Promise<OpenGroup> {
  const postgres = stack.use(await startTestPostgres());
  const nats = stack.use(await TestNats.start());
  const network = stack.use(await FaultyProxy.open(nats.port));
  const natsUrl = new URL(nats.url);
  natsUrl.port = String(network.port);
  const opened: TestNodes[] = [];
  const scene = stack.use(
    await openScene({
      ...optionsFor(size),
      start: async (options) => {
        const shared = { databaseUrl: postgres.url, natsUrl: natsUrl.href };
        const running = await twoServers(options, shared);
        opened.push(running.nodes);
        return running;
      },
    }),
  );
  const [nodes] = opened;
  if (nodes === undefined) throw new Error("the scene has no nodes");
  return {
    scene,
    faults: [
      ...neighbourFaults({
        name: "NATS",
        pid: () => nats.pid,
        kill: () => nats.kill(),
        begin: () => nats.begin(),
      }),
      ...natsNetworkFaults(network),
      ...nodeFaults(nodes),
    ],
  };
}

async function sendTo(icecast: TestIcecast, scene: Scene): Promise<void> {
  const operator = await scene.station().operator();
  const host = "127.0.0.1";
  await operator.call("PUT", "/api/station-settings", { allowedStreamHosts: [host] });
  const { status } = await operator.call("POST", "/api/stream/outputs", {
    host,
    port: icecast.port,
    mount: "/chaos.mp3",
    password: SOURCE_PASSWORD,
  });
  if (status >= 400) throw new Error(`adding the output returned ${status}`);
}
