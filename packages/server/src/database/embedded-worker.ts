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
 * Thread that owns the embedded database. It takes whole batches of PostgreSQL's wire protocol, one at a time,
 * and answers each with what the server would have sent. Told null, it ends by itself behind the last batch. Every
 * commit is on disk when it is answered, so the thread may also be ended at any time.
 */
// `thread-host` made this value, in this process.
const { folder, machineCode }: EmbeddedWorkerData = workerData;
const port = parentPort;
if (port === null) throw new Error("embedded-worker runs as a worker thread only");

/** What PostgreSQL takes, 128 MiB, fills up with pages that the system's own cache holds as well. */
const SHARED_BUFFERS_MIB = 16;

const database = await PGlite.create({
  dataDir: folder,
  extensions: { pg_trgm },
  pgliteWasmModule: machineCode,
  startParams: [
    // PGlite would run without fsync: then a power cut could cost more than the newest rows.
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
    "-c",
    "wal_sync_method=fsync", // fdatasync does nothing in PGlite
    "-c",
    `shared_buffers=${SHARED_BUFFERS_MIB}MB`,
  ],
});
// Its file system leaves fsync out, and calls it where it is there.
const { node } = database.Module.FS.lookupPath(PGlite.paths.PGDATA, {});
Object.assign(node.stream_ops, {
  fsync: ({ nfd }: { readonly nfd: number }) => fsyncSync(nfd),
});

// Promises of earlier batches are chained, so a batch never starts inside another.
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

// It is ended without asking: what was compiled is kept for the next start now, or never.
flushCompileCache();

/** This thread as Linux knows it, such as `71/task/84`; "" elsewhere. */
function ownTask(): string {
  try {
    return readlinkSync("/proc/thread-self");
  } catch {
    return "";
  }
}

/**
 * What the database says to a batch. `execProtocolRaw` would do, but it also parses each answer and keeps all rows of
 * all answers for as long as the database is open.
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
