import { setTimeout as delay } from "node:timers/promises";
import { childrenOf } from "@neonrelay/test-station/station-processes";
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import { TestNats } from "@neonrelay/test-station/test-nats";
import { TestNodes } from "@neonrelay/test-station/test-nodes";
import { Client } from "pg";
import { openFilesAllowed } from "./listener-crowd.ts";
import type { BenchOptions, BenchResult } from "./main.ts";
import { percentileOf } from "./percentile-rules.ts";
import { cpuSecondsOf, medianOf } from "./process-figures.ts";
import { SocketCrowd } from "./socket-crowd.ts";
import { talk } from "./socket-talk.ts";
import { LOAD_PROCESSES } from "./socket.ts";
import type { BenchRow } from "./stored-result.ts";

const PER_SECOND = 10;
const MEASURED_SECONDS = 15;
const MESSAGES = PER_SECOND * MEASURED_SECONDS;
const SETTLE_MS = 3000;
/** Measurements of each way, alternating. */
const ROUNDS = 3;
/** A node's open files other than browsers' sockets. */
const OTHER_FILES = 500;

/** Which nodes browsers connect to. */
interface Way {
  readonly name: string;
  readonly ports: readonly [number, ...number[]];
  readonly pids: Readonly<Record<string, () => readonly number[]>>;
}

interface Figures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly lost: number;
  /** Per process, in ms per 1,000 messages delivered: other load on the machine hardly changes it. */
  readonly cpuMs: Readonly<Record<string, number>>;
}

/** Chat to thousands of sockets of a station with two nodes, alternating: at one node, at both, and over each bus. */
export async function benchSocketNodes({ sockets }: BenchOptions): Promise<BenchResult> {
  const filesAllowed = openFilesAllowed();
  // A standby node has two per browser: the browser's own, and one to the serving node.
  const filesNeeded = 2 * sockets + OTHER_FILES;
  if (filesAllowed < filesNeeded)
    throw new Error(
      `${filesNeeded} open files are needed and ${filesAllowed} allowed: raise ulimit -n`,
    );
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await startTestPostgres());
  const nats = stack.use(await TestNats.start());
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("create database over_nats");
  await client.end();
  const overNotify = stack.use(await TestNodes.start({ databaseUrl: postgres.url }));
  const overNats = stack.use(
    await TestNodes.start({
      databaseUrl: postgres.url.replace(/postgres$/, "over_nats"),
      natsUrl: nats.url,
    }),
  );
  const bus = { notify: () => treeOf(postgres.pid()), nats: () => [nats.pid] };
  const ways = [
    wayOf("one node", overNotify, ["a"], {}),
    wayOf("two nodes, NOTIFY", overNotify, ["a", "b"], { PostgreSQL: bus.notify }),
    wayOf("two nodes, NATS", overNats, ["a", "b"], { "nats-server": bus.nats }),
    wayOf("all at the node that waits, NOTIFY", overNotify, ["b"], { PostgreSQL: bus.notify }),
    wayOf("all at the node that waits, NATS", overNats, ["b"], { "nats-server": bus.nats }),
  ];
  const found = new Map<string, Figures[]>(ways.map(({ name }) => [name, []]));
  let firstVisitor = 0;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of ways) {
      found.get(way.name)?.push(await measure(way, { sockets, firstVisitor }));
      firstVisitor += MESSAGES;
    }
  return {
    rows: [...found].flatMap(([name, figures]) => rowsOf(`${sockets} sockets, ${name}`, figures)),
    aim: "aim: p99 at most 250 ms, from sending to the last socket; medians of three rounds in turn",
    broken: [],
  };
}

function wayOf(
  name: string,
  nodes: TestNodes,
  at: readonly ["a" | "b", ...("a" | "b")[]],
  more: Way["pids"],
): Way {
  const portOf = (node: "a" | "b"): number => Number(new URL(nodes.urlOf(node)).port);
  const [first, ...others] = at;
  return {
    name,
    ports: [portOf(first), ...others.map(portOf)],
    pids: {
      "the node that serves": () => [nodes.serverOf("a") ?? 0],
      "the node that waits": () => [nodes.serverOf("b") ?? 0],
      ...more,
    },
  };
}

function treeOf(pid: number): readonly number[] {
  return [pid, ...childrenOf(pid)];
}

async function measure(
  { name, ports, pids }: Way,
  { sockets, firstVisitor }: { readonly sockets: number; readonly firstVisitor: number },
): Promise<Figures> {
  using crowd = new SocketCrowd({ processes: LOAD_PROCESSES, most: sockets });
  await crowd.hold(sockets, ports);
  await delay(SETTLE_MS);
  await crowd.begin();
  const before = Object.entries(pids).map(([what, find]) => [what, usedBy(find())] as const);
  await talk({ port: ports[0], firstVisitor, perSecond: PER_SECOND, messages: MESSAGES });
  const deliveries = await crowd.collect(MESSAGES);
  const delivered = deliveries.reduce((sum, [, count]) => sum + count, 0);
  const cpuMs = before.map(
    ([what, used]) => [what, (secondsSince(used) * 1_000_000) / delivered] as const,
  );
  const figures = {
    p50Ms: percentileOf(deliveries, 0.5),
    p99Ms: percentileOf(deliveries, 0.99),
    lost: MESSAGES * sockets - delivered,
    cpuMs: Object.fromEntries(cpuMs),
  };
  console.log(name, JSON.stringify(figures));
  return figures;
}

/** CPU time of each process, in seconds; ended ones are omitted. */
function usedBy(pids: Iterable<number>): ReadonlyMap<number, number> {
  return new Map(
    [...pids].flatMap((pid) => {
      try {
        return [[pid, cpuSecondsOf(pid)] as const];
      } catch {
        return []; // PostgreSQL ends a connection's process with it
      }
    }),
  );
}

function secondsSince(before: ReadonlyMap<number, number>): number {
  const now = usedBy(before.keys());
  return [...now].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
}

function rowsOf(name: string, figures: readonly Figures[]): readonly BenchRow[] {
  const row = (what: string, values: readonly number[]) => ({
    what: `${name}: ${what}`,
    value: Math.round(medianOf(values) * 10) / 10,
  });
  const parts = Object.keys(figures[0]?.cpuMs ?? {});
  return [
    row(
      "delivery, p50 ms",
      figures.map(({ p50Ms }) => p50Ms),
    ),
    row(
      "delivery, p99 ms",
      figures.map(({ p99Ms }) => p99Ms),
    ),
    row(
      "messages not delivered",
      figures.map(({ lost }) => lost),
    ),
    ...parts.map((part) =>
      row(
        `CPU of ${part}, ms for 1,000 delivered`,
        figures.map(({ cpuMs }) => cpuMs[part] ?? 0),
      ),
    ),
  ];
}
