/** A real irssi in a terminal of tmux, driven like a person would, for tests. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const shownLimitMs = 25_000;
const shownStepMs = 50;

export class TestIrssi implements AsyncDisposable {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts it and connects it to a server on the loopback address. */
  static async start(port: number, nick: string): Promise<TestIrssi> {
    const folder = await mkdtemp(path.join(tmpdir(), "irssi-"));
    // Its own pace for commands is none of the server's.
    const pace = 'cmd_queue_speed = "5msec"; cmds_max_at_once = "100";';
    const settings = `settings = { "irc/core" = { ${pace} }; };\n`;
    await writeFile(path.join(folder, "config"), settings);
    const irssi = new TestIrssi(folder);
    const program = ["irssi", `--home=${folder}`, "-n", nick, "-c", "127.0.0.1", "-p", `${port}`];
    await irssi.#tmux("new-session", "-d", "-x", "180", "-y", "70", ...program);
    return irssi;
  }

  /** Types a line and Enter. */
  async type(line: string): Promise<void> {
    await this.#tmux("send-keys", "-l", line);
    await this.#tmux("send-keys", "Enter");
  }

  /** Waits until the screen shows this. @throws with the screen when it does not in so long a time */
  async untilShown(pattern: RegExp): Promise<void> {
    const limitAt = performance.now() + shownLimitMs;
    for (;;) {
      const { stdout } = await this.#tmux("capture-pane", "-p");
      if (pattern.test(stdout)) return;
      if (performance.now() > limitAt) throw new Error(`no ${String(pattern)} in:\n${stdout}`);
      await delay(shownStepMs);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // An irssi that has quit has taken its tmux with it.
    await this.#tmux("kill-server").catch(() => {});
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }

  /** Each has a tmux of its own, whose socket is in its folder. */
  async #tmux(...parameters: readonly string[]): Promise<{ readonly stdout: string }> {
    const socket = path.join(this.#folder, "tmux");
    return run("tmux", ["-S", socket, "-f", "/dev/null", ...parameters]);
  }
}
