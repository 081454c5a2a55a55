// @module-tag postgresql
import { TestAwakeTimer } from "@neonrelay/process/test-awake-timer";
import { startTestPostgres, type TestPostgres } from "@neonrelay/test-station/test-postgres";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { NodeCandidate, type CandidateLook } from "./node-candidate.ts";
import { LEASE_ENDS_AFTER_MS } from "./node-lease-rules.ts";

const processFile = fileURLToPath(new URL("test-lease-process.ts", import.meta.url));
const spanSchema = z.array(
  z.object({ who: z.string(), rows: z.coerce.number(), is_before: z.boolean() }),
);

let stack: AsyncDisposableStack;
let postgres: TestPostgres;
/** Of a database for each test, as a lock is the database's. */
let databaseUrl: string;
let databases = 0;
let watching: Client;

beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres?.[Symbol.asyncDispose]());

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  databaseUrl = await createDatabase();
  watching = stack.adopt(new Client({ connectionString: databaseUrl }), (client) => client.end());
  await watching.connect();
  await watching.query(
    "create table written (who text not null, at timestamptz not null default clock_timestamp())",
  );
});
afterEach(async () => await stack.disposeAsync());

async function createDatabase(): Promise<string> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  databases += 1;
  await client.query(`create database lease${databases}`);
  await client.end();
  return new URL(`/lease${databases}`, postgres.url).href;
}

/** A process that leads, once it does. */
async function startLeader(
  name: string,
): Promise<{ readonly child: ChildProcess; readonly nextLine: () => Promise<string> }> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", processFile, databaseUrl, name],
    {
      stdio: ["ignore", "pipe", "inherit"],
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

/** Looks until the lease is there. @returns how long that took, in ms */
async function takeLease(name: string) {
  const waiting = candidate(name);
  using timer = new TestAwakeTimer();
  let look: CandidateLook = await waiting.look();
  while (look.kind !== "taken" && timer.passedMs < 20_000) look = await waiting.look();
  if (look.kind !== "taken") throw new Error(`the lease is ${look.kind}`);
  stack.adopt(look.lease, (lease) => lease.close());
  return { lease: look.lease, tookMs: timer.passedMs };
}

/** Whether what the process wrote is all from before now. */
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

test("one node holds the lease, and the others learn where it answers", async () => {
  const { lease } = await takeLease("a");
  const other = candidate("b");
  expect(await other.look()).toEqual({ kind: "held", holder: null });
  await startLeaderTables();
  await lease.record();
  expect(await other.look()).toEqual({ kind: "held", holder: null });

  await lease.serveAt("http://127.0.0.1:5000");

  const holder = { url: "http://127.0.0.1:5000", secret: lease.secret };
  expect(await other.look()).toEqual({ kind: "held", holder });
});

/** The table that a migration makes. */
async function startLeaderTables(): Promise<void> {
  await watching.query(
    "create table node_lease (id text primary key, holder text not null, token bigint not null, secret text not null, url text, taken_at timestamptz not null default now())",
  );
}

test("a lease that is given back is taken at once, with a token one higher", async () => {
  await startLeaderTables();
  const { lease } = await takeLease("a");

  await lease.close();
  await takeLease("b");

  const { rows } = await watching.query("select holder, token::int as token, url from node_lease");
  expect(rows).toEqual([{ holder: "b", token: 2, url: null }]);
});

test("when the holder's process is killed, another node has the lease within a second", async () => {
  const { child } = await startLeader("a");
  child.kill("SIGKILL");
  await once(child, "exit");

  const { tookMs } = await takeLease("b");

  console.log(`lease after SIGKILL: ${Math.round(tookMs)} ms`);
  expect(tookMs).toBeLessThan(1000);
});

test("a holder that stands still loses the lease, and gets nothing through when it wakes up", async () => {
  const { child, nextLine } = await startLeader("a");
  child.kill("SIGSTOP");

  const { lease, tookMs } = await takeLease("b");
  const takenAt = await databaseNow();
  child.kill("SIGCONT");

  console.log(`lease after SIGSTOP: ${Math.round(tookMs)} ms`);
  expect(await nextLine()).toBe("refused");
  expect(tookMs).toBeLessThan(LEASE_ENDS_AFTER_MS + 1000);
  const [a] = await rowsBefore(takenAt);
  expect(a).toMatchObject({ who: "a", is_before: true });
  expect((a?.rows ?? 0) % 2).toBe(0); // no transaction was cut in half
  expect(() => lease.requireHeld()).not.toThrow();
});

test("a holder whose connection is cut ends, and says no more that it holds the lease", async () => {
  const { lease } = await takeLease("a");

  await watching.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'",
  );

  expect((await lease.lost).message).toBe("this node has lost the lease of the station");
  expect(() => lease.requireHeld()).toThrow("has lost the lease");
});

test("while no server answers no node gets the lease", async () => {
  const waiting = candidate("a");
  postgres.stop();

  expect(await waiting.look()).toMatchObject({ kind: "away" });
  postgres.start();
});
