import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { freePort, TestPeerProcess } from "@neonrelay/process/test-peer-process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const siteFile = new URL("../../../deploy/nginx/neon-relay.conf", import.meta.url);

/** nginx with TLS from deploy/nginx/neon-relay.conf, with other ports, names and files. Disposing stops it. */
export class TestNginx implements AsyncDisposable {
  /** Scheme, host and port. */
  readonly origin: string;
  /** PEM; nginx's certificate is its own authority. */
  readonly certificate: string;
  readonly #process: TestPeerProcess;

  private constructor(options: { origin: string; certificate: string; process: TestPeerProcess }) {
    this.origin = options.origin;
    this.certificate = options.certificate;
    this.#process = options.process;
  }

  /** @param webPort the station's web port, now or later */
  static async start(webPort: number): Promise<TestNginx> {
    const [port, plainPort] = [await freePort(), await freePort()];
    const { key, cert } = await createTestCertificate();
    const process = await TestPeerProcess.prepare("nginx", () => ({ "cert.pem": cert }));
    const { folder } = process;
    await writeFile(path.join(folder, "key.pem"), key, { mode: 0o600 });
    const site = (await readFile(siteFile, "utf8"))
      .replaceAll(/^ *listen \[::\].*\n/gm, "")
      .replace("listen 80;", `listen 127.0.0.1:${plainPort};`)
      .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
      .replaceAll(/(ssl_certificate +)\S+;/g, `$1${folder}/cert.pem;`)
      .replaceAll(/(ssl_certificate_key +)\S+;/g, `$1${folder}/key.pem;`)
      .replaceAll("127.0.0.1:5000", `127.0.0.1:${webPort}`);
    await writeFile(
      path.join(folder, "nginx.conf"),
      nginxConfig(folder, site, ["master_process off;"]),
    );
    await process.run(
      "/usr/sbin/nginx",
      ["-p", folder, "-c", path.join(folder, "nginx.conf"), "-e", path.join(folder, "error.log")],
      port,
    );
    return new TestNginx({ origin: `https://localhost:${port}`, certificate: cert, process });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}

/**
 * Debian's nginx.conf in a separate folder.
 * @param process configuration lines: one process, or what a master that takes signals needs
 */
export function nginxConfig(folder: string, site: string, process: readonly string[]): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return [
    "daemon off;",
    ...process,
    `pid ${folder}/nginx.pid;`,
    "events { worker_connections 768; }",
    "http {",
    "access_log off;",
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    site,
    "}",
    "",
  ].join("\n");
}
