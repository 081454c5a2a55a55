/** A real Subsonic server, Debian's Supysonic, for tests. */
import { freePort, TestPeerProcess } from "@neonrelay/process/test-peer-process";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

const CLI = "/usr/bin/supysonic-cli";
/** Debian's, which has Supysonic's libraries. */
const PYTHON = "/usr/bin/python3";

export const supysonicAccount = { username: "station", password: "s3cret & more: ä" };

export class TestSupysonic implements AsyncDisposable {
  readonly port: number;
  readonly #process: TestPeerProcess;

  private constructor(port: number, process: TestPeerProcess) {
    this.port = port;
    this.#process = process;
  }

  /** Serves the music of that folder. */
  static async start(music: string): Promise<TestSupysonic> {
    const port = await freePort();
    const process = await TestPeerProcess.prepare("supysonic", (folder) => ({
      "supysonic.conf": [
        "[base]",
        `database_uri = sqlite:///${folder}/supysonic.db`,
        "[webapp]",
        `cache_dir = ${folder}`,
        "[daemon]",
        `socket = ${folder}/daemon.sock`,
        "run_watcher = off",
      ].join("\n"),
    }));
    const options = { cwd: process.folder };
    const { username, password } = supysonicAccount;
    await run(CLI, ["user", "add", username, "-p", password], options);
    await run(CLI, ["folder", "add", "music", music], options);
    await run(CLI, ["folder", "scan", "-f", "music"], options);
    const supysonic = new TestSupysonic(port, process);
    await supysonic.run();
    return supysonic;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts or restarts it. */
  async run(): Promise<void> {
    const application = ["-m", "flask", "--app", "supysonic.web:create_application()"];
    await this.#process.run(
      PYTHON,
      [...application, "run", "--port", String(this.port)],
      this.port,
    );
  }

  /** SIGSTOP: it accepts connections but answers none. */
  freeze(): void {
    process.kill(this.#process.pid ?? 0, "SIGSTOP");
  }

  async kill(): Promise<void> {
    await this.#process.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}
