import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { projectRoot } from "../scripts/stage.ts";
import { startInspircd } from "../packages/irc/src/test-inspircd.ts";
import { startNgircd } from "../packages/irc/src/test-ngircd.ts";
import { crowdAnswerSchema, type CrowdCommand } from "./irc-crowd.ts";
import type { BenchResult } from "./main.ts";
import { cpuSecondsOf } from "./process-figures.ts";
import { ratiosOf } from "./result-rules.ts";

const CLIENTS = 200;
const LINES = 1000;
const ROUNDS = 3;

interface Round {
  readonly linesPerSecond: number;
  readonly cpuMicrosecondsPerLine: number;
}

/** The embedded server next to two others: 200 clients in one channel, one of them speaking as fast as all can read. */
export async function benchIrcServers(): Promise<BenchResult> {
  const embedded = fork(path.join(projectRoot, "bench/irc-embedded.ts"));
  try {
    const [port] = await once(embedded, "message");
    await using ngircd = await startNgircd();
    await using inspircd = await startInspircd();
    const servers = [
      { name: "embedded", port: Number(port), pid: embedded.pid ?? 0 },
      { name: "ngircd", port: ngircd.port, pid: ngircd.pid ?? 0 },
      { name: "inspircd", port: inspircd.port, pid: inspircd.pid ?? 0 },
    ];
    // Alternating, so that other load on the machine affects all alike.
    const rounds = new Map<string, Round[]>(servers.map(({ name }) => [name, []]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { name, port: at, pid } of servers)
        rounds.get(name)?.push(await playRound(at, pid));
    const figures = (name: string, key: keyof Round) =>
      (rounds.get(name) ?? []).map((round) => Math.round(round[key] * 100) / 100);
    const own = figures("embedded", "linesPerSecond");
    return {
      rows: servers.map(({ name }) => ({
        server: name,
        "lines delivered per second": figures(name, "linesPerSecond").map(Math.round),
        "embedded to this": ratiosOf(own, figures(name, "linesPerSecond")),
        "CPU per line delivered, us": figures(name, "cpuMicrosecondsPerLine"),
      })),
      aim: `${CLIENTS} clients in one channel, ${LINES} lines of 80 bytes, median of ${ROUNDS} rounds by turns; the client's process has the other core`,
      broken: [],
    };
  } finally {
    embedded.kill();
  }
}

async function playRound(port: number, pid: number): Promise<Round> {
  const crowd = fork(path.join(projectRoot, "bench/irc-crowd.ts"));
  try {
    const cpuBefore = cpuSecondsOf(pid);
    crowd.send({ port, clients: CLIENTS, lines: LINES } satisfies CrowdCommand);
    const [message] = await once(crowd, "message", { signal: AbortSignal.timeout(120_000) });
    const { delivered, seconds } = crowdAnswerSchema.parse(message);
    return {
      linesPerSecond: delivered / seconds,
      cpuMicrosecondsPerLine: ((cpuSecondsOf(pid) - cpuBefore) / delivered) * 1_000_000,
    };
  } finally {
    crowd.kill();
  }
}
