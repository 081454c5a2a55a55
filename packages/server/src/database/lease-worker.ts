import { CHECK_INTERVAL_MS } from "@neonrelay/process/supervision-rules";
import { processorWaitMs } from "@neonrelay/process/linux-proc";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { Client } from "pg";
import { reasonOf } from "./database-failures.ts";
import { endClient } from "./pg-client.ts";
import { findPrimary } from "./find-primary.ts";
import { leaseSignsIn, monotonicMs } from "./lease-signs.ts";
import {
  hangs,
  LEASE_ENDS_AFTER_MS,
  SIGN_EVERY_MS,
  standstillAfter,
  type Standstill,
} from "./node-lease-rules.ts";

export interface LeaseWorkerData {
  /** See `LeaseSigns`. */
  readonly memory: SharedArrayBuffer;
  readonly databaseUrls: readonly string[];
}

export type LeaseRequest =
  /** Find the server that takes writes and connect to it. */
  | { readonly kind: "open" }
  | { readonly kind: "query"; readonly text: string; readonly values: readonly unknown[] }
  | { readonly kind: "disconnect" };

/** One per request, in order. */
export type LeaseAnswer =
  | { readonly kind: "opened"; readonly databaseUrl: string }
  | { readonly kind: "rows"; readonly rows: readonly unknown[] }
  | { readonly kind: "disconnected" }
  /** @param code of PostgreSQL or the network; copying an error between threads loses it */
  | { readonly kind: "failed"; readonly reason: string; readonly code: string | undefined };

/** Unrequested: the connection is gone. */
export interface LeaseLoss {
  readonly kind: "lost";
  readonly reason: string;
}

/**
 * Thread that owns the connection with the lease. PostgreSQL ends that connection after 4 s of silence, so this thread
 * sends a sign of life each second, however busy the main thread is or however long that waits for a CPU. It ends the
 * connection itself when the main thread hangs.
 */
// Made by `LeaseThread` in this process.
const { memory, databaseUrls }: LeaseWorkerData = workerData;
const port = parentPort;
if (port === null) throw new Error("lease-worker runs as a worker thread only");
const signs = leaseSignsIn(memory);
/** null: not connected. */
let client: Client | null = null;

// A connection does one thing at a time: requests and signs of life take turns.
let last: Promise<unknown> = Promise.resolve();
function inTurn<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  const done = last.then(work);
  last = done.catch(() => {}); // the caller handles it
  return done;
}

port.on("message", (request: LeaseRequest) => {
  void inTurn(() => answer(request))
    .catch(failureOf)
    .then((message: LeaseAnswer) => port.postMessage(message));
});
void signForEver();
watchMainThread();

async function answer(request: LeaseRequest): Promise<LeaseAnswer> {
  switch (request.kind) {
    case "open":
      return { kind: "opened", databaseUrl: await open() };
    case "query":
      return { kind: "rows", rows: await query(request.text, request.values) };
    case "disconnect":
      await disconnect();
      return { kind: "disconnected" };
    default:
      return request satisfies never;
  }
}

async function open(): Promise<string> {
  await disconnect();
  const found = await findPrimary(databaseUrls, { name: "neonrelay node" });
  const opened = found.client;
  client = opened;
  opened.on("error", (cause) => lose(opened, cause));
  opened.on("end", () => lose(opened, "its connection has ended"));
  await query("select set_config('idle_session_timeout', $1, false)", [`${LEASE_ENDS_AFTER_MS}ms`]);
  return found.databaseUrl;
}

async function query(text: string, values: readonly unknown[] = []): Promise<readonly unknown[]> {
  if (client === null) throw new Error("Connection terminated");
  const used = client;
  const sentAtMs = monotonicMs();
  const { rows } = await used.query<Record<string, unknown>>(text, [...values]);
  // The connection may be gone by now, given up because the main thread hangs.
  if (client === used) signs.answered(sentAtMs);
  return rows;
}

async function disconnect(): Promise<void> {
  const closed = client;
  client = null;
  signs.lose();
  if (closed !== null) await endClient(closed);
}

/** From here on the main thread can't rely on the lease, even before it gets the message. */
function lose(lost: Client, cause: unknown): void {
  if (client !== lost) return; // already closed or lost
  signs.lose();
  client = null;
  port?.postMessage({ kind: "lost", reason: reasonOf(cause) } satisfies LeaseLoss);
  void endClient(lost);
}

async function signForEver(): Promise<void> {
  for (;;) {
    await delay(SIGN_EVERY_MS);
    await inTurn(async () => {
      const signing = client;
      if (signing !== null) await query("select 1").catch((cause: unknown) => lose(signing, cause));
    });
  }
}

function watchMainThread(): void {
  let standstill: Standstill | null = null;
  setInterval(() => {
    const seen = { beats: signs.beats(), waitedInAllMs: processorWaitMs(String(process.pid)) };
    standstill = standstillAfter(standstill, seen);
    if (client !== null && hangs(standstill)) lose(client, "the main thread does not respond");
  }, CHECK_INTERVAL_MS);
}

function failureOf(error: unknown): LeaseAnswer {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  return { kind: "failed", reason: reasonOf(error), code };
}
