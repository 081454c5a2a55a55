import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { projectRoot } from "../scripts/stage.ts";
import { messageOf } from "./api.ts";
import type { Deliveries } from "./percentile-rules.ts";
import { openFilesAllowed } from "./listener-crowd.ts";
import { cpuSecondsOf } from "./process-figures.ts";
import { loadAnswerSchema, type LoadAnswer, type LoadCommand } from "./socket-load.ts";

/** The first of the networks 127.x that sockets come from. */
const FIRST_NETWORK = 10;

/** Browsers' sockets in processes of their own, which end when this is disposed of. */
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

  /** Have so many open in all, by turns at these ports; those that are open stay. */
  async hold(sockets: number, ports: readonly number[]): Promise<void> {
    const count = this.#processes.length;
    await this.#askAll((index) => ({
      kind: "hold",
      ports: [...ports],
      sockets: Math.floor((sockets + index) / count),
      network: FIRST_NETWORK + index,
    }));
  }

  /** What comes from now on is measured. */
  async begin(): Promise<void> {
    await this.#askAll(() => ({ kind: "begin" }));
  }

  /** Processor time that they have used together, in seconds. */
  cpuSeconds(): number {
    return this.pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  }

  /** What was delivered, once each socket has got so many messages, or some seconds later. */
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
