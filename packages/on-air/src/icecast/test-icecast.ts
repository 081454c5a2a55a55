/** A real Icecast server with two mounts' rights, for tests. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

export const SOURCE_PASSWORD = "hackme & more: ä";
const START_LIMIT_MS = 15_000;
const START_STEP_MS = 20;
const WEB_FOLDER = "/usr/share/icecast2/web";
const ADMIN_FOLDER = "/usr/share/icecast2/admin";

/** A mount of another server that it listens to and passes on. */
interface Relay {
  readonly port: number;
  readonly mount: string;
  readonly localMount: string;
}

export class TestIcecast implements AsyncDisposable {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  static async start({ relay }: { readonly relay?: Relay } = {}): Promise<TestIcecast> {
    const folder = await mkdtemp(path.join(tmpdir(), "icecast-"));
    // It leaves root's rights behind, and still has to read and write here.
    await chmod(folder, 0o777);
    const icecast = new TestIcecast(await freePort(), folder);
    const text = configuration({ port: icecast.port, folder, relay });
    await writeFile(path.join(folder, "icecast.xml"), text);
    await icecast.begin();
    return icecast;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it (again) on the same port, and waits until it answers. */
  async begin(): Promise<void> {
    const file = path.join(this.#folder, "icecast.xml");
    this.#child = spawn("icecast2", ["-c", file], { stdio: "ignore" });
    const limit = AbortSignal.timeout(START_LIMIT_MS);
    while (!(await isOpen(this.port))) {
      limit.throwIfAborted();
      await delay(START_STEP_MS);
    }
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function configuration({
  port,
  folder,
  relay,
}: {
  readonly port: number;
  readonly folder: string;
  readonly relay: Relay | undefined;
}): string {
  const isRoot = process.getuid?.() === 0;
  const owner = "<changeowner><user>nobody</user><group>nogroup</group></changeowner>";
  const password = SOURCE_PASSWORD.replace("&", "&amp;");
  return `<icecast>
  <limits><sources>4</sources><clients>100</clients><source-timeout>10</source-timeout></limits>
  <authentication>
    <source-password>${password}</source-password>
    <admin-user>admin</admin-user><admin-password>admin</admin-password>
  </authentication>
  <hostname>127.0.0.1</hostname>
  <listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
  ${relay === undefined ? "" : relayElement(relay)}
  <mount type="default"><charset>UTF-8</charset></mount>
  <mount><mount-name>/full.mp3</mount-name><charset>UTF-8</charset></mount>
  <paths>
    <logdir>${folder}</logdir><webroot>${WEB_FOLDER}</webroot><adminroot>${ADMIN_FOLDER}</adminroot>
  </paths>
  <logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>3</loglevel></logging>
  <security><chroot>0</chroot>${isRoot ? owner : ""}</security>
</icecast>`;
}

function relayElement({ port, mount, localMount }: Relay): string {
  return `<relay>
    <server>127.0.0.1</server><port>${port}</port><mount>${mount}</mount><local-mount>${localMount}</local-mount>
    <on-demand>0</on-demand><relay-shoutcast-metadata>1</relay-shoutcast-metadata>
  </relay>`;
}

/** A port nobody has just now; Icecast can't choose one itself. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
