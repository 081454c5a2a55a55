import type { Logger } from "@neonrelay/process/log";
import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import * as z from "zod";
import { endClient } from "./pg-client.ts";

/** Arbitrary number: with one made of the station's id, it names the lock that all its nodes share. */
const STATION_LOCK = 7_206_412;
/** Arbitrary number: the holder may list the nodes and join. */
const DOOR_LOCK = 7_206_413;
const STATEMENT_LIMIT_MS = 5000;
/** Interval of signs of life, and of attempts to get a lost lock back. */
const CHECK_INTERVAL_MS = 5000;
const othersSchema = z.array(z.object({ others: z.coerce.number() })).length(1);

type StationLockState =
  | { readonly kind: "held" }
  /** The database was unreachable; it is tried again. */
  | { readonly kind: "lost" }
  /** Another station took the database during the outage. */
  | { readonly kind: "taken" };

/** Another station uses the database now. */
export class DatabaseTakenError extends Error {
  override readonly name = "DatabaseTakenError";
}

/**
 * Keeps other stations off a database server: a session lock, shared by all nodes of one station, on a connection of
 * its own that is reopened when lost. It ends with the process, even after a crash.
 */
export class StationLock {
  readonly #options: StationLockOptions;
  readonly #closing = new AbortController();
  #client: Client;
  #state: StationLockState = { kind: "held" };
  #watching: Promise<void>;

  private constructor(options: StationLockOptions, client: Client) {
    this.#options = options;
    this.#client = client;
    this.#watching = this.#watch();
  }

  /** @throws DatabaseTakenError when another station holds it */
  static async take(options: StationLockOptions): Promise<StationLock> {
    return new StationLock(options, await join(options));
  }

  get state(): StationLockState {
    return this.#state;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#watching;
    await endClient(this.#client);
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await delay(CHECK_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {}); // closed
      if (signal.aborted) return;
      if (this.#state.kind === "held" && (await isAlive(this.#client))) continue;
      await this.#joinAgain();
    }
  }

  async #joinAgain(): Promise<void> {
    const { log } = this.#options;
    const before = this.#state.kind;
    await endClient(this.#client);
    try {
      this.#client = await join(this.#options);
      this.#state = { kind: "held" };
    } catch (error) {
      const isTaken = error instanceof DatabaseTakenError;
      this.#state = { kind: isTaken ? "taken" : "lost" };
      if (isTaken && before !== "taken")
        log.error("another station took over the database during an outage; stop one of the two");
    }
  }
}

interface StationLockOptions {
  readonly databaseUrl: string;
  readonly stationId: string;
  readonly log: Logger;
}

async function join({ databaseUrl, stationId }: StationLockOptions): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: STATEMENT_LIMIT_MS,
    query_timeout: STATEMENT_LIMIT_MS,
    keepAlive: true,
    application_name: "neonrelay station lock",
  });
  client.on("error", () => {}); // the next sign of life fails
  try {
    await client.connect();
    await client.query("select pg_advisory_lock($1)", [DOOR_LOCK]);
    const { rows } = await client.query(
      `select count(*) as others from pg_locks
       where locktype = 'advisory' and objsubid = 2 and classid = $1 and objid <> $2
         and database = (select oid from pg_database where datname = current_database())`,
      [STATION_LOCK, keyOf(stationId)],
    );
    if (othersSchema.parse(rows)[0]?.others !== 0)
      throw new DatabaseTakenError("another station is using this database");
    await client.query("select pg_advisory_lock_shared($1, $2)", [STATION_LOCK, keyOf(stationId)]);
    await client.query("select pg_advisory_unlock($1)", [DOOR_LOCK]);
    return client;
  } catch (error) {
    await endClient(client);
    throw error;
  }
}

async function isAlive(client: Client): Promise<boolean> {
  return await client.query("select 1").then(
    () => true,
    () => false,
  );
}

/** A positive number that PostgreSQL accepts as half of a lock's name. */
function keyOf(stationId: string): number {
  return createHash("sha256").update(stationId).digest().readUInt32BE(0) >>> 1;
}
