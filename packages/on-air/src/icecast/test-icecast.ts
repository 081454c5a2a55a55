/** A real Icecast server with rights for two mounts, for tests. */
import { setTimeout as delay } from "node:timers/promises";
import { freePort, TestPeerProcess } from "@neonrelay/process/test-peer-process";

export const SOURCE_PASSWORD = "hackme & more: ä";
/** Icecast 2.4.4 sometimes crashes while its statistics start, after opening its port (strdup of NULL). */
const START_TRIES = 3;
const ANSWER_LIMIT_MS = 20_000;
const ANSWER_STEP_MS = 20;
const WEB_FOLDER = "/usr/share/icecast2/web";
const ADMIN_FOLDER = "/usr/share/icecast2/admin";

/** Another server's mount that it relays. */
interface Relay {
  readonly port: number;
  readonly mount: string;
  readonly localMount: string;
}

/** A server whose mounts it relays. */
interface Master {
  readonly port: number;
  readonly password: string;
  /** Whether it connects to a mount only while that has listeners. */
  readonly isOnDemand: boolean;
}

interface Carried {
  readonly relay?: Relay;
  readonly master?: Master;
}

export class TestIcecast implements AsyncDisposable {
  readonly port: number;
  readonly #process: TestPeerProcess;

  private constructor(port: number, process: TestPeerProcess) {
    this.port = port;
    this.#process = process;
  }

  static async start({
    clients = 100,
    ...carried
  }: Carried & {
    /** Maximum clients. */
    readonly clients?: number;
  } = {}): Promise<TestIcecast> {
    const port = await freePort();
    const process = await TestPeerProcess.prepare("icecast", (folder) => ({
      "icecast.xml": configuration({ port, folder, carried, clients }),
    }));
    const icecast = new TestIcecast(port, process);
    await icecast.begin();
    return icecast;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Starts it (again) on the same port, and waits until it answers. */
  async begin(): Promise<void> {
    const file = `${this.#process.folder}/icecast.xml`;
    for (let tries = 0; tries < START_TRIES; tries += 1) {
      await this.#process.run("/usr/bin/icecast2", ["-c", file], this.port);
      if (await this.#answers()) return;
    }
    throw new Error(`Icecast does not answer, see ${this.#process.folder}`);
  }

  /** Waits until it reports its start time, which comes from the thread that may crash. */
  async #answers(): Promise<boolean> {
    const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
    try {
      for (;;) {
        const answer = await fetch(`${this.url}/status-json.xsl`, { signal: limit });
        if ((await answer.text()).includes("server_start")) return true;
        await delay(ANSWER_STEP_MS, undefined, { signal: limit });
      }
    } catch {
      return false;
    }
  }

  /** Kills it, like a crash. */
  async kill(): Promise<void> {
    await this.#process.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}

function configuration({
  port,
  folder,
  carried: { relay, master },
  clients,
}: {
  readonly port: number;
  readonly folder: string;
  readonly carried: Carried;
  readonly clients: number;
}): string {
  const isRoot = process.getuid?.() === 0;
  const owner = "<changeowner><user>nobody</user><group>nogroup</group></changeowner>";
  const password = SOURCE_PASSWORD.replace("&", "&amp;");
  return `<icecast>
  <limits><sources>4</sources><clients>${clients}</clients><source-timeout>10</source-timeout></limits>
  <authentication>
    <source-password>${password}</source-password>
    <admin-user>admin</admin-user><admin-password>admin</admin-password>
  </authentication>
  <hostname>127.0.0.1</hostname>
  <listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
  <http-headers><header name="Access-Control-Allow-Origin" value="*"/></http-headers>
  ${relay === undefined ? "" : relayElement(relay)}
  ${master === undefined ? "" : masterElements(master)}
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

function masterElements({ port, password, isOnDemand }: Master): string {
  return `<master-server>127.0.0.1</master-server><master-server-port>${port}</master-server-port>
    <master-update-interval>1</master-update-interval><master-password>${password}</master-password>
    <relays-on-demand>${isOnDemand ? 1 : 0}</relays-on-demand>`;
}
