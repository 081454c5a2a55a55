// @module-tag postgresql
import { createLog } from "@neonrelay/process/log";
import { processorWaitMs } from "@neonrelay/process/linux-proc";
import { TestAwakeTimer } from "@neonrelay/process/test-awake-timer";
import { startTestPostgres, type TestPostgres } from "@neonrelay/test-station/test-postgres";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { NodeCandidate, type CandidateCheck } from "./node-candidate.ts";
import { LEASE_ENDS_AFTER_MS, TRY_EVERY_MS } from "./node-lease-rules.ts";
import { openDatabase } from "./open-database.ts";

const processFile = fileURLToPath(new URL("test-lease-process.ts", import.meta.url));
const spanSchema = z.array(
  z.object({ who: z.string(), rows: z.coerce.number(), is_before: z.boolean() }),
);

let stack: AsyncDisposableStack;
let postgres: TestPostgres;
/** A database for each test, as locks belong to a database. */
let databaseUrl: string;
let databases = 0;
let watching: Client;

beforeAll(async () => {
  postgres = await startTestPostgres();
  const migrated = await openDatabase({
    databaseUrl: await createDatabase("migrated", { template: "template1" }),
    dataDir: tmpdir(),
    beforeMigration: null,
    log: createLog({ part: "test", level: "silent" }),
  });
  await migrated.close();
});
afterAll(() => postgres?.[Symbol.asyncDispose]());

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  databases += 1;
  databaseUrl = await createDatabase(`lease${databases}`, { template: "migrated" });
  watching = stack.adopt(new Client({ connectionString: databaseUrl }), (client) => client.end());
  watching.on("error", () => {}); // one test stops the server
  await watching.connect();
  await watching.query(
    "create table written (who text not null, at timestamptz not null default clock_timestamp())",
  );
});
afterEach(async () => await stack.disposeAsync());

async function createDatabase(
  name: string,
  { template }: { readonly template: string },
): Promise<string> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  return new URL(`/${name}`, postgres.url).href;
}

/** Resolves once the process leads. */
async function startLeader(
  name: string,
): Promise<{ readonly child: ChildProcess; readonly nextLine: () => Promise<string> }> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", processFile, databaseUrl, name],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  stack.defer(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => {
    const line = await lines.next();
    return line.done === true ? "ended" : line.value;
  };
  expect(await nextLine()).toBe("leads");
  return { child, nextLine };
}

function candidate(name: string): NodeCandidate {
  const options = { name, databaseUrls: [databaseUrl] };
  return stack.adopt(new NodeCandidate(options), (owned) => owned.close());
}

/** Tries until the lease is taken, as a node does. @returns how long that took, in ms */
async function takeLease(name: string, waiting = candidate(name)) {
  using timer = new TestAwakeTimer();
  let look: CandidateCheck = await waiting.tryLease();
  const lookAgain = async () => (look = await waiting.tryLease()).kind;
  if (look.kind !== "taken")
    await expect.poll(lookAgain, { interval: TRY_EVERY_MS, timeout: 20_000 }).toBe("taken");
  if (look.kind !== "taken") throw new Error(`the lease is ${look.kind}`);
  stack.adopt(look.lease, (lease) => lease.close());
  return { lease: look.lease, tookMs: timer.passedMs };
}

/** Whether all rows of the process are from before now. */
async function rowsBefore(moment: string) {
  const { rows } = await watching.query(
    "select who, count(*) as rows, max(at) < $1::timestamptz as is_before from written group by who",
    [moment],
  );
  return spanSchema.parse(rows);
}

async function databaseNow(): Promise<string> {
  const { rows } = await watching.query("select clock_timestamp()::text as now");
  return z.array(z.object({ now: z.string() })).parse(rows)[0]?.now ?? "";
}

test("one node holds the lease, and the others know its address", async () => {
  await watching.query("alter table node_lease rename to not_there_yet");
  const { lease } = await takeLease("a");
  const other = candidate("b");
  expect(await other.tryLease()).toEqual({ kind: "held", holder: null });
  await watching.query("alter table not_there_yet rename to node_lease");
  await lease.record();
  expect(await other.tryLease()).toEqual({ kind: "held", holder: null });

  await lease.serveAt("http://127.0.0.1:5000");

  const holder = { url: "http://127.0.0.1:5000", secret: lease.secret };
  expect(await other.tryLease()).toEqual({ kind: "held", holder });
});

test("a released lease is taken at once, and the token goes up by one", async () => {
  const { lease } = await takeLease("a");

  await lease.close();
  await takeLease("b");

  const { rows } = await watching.query("select holder, token::int as token, url from node_lease");
  expect(rows).toEqual([{ holder: "b", token: 2, url: null }]);
});

test("when the holder's process is killed, another node has the lease within a second", async () => {
  const { child } = await startLeader("a");
  const waiting = candidate("b");
  await waiting.tryLease();
  child.kill("SIGKILL");

  const { tookMs } = await takeLease("b", waiting);

  console.log(`lease after SIGKILL: ${Math.round(tookMs)} ms`);
  expect(tookMs).toBeLessThan(1000);
});

test.each<{
  readonly what: string;
  readonly begin: (child: ChildProcess) => unknown;
  readonly end: (child: ChildProcess) => unknown;
}>([
  {
    what: "process is stopped",
    begin: (child) => child.kill("SIGSTOP"),
    end: (child) => child.kill("SIGCONT"),
  },
  {
    what: "main thread hangs",
    begin: (child) => child.kill("SIGUSR2"),
    end: (child) => child.stdin?.write("x"),
  },
])(
  "a holder whose $what loses the lease, and gets nothing through when it wakes up",
  async ({ what, begin, end }) => {
    const { child, nextLine } = await startLeader("a");
    begin(child);

    const { lease, tookMs } = await takeLease("b");
    const takenAt = await databaseNow();
    end(child);

    console.log(`lease when the ${what}: ${Math.round(tookMs)} ms`);
    expect(await nextLine()).toBe("refused");
    expect(tookMs).toBeLessThan(LEASE_ENDS_AFTER_MS + 1000);
    const [a] = await rowsBefore(takenAt);
    expect(a).toMatchObject({ who: "a", is_before: true });
    expect((a?.rows ?? 0) % 2).toBe(0); // no transaction was cut in half
    expect(() => lease.requireHeld()).not.toThrow();
  },
);

test("a holder starved of CPU for longer than the lease lasts keeps it", async () => {
  const { child, nextLine } = await startLeader("a");
  const pid = child.pid ?? 0;
  using load = loadProcessorOf(pid);
  child.kill("SIGWINCH");
  expect(await nextLine()).toBe("works");
  const waitedBeforeMs = processorWaitMs(String(pid));
  await expect
    .poll(() => processorWaitMs(String(pid)) - waitedBeforeMs)
    .toBeGreaterThan(LEASE_ENDS_AFTER_MS);
  load[Symbol.dispose]();

  expect(await nextLine()).toBe("has written");
  expect(await candidate("b").tryLease()).toEqual({ kind: "held", holder: null });
});

/** Pins the main thread of a process to one CPU, shared with thirty busy loops. */
function loadProcessorOf(pid: number): Disposable {
  const [, processor = "0"] =
    /Cpus_allowed_list:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  execFileSync("taskset", ["-pc", processor, String(pid)]);
  // They end with their stdin, so with this process, and in any case after three seconds of CPU each.
  const loops = spawn(
    "taskset",
    [
      "-c",
      processor,
      "sh",
      "-c",
      'ulimit -t 3; for loop in $(seq 30); do while :; do :; done & loops="$loops $!"; done; read end; kill $loops',
    ],
    { stdio: ["pipe", "ignore", "inherit"] },
  );
  const load = new DisposableStack();
  load.defer(() => loops.stdin.end());
  return stack.use(load);
}

test("a holder whose connection is cut ends and no longer claims the lease", async () => {
  const { lease } = await takeLease("a");

  await watching.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'",
  );

  expect((await lease.lost).message).toBe("this node has lost the lease of the station");
  expect(() => lease.requireHeld()).toThrow("has lost the lease");
});

test("no node gets the lease while no server answers", async () => {
  const waiting = candidate("a");
  postgres.stop();

  expect(await waiting.tryLease()).toMatchObject({ kind: "away" });
  postgres.start();
});
