import { freePort, TestPeerProcess } from "@neonrelay/process/test-peer-process";

const USER = "station";
const PASSWORD = "password-of-a-test";

/** Debian's nats-server in a process of its own, which asks for a password. */
export class TestNats implements AsyncDisposable {
  readonly url: string;
  /** The same server without credentials. */
  readonly strangersUrl: string;
  readonly #peer: TestPeerProcess;
  readonly #port: number;

  private constructor(peer: TestPeerProcess, port: number) {
    this.#peer = peer;
    this.#port = port;
    this.url = `nats://${USER}:${PASSWORD}@127.0.0.1:${port}`;
    this.strangersUrl = `nats://127.0.0.1:${port}`;
  }

  static async start(): Promise<TestNats> {
    const nats = new TestNats(await TestPeerProcess.prepare("nats", () => ({})), await freePort());
    await nats.begin();
    return nats;
  }

  /** Starts it, again too. */
  async begin(): Promise<void> {
    const address = ["--addr", "127.0.0.1", "--port", String(this.#port)];
    const parameters = [...address, "--user", USER, "--pass", PASSWORD];
    await this.#peer.run("/usr/sbin/nats-server", parameters, this.#port);
  }

  /** Of its process. */
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
