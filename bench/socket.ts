import { setTimeout as delay } from "node:timers/promises";
import { TestStation } from "@neonrelay/test-station";
import { percentileOf } from "./percentile-rules.ts";
import { cpuSecondsOf, memoryMibOf } from "./process-figures.ts";
import type { BenchResult } from "./main.ts";
import { SocketCrowd } from "./socket-crowd.ts";
import { talk } from "./socket-talk.ts";
import type { BenchRow } from "./stored-result.ts";

/** The same deliveries per second in both: one server process holds all sockets. */
const talks = [
  { sockets: 5000, perSecond: 20 },
  { sockets: 10_000, perSecond: 10 },
] as const;
const MAX_SOCKETS = 10_000;
/** One process can't read everything the server writes; their CPU time is reported. */
export const LOAD_PROCESSES = 2;
const MEASURED_SECONDS = 15;
/** Connecting leaves work behind that must not be measured. */
const SETTLE_MS = 3000;

/** Sockets of a whole station, held by other processes: chat to thousands. */
export async function benchSocket(): Promise<BenchResult> {
  using crowd = new SocketCrowd({ processes: LOAD_PROCESSES, most: MAX_SOCKETS });
  await using station = await TestStation.start({ environment: { LOG_LEVEL: "warn" } });
  const port = Number(new URL(station.webUrl).port);
  const pid = station.parts().server ?? 0;
  const rows: BenchRow[] = [];
  let firstVisitor = 0;
  for (const talk of talks) {
    rows.push(...(await measure({ crowd, port, pid, firstVisitor }, talk)));
    firstVisitor += talk.perSecond * MEASURED_SECONDS;
  }
  return {
    rows,
    aim: "aim: p99 at most 250 ms at 100,000 deliveries a second, from sending to the last socket",
    broken: [],
  };
}

async function measure(
  {
    crowd,
    port,
    pid,
    firstVisitor,
  }: {
    readonly crowd: SocketCrowd;
    readonly port: number;
    readonly pid: number;
    readonly firstVisitor: number;
  },
  { sockets, perSecond }: (typeof talks)[number],
): Promise<readonly BenchRow[]> {
  await crowd.hold(sockets, [port]);
  await delay(SETTLE_MS);
  const memoryMib = memoryMibOf(pid);
  await crowd.begin();
  const cpuBefore = { server: cpuSecondsOf(pid), loads: crowd.cpuSeconds() };
  const startedAt = performance.now();
  const messages = perSecond * MEASURED_SECONDS;
  await talk({ port, firstVisitor, perSecond, messages });
  const deliveries = await crowd.collect(messages);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuSeconds = {
    server: cpuSecondsOf(pid) - cpuBefore.server,
    loads: crowd.cpuSeconds() - cpuBefore.loads,
  };
  const delivered = deliveries.reduce((sum, [, count]) => sum + count, 0);
  const row = (what: string, value: number) => ({
    what: `${sockets} sockets, ${perSecond} messages a second: ${what}`,
    value: Math.round(value * 10) / 10,
  });
  return [
    row("delivery, p50 ms", percentileOf(deliveries, 0.5)),
    row("delivery, p99 ms", percentileOf(deliveries, 0.99)),
    row("delivery, worst ms", percentileOf(deliveries, 1)),
    row("messages not delivered", messages * sockets - delivered),
    row("server CPU, % of a core", (cpuSeconds.server * 100) / seconds),
    row("server CPU per delivery, us", (cpuSeconds.server * 1e6) / delivered),
    row(`${LOAD_PROCESSES} load generators' CPU, % of a core`, (cpuSeconds.loads * 100) / seconds),
    row(
      `${LOAD_PROCESSES} load generators' CPU per delivery, us`,
      (cpuSeconds.loads * 1e6) / delivered,
    ),
    row("server memory before it, MiB", memoryMib),
  ];
}
