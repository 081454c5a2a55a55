import { writeFile } from "node:fs/promises";
import path from "node:path";
import { freePort, TestPeerProcess } from "@neonrelay/process/test-peer-process";

const USER = "station";
const OTHER_USER = "other";
const PASSWORD = "password-of-a-test";
const TOKEN = "token-of-a-test";

interface TestNatsOptions {
  /** Accepts only the token. */
  readonly withToken: boolean;
  /** PEM texts; null: without TLS. */
  readonly certificate: { readonly key: string; readonly cert: string } | null;
}

/** Debian's nats-server in a separate process, which requires a password or a token. */
export class TestNats implements AsyncDisposable {
  readonly port: number;
  readonly #peer: TestPeerProcess;
  readonly #options: TestNatsOptions;

  private constructor(peer: TestPeerProcess, port: number, options: TestNatsOptions) {
    this.#peer = peer;
    this.port = port;
    this.#options = options;
  }

  static async start(options: Partial<TestNatsOptions> = {}): Promise<TestNats> {
    const port = await freePort();
    const whole = { withToken: false, certificate: null, ...options };
    const peer = await TestPeerProcess.prepare("nats", () => ({
      ...(whole.certificate !== null && {
        "cert.pem": whole.certificate.cert,
        "key.pem": whole.certificate.key,
      }),
    }));
    const nats = new TestNats(peer, port, whole);
    await nats.begin();
    return nats;
  }

  /** Starts or restarts it. @param options.password new password of the station's user */
  async begin({ password }: { readonly password: string } = { password: PASSWORD }): Promise<void> {
    await writeFile(
      path.join(this.#peer.folder, "nats.conf"),
      configOf({ ...this.#options, port: this.port, password }),
    );
    await this.#peer.run("/usr/sbin/nats-server", ["--config", "nats.conf"], this.port);
  }

  /** For the station, with only the rights it needs. */
  get url(): string {
    return this.urlFor(this.#options.withToken ? TOKEN : `${USER}:${PASSWORD}`);
  }

  /** The same server without credentials. */
  get strangersUrl(): string {
    return this.urlFor(null);
  }

  /** For a user restricted to other subjects. */
  get othersUrl(): string {
    return this.urlFor(`${OTHER_USER}:${PASSWORD}`);
  }

  /** @param credentials before the host; null: none */
  urlFor(credentials: string | null): string {
    const place = this.#options.certificate === null ? "nats://127.0.0.1" : "tls://localhost";
    const url = new URL(`${place}:${this.port}`);
    const [user = "", password = ""] = credentials?.split(":") ?? [];
    url.username = user;
    url.password = password;
    return url.href;
  }

  /** The certificate clients must trust; null: no TLS. */
  get certificateFile(): string | null {
    return this.#options.certificate === null ? null : path.join(this.#peer.folder, "cert.pem");
  }

  /** Process id. */
  get pid(): number {
    return this.#peer.pid ?? 0;
  }

  async kill(): Promise<void> {
    await this.#peer.kill();
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    process.kill(this.pid, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#peer[Symbol.asyncDispose]();
  }
}

function configOf({
  port,
  password,
  withToken,
  certificate,
}: TestNatsOptions & { readonly port: number; readonly password: string }): string {
  const user = (name: string, subjects: string): string =>
    `{ user: "${name}", password: "${password}", permissions: { publish: "${subjects}", subscribe: "${subjects}" } }`;
  const users = `users: [ ${user(USER, "neonrelay.*")}, ${user(OTHER_USER, "other.*")} ]`;
  return [
    `listen: "127.0.0.1:${port}"`,
    `authorization { ${withToken ? `token: "${TOKEN}"` : users} }`,
    ...(certificate === null ? [] : [`tls { cert_file: "cert.pem", key_file: "key.pem" }`]),
  ].join("\n");
}
