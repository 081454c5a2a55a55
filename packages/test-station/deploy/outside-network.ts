import { execFile } from "node:child_process";
import { randomInt } from "node:crypto";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Another machine, as far as the network goes: it reaches this one by one cable, and has no other. */
export class OutsideNetwork implements AsyncDisposable {
  /** Of this machine, on the cable. */
  readonly address: string;
  readonly #name: string;

  private constructor(name: string, address: string) {
    this.#name = name;
    this.address = address;
  }

  static async lay(): Promise<OutsideNetwork> {
    const id = randomInt(256);
    const name = `nr${id}`;
    // RFC 2544: addresses for tests of networks.
    const [here, there] = [`198.19.${id}.1`, `198.19.${id}.2`];
    const ip = async (...words: readonly string[]): Promise<unknown> => await run("ip", words);
    await ip("netns", "add", name);
    const network = new OutsideNetwork(name, here);
    try {
      await ip(
        "link",
        "add",
        `${name}a`,
        "type",
        "veth",
        "peer",
        "name",
        `${name}b`,
        "netns",
        name,
      );
      await ip("address", "add", `${here}/30`, "dev", `${name}a`);
      await ip("link", "set", `${name}a`, "up");
      await ip("-n", name, "address", "add", `${there}/30`, "dev", `${name}b`);
      await ip("-n", name, "link", "set", `${name}b`, "up");
      return network;
    } catch (error) {
      await network[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Runs a program there. @returns its exit code and what it printed */
  async run(
    ...command: readonly string[]
  ): Promise<{ readonly exitCode: number; readonly output: string }> {
    const { promise, resolve } = Promise.withResolvers<{ exitCode: number; output: string }>();
    const words = ["netns", "exec", this.#name, ...command];
    execFile("ip", words, { timeout: 100_000 }, (error, stdout, stderr) =>
      resolve({
        exitCode: error === null ? 0 : Number(error.code ?? -1),
        output: `${stdout}${stderr}`,
      }),
    );
    return await promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The cable goes with its end.
    await run("ip", ["netns", "delete", this.#name]);
  }
}
