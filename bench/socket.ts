import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { TestStation } from "@neonrelay/test-station";
import { projectRoot } from "../scripts/stage.ts";
import { openFilesAllowed } from "./listener-crowd.ts";
import type { BenchResult } from "./main.ts";
import { cpuSecondsOf, memoryMibOf } from "./process-figures.ts";
import { loadAnswerSchema, type LoadAnswer, type LoadCommand } from "./socket-load.ts";
import type { BenchRow } from "./stored-result.ts";

/** As many deliveries a second in both: one process holds all sockets. */
const talks = [
  { sockets: 5000, perSecond: 20 },
  { sockets: 10_000, perSecond: 10 },
] as const;
const MOST_SOCKETS = 10_000;
const MEASURED_SECONDS = 15;
/** Connecting leaves work behind that is not to be measured. */
const SETTLE_MS = 3000;
/** Open files each of the two processes needs, with some to spare. */
const FILES_NEEDED = MOST_SOCKETS + 500;

/** Sockets of a whole station, held by one other process that also talks: chat to thousands. */
export async function benchSocket(): Promise<BenchResult> {
  const filesAllowed = openFilesAllowed();
  if (filesAllowed < FILES_NEEDED)
    throw new Error(
      `${FILES_NEEDED} open files are needed and ${filesAllowed} allowed: raise ulimit -n`,
    );
  await using station = await TestStation.start({ environment: { LOG_LEVEL: "warn" } });
  const port = Number(new URL(station.webUrl).port);
  const pid = station.parts().server ?? 0;
  const load = fork(path.join(projectRoot, "bench/socket-load.ts"));
  try {
    const rows = [];
    for (const talk of talks) rows.push(...(await measure({ load, port, pid }, talk)));
    return {
      rows: [...rows, { what: "open files allowed", value: filesAllowed }],
      aim: "aim: p99 at most 250 ms at 100,000 deliveries a second, from sending to the last socket",
      broken: [],
    };
  } finally {
    if (load.connected) load.disconnect();
  }
}

async function measure(
  { load, port, pid }: { readonly load: ChildProcess; readonly port: number; readonly pid: number },
  { sockets, perSecond }: (typeof talks)[number],
): Promise<readonly BenchRow[]> {
  await ask(load, { kind: "hold", port, sockets });
  await delay(SETTLE_MS);
  const memoryMib = memoryMibOf(pid);
  const cpuBefore = cpuSecondsOf(pid);
  const startedAt = performance.now();
  const chat = await ask(load, { kind: "chat", perSecond, seconds: MEASURED_SECONDS });
  const cpuPercent = ((cpuSecondsOf(pid) - cpuBefore) / (performance.now() - startedAt)) * 100_000;
  if (chat.kind !== "chatted") throw new Error("the load did not answer the chat");
  const row = (what: string, value: number) => ({
    what: `${sockets} sockets, ${perSecond} messages a second: ${what}`,
    value: Math.round(value * 10) / 10,
  });
  return [
    row("delivery, p50 ms", chat.p50Ms),
    row("delivery, p99 ms", chat.p99Ms),
    row("delivery, worst ms", chat.worstMs),
    row("messages not delivered", chat.sent * sockets - chat.delivered),
    row("server CPU, % of a core", cpuPercent),
    row("load generator CPU, % of a core", chat.cpuPercent),
    row("server memory before it, MiB", memoryMib),
  ];
}

async function ask(load: ChildProcess, command: LoadCommand): Promise<LoadAnswer> {
  const answer = await new Promise<unknown>((resolve, reject) => {
    load.once("message", resolve);
    load.once("exit", (code) => reject(new Error(`the load generator ended with ${code}`)));
    load.send(command);
  });
  load.removeAllListeners("exit");
  return loadAnswerSchema.parse(answer);
}
