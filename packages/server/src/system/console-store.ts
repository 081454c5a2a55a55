import { sql } from "drizzle-orm";
import { DatabaseError } from "pg";
import * as z from "zod";
import { ChildEndedError } from "../database/child-host.ts";
import { isDatabaseAway, reasonOf } from "../database/database-failures.ts";
import type { Connection, Database } from "../database/database.ts";
import { NoCopyError } from "../database/embedded-copy.ts";
import { QueryOverrunError } from "../database/embedded-database.ts";

/** A role without login, which runs the console's statements with the grants below. */
const ROLE = sql.identifier("neonrelay_console");
/** Tables the console can't read at all. */
const hiddenTables = ["users", "sessions"];
/** Hidden columns of readable tables. */
const secretColumns = [
  "access_code_hash",
  "irc_cloak_key",
  "password",
  "channel_key",
  "store",
  "secret",
];
/** Maximum length of a value, in characters. */
const CELL_LIMIT = 500;
const CANCELLED = "57014";

type ConsoleOutcome =
  | {
      readonly kind: "rows";
      readonly columns: string[];
      readonly rows: (string | null)[][];
      readonly isCut: boolean;
    }
  /** In the words of the database. */
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "too-slow" }
  /** The embedded database could not be copied; the reason is for people. */
  | { readonly kind: "no-copy"; readonly reason: string };

const rowsSchema = z.array(
  z.object({ names: z.array(z.string()), cells: z.array(z.string().nullable()) }),
);
const columnsSchema = z.array(z.object({ table: z.string(), columns: z.string() }));

/**
 * Creates the console's role, its grants, and the function that runs statements as it.
 * @throws when the database user lacks the rights
 */
export async function prepareConsole(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    await makeRole(transaction);
    await transaction.execute(sql`revoke all on all tables in schema public from ${ROLE}`);
    await transaction.execute(sql`grant usage on schema public to ${ROLE}`);
    for (const { table, columns } of await readableColumns(transaction))
      await transaction.execute(
        sql`grant select (${sql.raw(columns)}) on ${sql.identifier(table)} to ${ROLE}`,
      );
    await makeFunction(transaction);
  });
}

/**
 * Roles are global to the database server: another station on it may be creating the same one. The creator of a role
 * can grant it to others but, since PostgreSQL 16, can't use it without a grant to itself.
 */
async function makeRole(transaction: Connection): Promise<void> {
  await transaction.execute(sql`do $$ begin
      if not exists (select from pg_roles where rolname = 'neonrelay_console') then
        create role neonrelay_console nologin;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`);
  await transaction.execute(sql`do $$ begin
      if not pg_has_role(current_user, 'neonrelay_console', 'usage') then
        grant neonrelay_console to current_user;
      end if;
    end $$`);
}

async function readableColumns(transaction: Connection) {
  const { rows } = await transaction.execute(sql`
    select table_name as table, string_agg(quote_ident(column_name), ', ') as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ${hiddenTables} and column_name not in ${secretColumns}
    group by table_name`);
  return columnsSchema.parse(rows);
}

/**
 * Inside a `security definer` function PostgreSQL forbids changing the role, and a statement in parentheses can only
 * read. Rows are returned as lists of text because the columns are not known in advance.
 */
async function makeFunction(transaction: Connection): Promise<void> {
  await transaction.execute(sql`
    create or replace function public.neonrelay_console_rows(statement text, row_limit int, cell_limit int)
    returns table (names text[], cells text[])
    language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
    as $function$
    begin
      return query execute
        'select (select array_agg(c.key order by c.place)
                 from json_each_text(w.whole) with ordinality as c(key, value, place)),
                (select array_agg(left(c.value, $1) order by c.place)
                 from json_each_text(w.whole) with ordinality as c(key, value, place))
         from (select row_to_json(console_row) as whole from (' || statement || E'\n' || ') as console_row limit $2) as w'
        using cell_limit, row_limit;
    end $function$`);
  const name = sql.raw("function public.neonrelay_console_rows(text, int, int)");
  await transaction.execute(sql`revoke all on ${name} from public`);
  await transaction.execute(sql`grant execute on ${name} to current_user`);
  await transaction.execute(sql`grant create on schema public to ${ROLE}`);
  await transaction.execute(sql`alter ${name} owner to ${ROLE}`);
  await transaction.execute(sql`grant execute on ${name} to current_user`);
  await transaction.execute(sql`revoke create on schema public from ${ROLE}`);
}

/**
 * Runs one reading statement in a read-only transaction, within the usual time limit of statements.
 * @param statement without a final semicolon
 */
export async function runInConsole(
  database: Database,
  { statement, rowLimit }: { readonly statement: string; readonly rowLimit: number },
): Promise<ConsoleOutcome> {
  try {
    const result = await database.inspect((client) =>
      client.query("select names, cells from public.neonrelay_console_rows($1, $2, $3)", [
        statement,
        rowLimit + 1,
        CELL_LIMIT + 1,
      ]),
    );
    const rows = rowsSchema.parse(result.rows);
    return {
      kind: "rows",
      columns: rows[0]?.names ?? [],
      rows: rows.slice(0, rowLimit).map(({ cells }) => cells.map(shorten)),
      isCut: rows.length > rowLimit,
    };
  } catch (error) {
    if (error instanceof QueryOverrunError) return { kind: "too-slow" };
    if (error instanceof ChildEndedError)
      return { kind: "failed", reason: "The statement needs more memory than it may have" };
    if (error instanceof NoCopyError) return { kind: "no-copy", reason: error.message };
    if (error instanceof DatabaseError && error.code === CANCELLED) return { kind: "too-slow" };
    if (!(error instanceof DatabaseError) || isDatabaseAway(error)) throw error;
    const hint = error.hint === undefined ? "" : `. ${error.hint}`;
    return { kind: "failed", reason: `${reasonOf(error)}${hint}` };
  }
}

function shorten(cell: string | null): string | null {
  return cell === null || cell.length <= CELL_LIMIT ? cell : `${cell.slice(0, CELL_LIMIT)}…`;
}
