import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { projectRoot } from "../scripts/stage.ts";
import { messageOf } from "./api.ts";
import type { Deliveries } from "./percentile-rules.ts";
import { openFilesAllowed } from "./listener-crowd.ts";
import { cpuSecondsOf } from "./process-figures.ts";
import { loadAnswerSchema, type LoadAnswer, type LoadCommand } from "./socket-load.ts";

/** The first of the networks 127.x that sockets connect from. */
const FIRST_NETWORK = 10;

/** Browsers' sockets in separate processes, which end when this is disposed of. */
export class SocketCrowd implements Disposable {
  readonly #processes: readonly ChildProcess[];

  /** @throws when one process may not open as many files as the server has sockets */
  constructor({ processes, most }: { readonly processes: number; readonly most: number }) {
    const needed = most + 500;
    const allowed = openFilesAllowed();
    if (allowed < needed)
      throw new Error(`${needed} open files are needed and ${allowed} allowed: raise ulimit -n`);
    this.#processes = Array.from({ length: processes }, () =>
      fork(path.join(projectRoot, "bench/socket-load.ts")),
    );
  }

  get pids(): readonly number[] {
    return this.#processes.map(({ pid }) => pid ?? 0);
  }

  /** Opens sockets up to this total, alternating between these ports; open ones stay. */
  async hold(sockets: number, ports: readonly number[]): Promise<void> {
    const count = this.#processes.length;
    await this.#askAll((index) => ({
      kind: "hold",
      ports: [...ports],
      sockets: Math.floor((sockets + index) / count),
      network: FIRST_NETWORK + index,
    }));
  }

  /** Starts the measurement. */
  async begin(): Promise<void> {
    await this.#askAll(() => ({ kind: "begin" }));
  }

  /** Their total CPU time, in seconds. */
  cpuSeconds(): number {
    return this.pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  }

  /** The deliveries, once each socket has got this many messages, or after some seconds. */
  async collect(messages: number): Promise<Deliveries> {
    const answers = await this.#askAll(() => ({ kind: "collect", messages }));
    return answers.flatMap((answer) => (answer.kind === "collected" ? answer.deliveries : []));
  }

  [Symbol.dispose](): void {
    for (const child of this.#processes) if (child.connected) child.disconnect();
  }

  async #askAll(commandOf: (index: number) => LoadCommand): Promise<readonly LoadAnswer[]> {
    return await Promise.all(
      this.#processes.map(async (child, index) => {
        child.send(commandOf(index));
        return loadAnswerSchema.parse(await messageOf(child));
      }),
    );
  }
}
