/** A program in a tmux terminal, driven as a person would, for tests. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const SHOWN_LIMIT_MS = 60_000;
const SHOWN_STEP_MS = 50;

export class TestTerminal implements AsyncDisposable {
  /** Its own, deleted with it. */
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Runs a command in the terminal's own folder.
   * @param environment added to this process's
   */
  static async start(
    command: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<TestTerminal> {
    const folder = await mkdtemp(path.join(tmpdir(), "neonrelay-terminal-"));
    const terminal = new TestTerminal(folder);
    const variables = Object.entries(environment).flatMap(([name, value]) => [
      "-e",
      `${name}=${value}`,
    ]);
    const size = ["-x", "180", "-y", "70", "-c", folder];
    await terminal.#tmux("new-session", "-d", ...size, ...variables, ...command);
    return terminal;
  }

  /** Types a line and Enter. */
  async type(line: string): Promise<void> {
    await this.#tmux("send-keys", "-l", "--", line);
    await this.press("Enter");
  }

  /** @param key in tmux's notation, such as `C-c` */
  async press(key: string): Promise<void> {
    await this.#tmux("send-keys", key);
  }

  /** The screen and its scrollback. */
  async screen(): Promise<string> {
    return (await this.#tmux("capture-pane", "-p", "-J", "-S", "-")).stdout.trimEnd();
  }

  /** Waits until the screen matches. @throws with the screen when the limit passes */
  async untilShown(pattern: RegExp, { limitMs } = { limitMs: SHOWN_LIMIT_MS }): Promise<void> {
    const limitAt = performance.now() + limitMs;
    for (;;) {
      const shown = await this.screen();
      if (pattern.test(shown)) return;
      if (performance.now() > limitAt) throw new Error(`no ${String(pattern)} in:\n${shown}`);
      await delay(SHOWN_STEP_MS);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A program that has ended took its tmux with it.
    await this.#tmux("kill-server").catch(() => {});
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }

  /** Each terminal runs its own tmux, with the socket in its folder. */
  async #tmux(...parameters: readonly string[]): Promise<{ readonly stdout: string }> {
    const socket = path.join(this.folder, "tmux");
    return run("tmux", ["-S", socket, "-f", "/dev/null", ...parameters]);
  }
}
