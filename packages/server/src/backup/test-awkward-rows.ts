/** Rows for every table of a backup, with values that a restore might alter. For tests. */
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Connection } from "../database/database.ts";
import { learnWords } from "../library/track-store.ts";
import { listBackedUpTables } from "./backup-store.ts";
import { withDerivedColumns } from "./restored-track.ts";

export const ROWS = 3;
/** A station has one row in each. */
const singleRows: ReadonlySet<string> = new Set(["station_settings", "radio_state"]);

const columnsSchema = z.array(
  z.object({
    name: z.string(),
    type: z.string(),
    isNullable: z.boolean(),
    /** The table it refers to. */
    parent: z.nullable(z.string()),
    key: z.nullable(z.string()),
  }),
);
type Column = z.infer<typeof columnsSchema>[number];
type Row = Readonly<Record<string, unknown>>;

const textOf = (index: number) =>
  `${index} 🎛️👩🏽‍🎤 "quoted" 'single' \\ \\n \u2028 \ttab\nline \u202Eعربي e\u0301 é <b>&amp;</b> $1 ; --`;

/** A restore refuses settings that no station can have, such as a multi-line one. */
const tagline = '🎛️👩🏽‍🎤 "quoted" \\ عربي é <b>&amp;</b>';

/** By column type, one for each row. */
const valuesByType: Readonly<Record<string, (index: number) => unknown>> = {
  text: textOf,
  uuid: () => randomUUID(),
  integer: (index) => 2_147_483_640 + index,
  bigint: (index) => Number.MAX_SAFE_INTEGER - 10 + index,
  real: (index) => [0.1, 3.4028235e38, -1.17549435e-38][index],
  "double precision": (index) => [0.1 + 0.2, Number.MAX_VALUE, -Number.MIN_VALUE][index],
  boolean: (index) => index !== 1,
  "timestamp with time zone": (index) =>
    ["2026-03-29T00:59:59.999Z", "1969-12-31T23:59:59.001Z", "9999-12-31T23:59:59.123456Z"][index],
  date: (index) => ["2026-03-29", "1969-12-31", "9999-12-31"][index],
  jsonb: (index) => ({
    [textOf(index)]: [Number.MAX_SAFE_INTEGER, 1e300, 0.1, null, { list: [textOf(index), []] }],
  }),
  bytea: (index) => `\\x${Buffer.from([0, index, 10, 13, 92, 128, 255]).toString("hex")}`,
  ARRAY: (index) => ["a,b", "{}", "", "NULL", textOf(index)],
};

/** Adds rows to every table; where a station has only one row, changes its texts instead. */
export async function fillEveryTable(connection: Connection): Promise<void> {
  const filled = new Map<string, readonly Row[]>();
  for (const table of await listBackedUpTables(connection)) {
    if (singleRows.has(table)) continue;
    const columns = await columnsOf(connection, table);
    const rows: Row[] = [];
    for (let index = 0; index < ROWS; index += 1)
      rows.push(rowOf(columns, { table, index, filled: new Map([...filled, [table, rows]]) }));
    const names = sql.raw(columns.map(({ name }) => `"${name}"`).join(", "));
    const name = sql.identifier(table);
    await connection.execute(sql`
      insert into ${name} (${names}) overriding system value
      select ${names} from json_populate_recordset(null::${name}, ${JSON.stringify(rows)}::json)`);
    filled.set(table, rows);
  }
  await connection.execute(
    sql`update station_settings set time_zone = 'UTC', tagline = ${tagline}`,
  );
  await learnWords(connection, null);
}

function rowOf(
  columns: readonly Column[],
  {
    table,
    index,
    filled,
  }: {
    readonly table: string;
    readonly index: number;
    readonly filled: ReadonlyMap<string, readonly Row[]>;
  },
): Row {
  const row = Object.fromEntries(
    columns.map(({ name, type, isNullable, parent, key }) => {
      if (parent !== null) {
        // Rows that refer to their own table refer to its first row.
        const pointed = filled.get(parent)?.[parent === table ? 0 : index];
        return [name, pointed?.[key ?? ""] ?? null];
      }
      if (isNullable && index === ROWS - 1) return [name, null];
      const valueOf = valuesByType[type];
      if (valueOf === undefined) throw new Error(`no value for ${table}.${name}, a ${type}`);
      return [name, valueOf(index)];
    }),
  );
  if (table === "tracks") return withDerivedColumns(row);
  // Either a show or a clock.
  return table === "schedule_entries"
    ? { ...row, [index === 0 ? "clock_id" : "show_id"]: null }
    : row;
}

async function columnsOf(connection: Connection, table: string): Promise<readonly Column[]> {
  const { rows } = await connection.execute(sql`
    select c.column_name as name, c.data_type as type, c.is_nullable = 'YES' as "isNullable",
      f.confrelid::regclass::text as parent, k.attname as key
    from information_schema.columns c
    join pg_attribute a on a.attrelid = c.table_name::regclass and a.attname = c.column_name
    left join pg_constraint f on f.contype = 'f' and f.conrelid = a.attrelid and f.conkey[1] = a.attnum
    left join pg_attribute k on k.attrelid = f.confrelid and k.attnum = f.confkey[1]
    where c.table_schema = 'public' and c.table_name = ${table} and c.is_generated = 'NEVER'
    order by c.ordinal_position`);
  return columnsSchema.parse(rows);
}
