/** A real headless WeeChat, driven through its pipe and read from its logs, for tests. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:fs";
import { access, mkdtemp, open, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { WAIT_LIMIT_MS } from "./test-wait-limit.ts";

const shownStepMs = 50;

export class TestWeechat implements AsyncDisposable {
  readonly #folder: string;
  readonly #child: ChildProcess;

  private constructor(folder: string, child: ChildProcess) {
    this.#folder = folder;
    this.#child = child;
  }

  /** Starts it and connects it to a server on the loopback address. */
  static async start(port: number, nick: string): Promise<TestWeechat> {
    const folder = await mkdtemp(path.join(tmpdir(), "weechat-"));
    const commands = [
      "/set logger.file.flush_delay 0",
      // WeeChat's own rate limit is not the server's.
      "/set irc.server_default.anti_flood_prio_high 0",
      "/set irc.server_default.anti_flood_prio_low 0",
      `/server add test 127.0.0.1/${port} -notls -nicks=${nick}`,
      "/connect test",
    ];
    const parameters = ["-d", folder, "-r", commands.join(";")];
    const child = spawn("weechat-headless", parameters, { stdio: "ignore" });
    const weechat = new TestWeechat(folder, child);
    await weechat.#untilPipe();
    return weechat;
  }

  /** Types a line into a channel's buffer, or the server's. */
  async type(buffer: string, line: string): Promise<void> {
    const name = buffer.startsWith("#") ? `irc.test.${buffer}` : "irc.server.test";
    // Must not create the file: without WeeChat's pipe this fails instead of writing to nowhere.
    await using pipe = await open(this.#pipe, constants.O_WRONLY);
    await pipe.write(`${name} *${line}\n`);
  }

  /** Waits until a buffer has shown a match. @throws with its contents when the limit passes */
  async untilShown(pattern: RegExp): Promise<void> {
    const limitAt = performance.now() + WAIT_LIMIT_MS;
    for (;;) {
      const shown = await this.#shown();
      if (pattern.test(shown)) return;
      if (performance.now() > limitAt) throw new Error(`no ${String(pattern)} in:\n${shown}`);
      await delay(shownStepMs);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exited = once(this.#child, "exit");
      this.#child.kill("SIGKILL");
      await exited;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #pipe(): string {
    return path.join(this.#folder, `weechat_fifo_${this.#child.pid}`);
  }

  /** @throws when WeeChat opens no pipe, as happens without its plugins */
  async #untilPipe(): Promise<void> {
    const limitAt = performance.now() + WAIT_LIMIT_MS;
    for (;;) {
      const isThere = await access(this.#pipe).then(
        () => true,
        () => false,
      );
      if (isThere) return;
      if (performance.now() > limitAt) {
        await this[Symbol.asyncDispose]();
        throw new Error("WeeChat opens no pipe to type into: is weechat-plugins installed?");
      }
      await delay(shownStepMs);
    }
  }

  async #shown(): Promise<string> {
    const folder = path.join(this.#folder, "logs");
    // The folder appears with the first log line.
    const files = await readdir(folder).catch(() => []);
    const texts = files
      .filter((file) => file.startsWith("irc."))
      .map((file) => readFile(path.join(folder, file), "utf8"));
    return (await Promise.all(texts)).join("\n");
  }
}
