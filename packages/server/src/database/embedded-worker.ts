import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { fsyncSync, readlinkSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

export interface EmbeddedWorkerData {
  readonly folder: string;
  readonly machineCode: WebAssembly.Module;
}

/**
 * Thread that owns the embedded database. It takes whole batches of PostgreSQL's wire protocol, one at a time, and
 * answers each as the server would. On null it exits after the last batch. Every commit is on disk before its answer,
 * so the thread may also be killed at any time.
 */
// Made by `thread-host` in this process.
const { folder, machineCode }: EmbeddedWorkerData = workerData;
const port = parentPort;
if (port === null) throw new Error("embedded-worker runs as a worker thread only");

/** PostgreSQL's default, 128 MiB, fills up with pages that the system's cache holds as well. */
const SHARED_BUFFERS_MIB = 16;

const database = await PGlite.create({
  dataDir: folder,
  extensions: { pg_trgm },
  pgliteWasmModule: machineCode,
  startParams: [
    // PGlite runs without fsync by default: a power cut could then cost more than the newest rows.
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
    "-c",
    "wal_sync_method=fsync", // fdatasync does nothing in PGlite
    "-c",
    `shared_buffers=${SHARED_BUFFERS_MIB}MB`,
  ],
});
// Its file system has no fsync of its own, but calls one if present.
const { node } = database.Module.FS.lookupPath(PGlite.paths.PGDATA, {});
Object.assign(node.stream_ops, {
  fsync: ({ nfd }: { readonly nfd: number }) => fsyncSync(nfd),
});

// Chained, so a batch never starts inside another.
let last: Promise<void> = Promise.resolve();
port.on("message", (batch: unknown) => {
  if (batch === null) {
    last = last.then(async () => {
      await database.close();
      port.close();
    });
    return;
  }
  if (!(batch instanceof Uint8Array)) throw new TypeError("a batch is bytes");
  last = last.then(async () => {
    const bytes = await answer(batch);
    port.postMessage(bytes, [bytes.buffer]);
  });
});
port.postMessage(ownTask());

// The thread may be killed without warning, so the compile cache is saved now or never.
flushCompileCache();

/** This thread's name under /proc, such as `71/task/84`; "" outside Linux. */
function ownTask(): string {
  try {
    return readlinkSync("/proc/thread-self");
  } catch {
    return "";
  }
}

/**
 * The database's answer to a batch. `execProtocolRaw` would do, but it also parses each answer and keeps all rows of
 * all answers while the database is open.
 */
async function answer(batch: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  await database.execProtocolRawStream(batch, {
    onRawData: (piece) => pieces.push(piece.slice()), // its memory is reused
  });
  const answered = new Uint8Array(pieces.reduce((total, { length }) => total + length, 0));
  let end = 0;
  for (const piece of pieces) {
    answered.set(piece, end);
    end += piece.length;
  }
  return answered;
}
