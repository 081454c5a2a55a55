import { sql, type SQL } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Connection, Database } from "../database/database.ts";
import { lockQueue } from "../queue/queue-store.ts";
import { renameEntry } from "../requests/request-store.ts";
import { queueSnapshots } from "../queue/queue-tables.ts";
import { sessions } from "../accounts/account-tables.ts";
import { soundPrints } from "../library/sound-print-tables.ts";
import {
  changedTrackGroups,
  trackGroupLetters,
  trackGroups,
} from "../library/track-group-tables.ts";
import { learnWords } from "../library/track-store.ts";

/** Rows per read. */
const PAGE_SIZE = 1000;
/** Rows per write. */
const BATCH_SIZE = 500;
/**
 * Not in a backup: sessions and failed sign-ins; what belongs to one data folder, such as its station and how far
 * journal and ledger are read; and sound prints and track counts, which are computed again.
 */
const leftOut: ReadonlySet<string> = new Set([
  "sessions",
  "on_air_journal",
  "audience_position",
  "station_data",
  "node_lease",
  "login_failures",
  "sound_prints",
  "track_groups",
  "track_group_letters",
  "changed_track_groups",
]);
const namesSchema = z.array(z.object({ name: z.string() }));
const pageSchema = z.array(z.object({ place: z.string(), row: z.string() }));
const referencesSchema = z.array(z.object({ child: z.string(), parent: z.string() }));

export interface BackedUpRow {
  readonly table: string;
  /** The row as JSON, keyed by column. */
  readonly row: string;
}

/** Every row of the station as of one moment, referenced tables first. */
export async function readEveryRow(
  database: Pick<Database, "transaction">,
  take: (row: BackedUpRow) => Promise<void>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`set transaction isolation level repeatable read, read only`);
    const threaded = await listThreaded(transaction);
    for (const table of await listBackedUpTables(transaction)) {
      const column = threaded.get(table);
      const passes =
        column === undefined
          ? [sql`true`]
          : [sql`${sql.identifier(column)} is null`, sql`${sql.identifier(column)} is not null`];
      for (const which of passes) await readTable(transaction, { table, which, take });
    }
  });
}

async function readTable(
  transaction: Connection,
  {
    table,
    which,
    take,
  }: {
    readonly table: string;
    readonly which: SQL;
    readonly take: (row: BackedUpRow) => Promise<void>;
  },
): Promise<void> {
  let place = "(0,0)";
  for (;;) {
    const { rows } = await transaction.execute(sql`
      select ctid::text as place, row_to_json(t)::text as row from ${sql.identifier(table)} t
      where ctid > ${place}::tid and ${which} order by ctid limit ${PAGE_SIZE}`);
    const page = pageSchema.parse(rows);
    for (const { row } of page) await take({ table, row });
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return;
    place = last.place;
  }
}

/** Tables whose rows refer to rows of the same table, by that column: referenced rows come first. */
async function listThreaded(connection: Connection): Promise<ReadonlyMap<string, string>> {
  const { rows } = await connection.execute(sql`
    select conrelid::regclass::text as child, attname as parent from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and conrelid = confrelid`);
  return new Map(referencesSchema.parse(rows).map(({ child, parent }) => [child, parent]));
}

/** The tables of a backup, each after those it refers to. */
export async function listBackedUpTables(connection: Connection): Promise<readonly string[]> {
  const tables = await connection.execute(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`);
  const references = await connection.execute(sql`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent
    from pg_constraint where contype = 'f' and conrelid <> confrelid`);
  const names = namesSchema.parse(tables.rows).map(({ name }) => name);
  const pairs = referencesSchema.parse(references.rows);
  const ordered = new Set<string>();
  const add = (name: string): void => {
    if (ordered.has(name)) return;
    for (const { child, parent } of pairs) if (child === name) add(parent);
    ordered.add(name);
  };
  names.forEach(add);
  return [...ordered].filter((name) => !leftOut.has(name));
}

/**
 * Replaces all rows with those of a backup, or leaves everything as it was. Signs everyone out.
 * @param check inspects the rows in place, and throws when they may not stay
 * @throws when a row does not fit these tables
 */
export async function replaceEveryRow(
  database: Database,
  rows: AsyncIterable<BackedUpRow>,
  check: (transaction: Connection) => Promise<void>,
): Promise<void> {
  await database.longTransaction(async (transaction) => {
    const tables = await listBackedUpTables(transaction);
    const emptied = sql.join(
      tables.map((name) => sql.identifier(name)),
      sql`, `,
    );
    await transaction.execute(
      sql`truncate table ${emptied}, ${sessions}, ${soundPrints}, ${trackGroups}, ${trackGroupLetters}, ${changedTrackGroups}`,
    );
    for await (const batch of inBatches(rows)) {
      if (!tables.includes(batch.table)) throw new Error(`no table is called '${batch.table}'`);
      await insertRows(transaction, batch);
    }
    for (const table of tables) await setCounters(transaction, table);
    await forgetAiredEntries(transaction);
    await learnWords(transaction, null);
    await check(transaction);
  });
}

/** On-air never plays an entry twice, but a restored queue may hold entries that have played since the backup. */
async function forgetAiredEntries(transaction: Connection): Promise<void> {
  await transaction.delete(queueSnapshots);
  for (const { id } of await lockQueue(transaction))
    await renameEntry(transaction, { id, newId: randomUUID() });
}

interface Batch {
  readonly table: string;
  readonly rows: readonly string[];
}

async function* inBatches(rows: AsyncIterable<BackedUpRow>): AsyncIterable<Batch> {
  let batch = { table: "", rows: Array<string>() };
  for await (const { table, row } of rows) {
    if (table !== batch.table || batch.rows.length === BATCH_SIZE) {
      if (batch.rows.length > 0) yield batch;
      batch = { table, rows: [] };
    }
    batch.rows.push(row);
  }
  if (batch.rows.length > 0) yield batch;
}

async function insertRows(connection: Connection, { table, rows }: Batch): Promise<void> {
  const columns = sql.raw(await columnsOf(connection, { table, like: rows[0] ?? "{}" }));
  const name = sql.identifier(table);
  await connection.execute(sql`
    insert into ${name} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${name}, ${`[${rows.join(",")}]`}::json)`);
}

/** Without generated columns, and those newer than the backup, which get their defaults. */
async function columnsOf(
  connection: Connection,
  { table, like }: { readonly table: string; readonly like: string },
): Promise<string> {
  const { rows } = await connection.execute(sql`
    select quote_ident(column_name) as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
      and ${like}::jsonb ? column_name`);
  return namesSchema
    .parse(rows)
    .map(({ name }) => name)
    .join(", ");
}

/** Sequences continue after the restored numbers. */
async function setCounters(connection: Connection, table: string): Promise<void> {
  const { rows } = await connection.execute(sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_identity = 'YES'`);
  for (const { name } of namesSchema.parse(rows))
    await connection.execute(sql`
      select setval(pg_get_serial_sequence(${`public.${table}`}, ${name}),
        (select coalesce(max(${sql.identifier(name)}), 0) + 1 from ${sql.identifier(table)}), false)`);
}
