import { processorWaitMs } from "@neonrelay/process/linux-proc";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { EmbeddedHost, HostListener } from "./embedded-database.ts";
import type { EmbeddedWorkerData } from "./embedded-worker.ts";

/** Time an idle thread gets to exit. */
const END_LIMIT_MS = 2000;

/** Opens the database of a folder in a thread of this process. */
export async function startThreadHost(
  folder: string,
  listener: HostListener,
): Promise<EmbeddedHost> {
  const worker = new Worker(new URL("./embedded-worker.ts", import.meta.url), {
    workerData: { folder, machineCode: await compileOnce() } satisfies EmbeddedWorkerData,
  });
  worker.on("error", (error) => listener.failed(error));
  worker.on("exit", () => listener.failed(new Error("The embedded database ended")));
  let task = "";
  worker.once("message", (own: unknown) => {
    task = String(own);
    worker.on("message", (answer: unknown) => {
      listener.answered(answer instanceof Uint8Array ? answer : new Uint8Array());
    });
    listener.opened();
  });
  return {
    post: (batch) => worker.postMessage(batch),
    waitedMs: () => processorWaitMs(task),
    end: ({ isIdle }) => endThread(worker, { isIdle }),
  };
}

/** An idle thread exits by itself; a thread with work left is terminated. */
async function endThread(worker: Worker, { isIdle }: { readonly isIdle: boolean }): Promise<void> {
  worker.removeAllListeners();
  worker.on("error", () => {}); // it is being ended, so its errors no longer matter
  if (isIdle) {
    const exited = once(worker, "exit", { signal: AbortSignal.timeout(END_LIMIT_MS) });
    worker.postMessage(null);
    await exited.catch(() => {}); // then it is terminated
  }
  await worker.terminate();
}

let machineCode: Promise<WebAssembly.Module> | undefined;

/**
 * PGlite's code, compiled once for all threads of this process. A thread that ends while it compiles crashes the whole
 * process: https://github.com/nodejs/node/issues/56236
 */
async function compileOnce(): Promise<WebAssembly.Module> {
  machineCode ??= readFile(
    createRequire(import.meta.url).resolve("@electric-sql/pglite/pglite.wasm"),
  ).then((bytes) => WebAssembly.compile(bytes));
  return await machineCode;
}
