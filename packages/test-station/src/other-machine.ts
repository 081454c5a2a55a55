import { execFile } from "node:child_process";
import { randomInt } from "node:crypto";
import { promisify } from "node:util";

const run = promisify(execFile);
const ip = async (...words: readonly string[]): Promise<unknown> => await run("ip", words);

/** Simulates another machine on the network, with one cable to this one and no other. Needs root. */
export class OtherMachine implements AsyncDisposable {
  /** This machine's address on the cable. */
  readonly here: string;
  /** The other machine's address. */
  readonly address: string;
  readonly #name: string;

  private constructor(id: number) {
    // RFC 2544: addresses for network tests.
    this.here = `198.19.${id}.1`;
    this.address = `198.19.${id}.2`;
    this.#name = `nr${id}`;
  }

  static async join(): Promise<OtherMachine> {
    const machine = new OtherMachine(randomInt(256));
    const name = machine.#name;
    await ip("netns", "add", name);
    try {
      const ends = [`${name}a`, "type", "veth", "peer", "name", `${name}b`, "netns", name];
      await ip("link", "add", ...ends);
      await ip("address", "add", `${machine.here}/30`, "dev", `${name}a`);
      await ip("link", "set", `${name}a`, "up");
      await ip("-n", name, "link", "set", "lo", "up");
      await ip("-n", name, "address", "add", `${machine.address}/30`, "dev", `${name}b`);
      await machine.plugIn();
      return machine;
    } catch (error) {
      await machine[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Command prefix that runs a command there; it execs the command. */
  get wrapper(): readonly string[] {
    return ["ip", "netns", "exec", this.#name];
  }

  /** Runs a program there. @returns its exit code and output */
  async run(
    ...command: readonly string[]
  ): Promise<{ readonly exitCode: number; readonly output: string }> {
    const { promise, resolve } = Promise.withResolvers<{ exitCode: number; output: string }>();
    const [program = "", ...words] = [...this.wrapper, ...command];
    execFile(program, words, { timeout: 100_000 }, (error, stdout, stderr) =>
      resolve({
        exitCode: error === null ? 0 : Number(error.code ?? -1),
        output: `${stdout}${stderr}`,
      }),
    );
    return await promise;
  }

  /** From now on everything sent is lost, on both sides, without an error. */
  async unplug(): Promise<void> {
    await ip("-n", this.#name, "link", "set", `${this.#name}b`, "down");
  }

  async plugIn(): Promise<void> {
    await ip("-n", this.#name, "link", "set", `${this.#name}b`, "up");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Deleting one end deletes the cable.
    await ip("netns", "delete", this.#name);
  }
}
