import { fork, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../scripts/stage.ts";
import { messageOf } from "./api.ts";
import { crowdReportSchema, type CrowdOrder, type CrowdReport } from "./listeners-load.ts";

/** Listeners in separate processes, which end when this is disposed of. */
export class ListenerCrowd implements Disposable {
  readonly #processes: readonly ChildProcess[];

  /** @throws when one process may not open its share of sockets */
  constructor({ processes, most }: { readonly processes: number; readonly most: number }) {
    const needed = Math.ceil(most / processes) + 100;
    const allowed = openFilesAllowed();
    if (allowed < needed)
      throw new Error(`${needed} open files are needed and ${allowed} allowed: raise ulimit -n`);
    this.#processes = Array.from({ length: processes }, () =>
      fork(path.join(projectRoot, "bench/listeners-load.ts")),
    );
  }

  /** Replaces the current listeners with new ones. @param limitMs how long to wait for the last of them */
  async listen(order: {
    readonly port: number;
    readonly listeners: number;
    readonly wantsTitles: boolean;
    readonly limitMs: number;
  }): Promise<{ readonly accepted: number; readonly failures: number; readonly tookMs: number }> {
    const count = this.#processes.length;
    const reports = await this.#askAll((index) => ({
      kind: "listen",
      ...order,
      listeners: Math.floor((order.listeners + index) / count),
      network: 10 + index,
    }));
    const found = reports.filter((report) => report.kind === "listening");
    return {
      accepted: sum(found.map(({ accepted }) => accepted)),
      failures: sum(found.map(({ failures }) => failures)),
      tookMs: Math.max(...found.map(({ tookMs }) => tookMs)),
    };
  }

  /** What they receive within `seconds`. */
  async measure({
    seconds,
    bitrateKbps,
  }: {
    readonly seconds: number;
    readonly bitrateKbps: number;
  }): Promise<{
    readonly held: number;
    readonly within: number;
    readonly megabytes: number;
    readonly cpuPercent: number;
  }> {
    const reports = await this.#askAll(() => ({ kind: "measure", seconds, bitrateKbps }));
    const found = reports.filter((report) => report.kind === "measured");
    return {
      held: sum(found.map(({ held }) => held)),
      within: sum(found.map(({ within }) => within)),
      megabytes: sum(found.map(({ megabytes }) => megabytes)),
      cpuPercent: sum(found.map(({ cpuPercent }) => cpuPercent)),
    };
  }

  [Symbol.dispose](): void {
    for (const child of this.#processes) if (child.connected) child.disconnect();
  }

  async #askAll(orderOf: (index: number) => CrowdOrder): Promise<readonly CrowdReport[]> {
    return await Promise.all(
      this.#processes.map(async (child, index) => {
        child.send(orderOf(index));
        return crowdReportSchema.parse(await messageOf(child));
      }),
    );
  }
}

/** Of this process, and so of its children. */
export function openFilesAllowed(): number {
  const limits = readFileSync("/proc/self/limits", "utf8");
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
