import { fork, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { TestStation } from "@neonrelay/test-station";
import { projectRoot } from "../scripts/stage.ts";
import type { BenchResult } from "./main.ts";
import { cpuSecondsOf, memoryMibOf } from "./process-figures.ts";
import { loadAnswerSchema, type LoadAnswer, type LoadCommand } from "./socket-load.ts";

const TALKING_SOCKETS = 5000;
const IDLE_SOCKETS = 10_000;
const MESSAGES_PER_SECOND = 20;
const MEASURED_SECONDS = 20;
/** Connecting leaves work behind that is not to be measured. */
const SETTLE_MS = 3000;
/** Open files each of the two processes needs, with some to spare. */
const FILES_NEEDED = IDLE_SOCKETS + 500;

/** Sockets of a whole station, held by one other process: chat to thousands, and ten thousand that only listen. */
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
    await ask(load, { kind: "hold", port, sockets: TALKING_SOCKETS });
    await delay(SETTLE_MS);
    const memoryTalking = memoryMibOf(pid);
    const cpuBefore = cpuSecondsOf(pid);
    const startedAt = performance.now();
    const chat = await ask(load, {
      kind: "chat",
      perSecond: MESSAGES_PER_SECOND,
      seconds: MEASURED_SECONDS,
    });
    const cpuPercent =
      ((cpuSecondsOf(pid) - cpuBefore) / (performance.now() - startedAt)) * 100_000;
    if (chat.kind !== "chatted") throw new Error("the load did not answer the chat");
    await ask(load, { kind: "hold", port, sockets: IDLE_SOCKETS });
    await delay(SETTLE_MS);
    const memoryHeld = memoryMibOf(pid);
    const missed = chat.sent * TALKING_SOCKETS - chat.delivered;
    const row = (what: string, value: number) => ({ what, value: Math.round(value * 10) / 10 });
    return {
      rows: [
        row(`delivery to ${TALKING_SOCKETS} sockets, p50 ms`, chat.p50Ms),
        row("delivery, p99 ms", chat.p99Ms),
        row("delivery, worst ms", chat.worstMs),
        row("messages not delivered", missed),
        row("server CPU, % of a core", cpuPercent),
        row("load generator CPU, % of a core", chat.cpuPercent),
        row(`server memory with ${TALKING_SOCKETS} sockets, MiB`, memoryTalking),
        row(`server memory with ${IDLE_SOCKETS} idle sockets, MiB`, memoryHeld),
        row("open files allowed", filesAllowed),
      ],
      aim: `aim: p99 at most 250 ms at ${MESSAGES_PER_SECOND} messages a second, from sending to the last socket`,
      broken: [],
    };
  } finally {
    if (load.connected) load.disconnect();
  }
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

function openFilesAllowed(): number {
  const limits = readFileSync("/proc/self/limits", "utf8");
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0);
}
