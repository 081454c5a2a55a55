import type { ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import { freePort, TestPeerProcess } from "@neonrelay/process/test-peer-process";
import { descendantsOf, partsOf, wake } from "./station-processes.ts";
import { nginxConfig } from "./test-nginx.ts";
import { launchStation, TestStation, until, Visitor } from "./test-station.ts";

const deployFolder = new URL("../../../deploy/nginx/", import.meta.url);

interface TestNodesOptions {
  readonly databaseUrl: string;
  readonly standbyUrl?: string;
  readonly natsUrl?: string;
  readonly musicDirs?: readonly string[];
  /** Additional environment variables of both. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The launcher of a server without on-air. */
interface SecondNode {
  readonly launcher: ChildProcess;
  readonly lines: readonly string[];
}

export type NodeName = "a" | "b";

/**
 * A station with two servers behind Debian's nginx from deploy/nginx, in real processes: node a with on-air, node b
 * without, sharing a data folder. Disposing stops and removes everything but the database.
 */
export class TestNodes implements AsyncDisposable {
  readonly dataDir: string;
  /** nginx. */
  readonly webUrl: string;
  readonly a: TestStation;
  readonly b: SecondNode;
  readonly #urls: Readonly<Record<NodeName, string>>;
  readonly #stack: AsyncDisposableStack;

  private constructor(state: {
    readonly dataDir: string;
    readonly webUrl: string;
    readonly a: TestStation;
    readonly b: SecondNode;
    readonly urls: Readonly<Record<NodeName, string>>;
    readonly stack: AsyncDisposableStack;
  }) {
    this.dataDir = state.dataDir;
    this.webUrl = state.webUrl;
    this.a = state.a;
    this.b = state.b;
    this.#urls = state.urls;
    this.#stack = state.stack;
  }

  /** Node a serves, and b is the standby. */
  static async start({
    databaseUrl,
    standbyUrl,
    natsUrl,
    musicDirs = [],
    environment: further = {},
  }: TestNodesOptions): Promise<TestNodes> {
    await using stack = new AsyncDisposableStack();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-nodes-"));
    stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const [portA, portB, streamPort, ircPort] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    const { origin, nginx } = await startNginx([portA, portB]);
    stack.use(nginx);
    const shared = {
      DATABASE_URL: databaseUrl,
      STREAM_PORT: String(streamPort),
      IRC_LISTEN_PORT: String(ircPort),
      PUBLIC_URL: origin,
      TRUST_PROXY: "127.0.0.1",
      ...(standbyUrl !== undefined && { DATABASE_STANDBY_URL: standbyUrl }),
      ...further,
      ...(natsUrl !== undefined && { NATS_URL: natsUrl }),
    };
    const a = stack.use(
      await TestStation.start({
        dataDir,
        musicDirs,
        environment: { ...shared, NODE_NAME: "a", PORT: String(portA) },
      }),
    );
    const environment = { ...shared, NODE_NAME: "b", NODE_ON_AIR: "off", PORT: String(portB) };
    const { launcher, lines } = await launchStation({ dataDir, musicDirs, environment });
    stack.defer(() => endLauncher(launcher));
    await until("node b is ready", () => lines.some((line) => line.startsWith("Node b: ")));
    const urls = { a: `http://127.0.0.1:${portA}`, b: `http://127.0.0.1:${portB}` };
    const b = { launcher, lines };
    return new TestNodes({ dataDir, webUrl: origin, a, b, urls, stack: stack.move() });
  }

  /** A node's address, bypassing nginx. */
  urlOf(name: NodeName): string {
    return this.#urls[name];
  }

  /** The process id of a node's server; undefined while it restarts. */
  serverOf(name: NodeName): number | undefined {
    return partsOf(this.launcherOf(name)).server;
  }

  launcherOf(name: NodeName): number {
    return name === "a" ? this.a.launcherPid : (this.b.launcher.pid ?? 0);
  }

  /** A browser at nginx. */
  visitor(): Visitor {
    return new Visitor(this.webUrl);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]();
  }
}

async function endLauncher(launcher: ChildProcess): Promise<void> {
  if (launcher.exitCode !== null || launcher.signalCode !== null) return;
  const ended = once(launcher, "exit");
  if (launcher.pid !== undefined) wake([launcher.pid, ...descendantsOf(launcher.pid)]);
  launcher.kill("SIGTERM");
  await ended;
}

/** nginx from the files in deploy/nginx, without TLS. */
async function startNginx(
  ports: readonly [number, number],
): Promise<{ readonly origin: string; readonly nginx: TestPeerProcess }> {
  const port = await freePort();
  const nginx = await TestPeerProcess.prepare("nginx", () => ({}));
  const { folder } = nginx;
  const read = async (name: string) => await readFile(new URL(name, deployFolder), "utf8");
  const servers = (await read("several-servers.conf"))
    .replace("127.0.0.1:5000 max", `127.0.0.1:${ports[0]} max`)
    .replace("127.0.0.1:5001 max", `127.0.0.1:${ports[1]} max`);
  const site = (await read("neon-relay.conf"))
    .replaceAll(/^ *(?:listen \[::\]|ssl_).*\n/gm, "")
    .replace(/server \{\s+listen 80;[^}]+\}/, "")
    .replace(
      "listen 443 ssl http2;",
      `listen 127.0.0.1:${port};\n${await read("several-servers-away.conf")}`,
    )
    .replaceAll("http://127.0.0.1:5000", "http://neon_relay_servers");
  const config = path.join(folder, "nginx.conf");
  await writeFile(config, nginxConfig(folder, `${servers}\n${site}`, ["master_process off;"]));
  await nginx.run(
    "/usr/sbin/nginx",
    ["-p", folder, "-c", config, "-e", path.join(folder, "error.log")],
    port,
  );
  return { origin: `http://127.0.0.1:${port}`, nginx };
}
