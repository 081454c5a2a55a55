/** Debian's nginx as the cache in front of HLS, using the files in deploy/. For tests and benchmarks. */
import { freePort, TestPeerProcess } from "@neonrelay/process/test-peer-process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const NGINX = "/usr/sbin/nginx";
const deployed = (name: string): Promise<string> =>
  readFile(new URL(`../../../../../deploy/nginx/${name}`, import.meta.url), "utf8");

interface NginxOptions {
  /** Where the stream server listens, or will listen. */
  readonly streamPort: number;
  /** Lines of the main block: number of processes. */
  readonly processes: readonly string[];
  readonly connections: number;
  /** Lines of the http block: logging. */
  readonly http: readonly string[];
}

export class TestHlsNginx implements AsyncDisposable {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly #port: number;
  readonly #process: TestPeerProcess;

  private constructor(port: number, process: TestPeerProcess) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#port = port;
    this.#process = process;
  }

  static async start({
    streamPort,
    processes,
    connections,
    http,
  }: NginxOptions): Promise<TestHlsNginx> {
    const port = await freePort();
    const peer = await TestPeerProcess.prepare("hls-nginx", () => ({}));
    const { folder } = peer;
    const cache = (await deployed("hls-cache.conf"))
      .replace("/var/lib/nginx/neon-relay-hls", `${folder}/cache`)
      .replace("127.0.0.1:8000", `127.0.0.1:${streamPort}`);
    await writeFile(path.join(folder, "locations.conf"), await deployed("hls-locations.conf"));
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    const lines = [
      "daemon off;",
      ...processes,
      `pid ${folder}/nginx.pid;`,
      `events { worker_connections ${connections}; }`,
      "http {",
      ...http,
      ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
      cache,
      `server { listen 127.0.0.1:${port} backlog=4096; include ${folder}/locations.conf; }`,
      "}\n",
    ];
    await writeFile(path.join(folder, "nginx.conf"), lines.join("\n"));
    const nginx = new TestHlsNginx(port, peer);
    await nginx.run();
    return nginx;
  }

  get folder(): string {
    return this.#process.folder;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Starts it, including after a kill. */
  async run(): Promise<void> {
    const { folder } = this;
    const parameters = ["-p", folder, "-c", `${folder}/nginx.conf`, "-e", `${folder}/error.log`];
    await this.#process.run(NGINX, parameters, this.#port);
  }

  async kill(): Promise<void> {
    await this.#process.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The master process ends its workers.
    await this.#process.end();
    await this.#process[Symbol.asyncDispose]();
  }
}
