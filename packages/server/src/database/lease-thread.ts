import { BEAT_EVERY_MS } from "@neonrelay/process/supervision-rules";
import { Worker } from "node:worker_threads";
import { createSignsMemory, leaseSignsIn } from "./lease-signs.ts";
import type { LeaseAnswer, LeaseLoss, LeaseRequest, LeaseWorkerData } from "./lease-worker.ts";

/** A database connection in a thread of its own, see `lease-worker`; can be reopened any number of times. */
export class LeaseThread {
  readonly #databaseUrls: readonly string[];
  readonly #memory = createSignsMemory();
  readonly #signs = leaseSignsIn(this.#memory);
  readonly #beating = setInterval(() => this.#signs.beat(), BEAT_EVERY_MS).unref();
  #worker: Worker | null = null;
  /** Requests without an answer, oldest first. */
  #asked: PromiseWithResolvers<LeaseAnswer>[] = [];
  #lost = Promise.withResolvers<string>();

  /** @param databaseUrls all are asked; of the servers promoted last, the first is used */
  constructor(databaseUrls: readonly string[]) {
    this.#databaseUrls = databaseUrls;
  }

  /** Resolves with the reason when the newest connection is lost. */
  get lost(): Promise<string> {
    return this.#lost.promise;
  }

  /** Send time of the newest answered statement, see `LeaseSigns`. */
  get answeredSentAtMs(): number {
    return this.#signs.answeredSentAtMs();
  }

  /** @returns which of the URLs it connected to @throws when no server that takes writes answers */
  async open(): Promise<string> {
    this.#lost = Promise.withResolvers();
    const answer = await this.#ask({ kind: "open" });
    return answer.kind === "opened" ? answer.databaseUrl : "";
  }

  /** @throws with PostgreSQL's code when the statement fails */
  async query(text: string, values: readonly unknown[] = []): Promise<readonly unknown[]> {
    const answer = await this.#ask({ kind: "query", text, values });
    return answer.kind === "rows" ? answer.rows : [];
  }

  /** Ends the connection and with it the locks. Never throws. */
  async disconnect(): Promise<void> {
    if (this.#worker !== null) await this.#ask({ kind: "disconnect" }).catch(() => {}); // the thread has ended
  }

  /** Ends the connection and the thread. Never throws. */
  async close(): Promise<void> {
    clearInterval(this.#beating);
    await this.disconnect();
    await this.#worker?.terminate();
  }

  async #ask(request: LeaseRequest): Promise<LeaseAnswer> {
    const asked = Promise.withResolvers<LeaseAnswer>();
    this.#asked.push(asked);
    this.#worker ??= this.#start();
    this.#worker.postMessage(request);
    const answer = await asked.promise;
    if (answer.kind !== "failed") return answer;
    throw Object.assign(new Error(answer.reason), { code: answer.code });
  }

  #start(): Worker {
    const worker = new Worker(new URL("./lease-worker.ts", import.meta.url), {
      workerData: {
        memory: this.#memory,
        databaseUrls: this.#databaseUrls,
      } satisfies LeaseWorkerData,
    });
    let reason = "the thread with the lease has ended";
    worker.on("message", (message: LeaseAnswer | LeaseLoss) => {
      if (message.kind === "lost") this.#lost.resolve(message.reason);
      else this.#asked.shift()?.resolve(message);
    });
    worker.on("error", (error: Error) => {
      reason = error.message;
    });
    worker.on("exit", () => {
      this.#worker = null;
      this.#signs.lose();
      this.#lost.resolve(reason);
      for (const asked of this.#asked.splice(0)) asked.reject(new Error(reason));
    });
    return worker;
  }
}
