import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { Client, type ClientBase, type Pool } from "pg";
import { startChildHost } from "./child-host.ts";
import { MINIMUM_FREE_BYTES } from "./database.ts";
import { COPY_TEMPORARY_MIB, copyEmbedded } from "./embedded-copy.ts";
import { EmbeddedDatabase, QUERY_LIMIT_MS } from "./embedded-database.ts";
import { isDatabaseAway } from "./database-failures.ts";

type Work<Outcome> = (client: Pick<ClientBase, "query">) => Promise<Outcome>;

/**
 * Runs statements that people wrote on a copy of the embedded database, in a process of their own: they delay no other
 * call, and may be killed.
 */
export class QueryCopies {
  readonly #pool: Pool;
  readonly #folder: string;
  readonly #copiesFolder: string;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  /** @param folder of the database, beside which the copies lie @param pool of its only session */
  constructor({ folder, pool }: { readonly folder: string; readonly pool: Pool }) {
    this.#pool = pool;
    this.#folder = folder;
    this.#copiesFolder = path.join(path.dirname(folder), ".database-copies");
  }

  /** Removes what a killed process has left. */
  async removeOld(): Promise<void> {
    await rm(this.#copiesFolder, { recursive: true, force: true });
  }

  /** @throws NoCopyError when there is no room or no time for a copy */
  async inspect<Outcome>(work: Work<Outcome>): Promise<Outcome> {
    this.#closing.signal.throwIfAborted();
    const looking = this.#lookInCopy(work);
    this.#running.add(looking);
    try {
      return await looking;
    } finally {
      this.#running.delete(looking);
    }
  }

  /** Ends running statements. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  async #lookInCopy<Outcome>(work: Work<Outcome>): Promise<Outcome> {
    await mkdir(this.#copiesFolder, { recursive: true, mode: 0o700 });
    const copy = await mkdtemp(path.join(this.#copiesFolder, "copy-"));
    try {
      await copyEmbedded({
        hold: (hold) => holdClient(this.#pool, hold),
        from: this.#folder,
        to: copy,
        keepFreeBytes: MINIMUM_FREE_BYTES,
        signal: this.#closing.signal,
      });
      return await this.#open(copy, work);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  }

  async #open<Outcome>(copy: string, work: Work<Outcome>): Promise<Outcome> {
    const { signal } = this.#closing;
    const embedded = new EmbeddedDatabase({
      start: (listener) => startChildHost(copy, listener),
      queryLimitMs: () => QUERY_LIMIT_MS,
    });
    const connection = embedded.connect();
    const end = (): void => void connection.destroy(new Error("The database is closing"));
    signal.addEventListener("abort", end);
    const client = new Client({
      stream: () => connection,
      user: "postgres",
      database: "postgres",
    });
    client.on("error", () => {}); // the waiting call gets it, too
    try {
      signal.throwIfAborted();
      await client.connect();
      await client.query(`set temp_file_limit = '${COPY_TEMPORARY_MIB}MB'`);
      await client.query("begin read only");
      return await work(client);
    } finally {
      signal.removeEventListener("abort", end);
      connection.destroy();
      await embedded.close();
    }
  }
}

/** Lends a client of the pool; a client that may be disconnected is not reused. */
async function holdClient<Outcome>(pool: Pool, work: Work<Outcome>): Promise<Outcome> {
  const client = await pool.connect();
  let lost: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    if (error instanceof Error && isDatabaseAway(error)) lost = error;
    throw error;
  } finally {
    client.release(lost);
  }
}
