import { linesOf } from "./lines-of.ts";
import { UnreadableOrigin } from "./moved-station.ts";
import { readCopyLine, readTuples, type Dialect } from "./sql-values.ts";

export type SqlRow = Readonly<Record<string, string | null>>;

/** What to keep of a table's rows. */
export interface WantedTable {
  /** Empty: rows are only counted. */
  readonly columns: readonly string[];
  /** Keeps only the last rows. */
  readonly newest?: number;
}

export interface SqlDump {
  readonly rows: (table: string) => readonly SqlRow[];
  readonly count: (table: string) => number;
  /** Where rows could not be read. */
  readonly problems: readonly string[];
}

const MAX_PROBLEMS = 20;
/** Maximum characters of a row that spans lines, as text with line breaks does. */
const LONGEST_ROW = 1024 * 1024;

/**
 * Reads the wanted tables from a text dump of MySQL or PostgreSQL, line by line: `CREATE TABLE`, `INSERT INTO` and
 * `COPY`. Unreadable rows are skipped and reported.
 * @throws UnreadableOrigin when it is not such a dump
 */
export async function readSqlDump(
  bytes: AsyncIterable<Buffer>,
  {
    tables,
    dialect,
  }: { readonly tables: Readonly<Record<string, WantedTable>>; readonly dialect: Dialect },
): Promise<SqlDump> {
  const reader = new DumpReader(tables, dialect);
  for await (const { number, text } of linesOf(bytes)) {
    if (number === 1 && text.startsWith("PGDMP"))
      throw new UnreadableOrigin(
        "it is in PostgreSQL's own format; convert it to text first: pg_restore -f dump.sql FILE",
      );
    reader.add(text, number);
  }
  if (!reader.isDump) throw new UnreadableOrigin("it has none of the tables of such a dump");
  return reader;
}

type State =
  | { readonly kind: "between" }
  | { readonly kind: "create"; readonly table: string; readonly columns: string[] }
  | { readonly kind: "copy"; readonly table: string; readonly columns: readonly string[] }
  | {
      readonly kind: "insert";
      readonly table: string;
      readonly columns: readonly string[];
      /** The start of a row that continues on the next line. */
      readonly rest: string;
    };

const between: State = { kind: "between" };
const createPattern =
  /^CREATE TABLE (?:IF NOT EXISTS )?(?:["`]?\w+["`]?\.)?["`]?(?<table>\w+)["`]? ?\(/i;
const columnPattern = /^\s*["`]?(?<column>\w+)["`]? \w/;
const copyPattern =
  /^COPY (?:["`]?\w+["`]?\.)?["`]?(?<table>\w+)["`]? \((?<columns>[^)]*)\) FROM stdin;/i;
const insertPattern =
  /^(?:INSERT|REPLACE) (?:IGNORE )?INTO (?:["`]?\w+["`]?\.)?["`]?(?<table>\w+)["`]?(?: \((?<columns>[^)]*)\))?\s+VALUES/i;

class DumpReader implements SqlDump {
  readonly problems: string[] = [];
  isDump = false;
  /** A map, since tables may be named like a property of every object. */
  readonly #wanted: ReadonlyMap<string, WantedTable>;
  readonly #dialect: Dialect;
  readonly #columnsOf = new Map<string, readonly string[]>();
  readonly #rows = new Map<string, SqlRow[]>();
  readonly #counts = new Map<string, number>();
  #state: State = between;

  constructor(wanted: Readonly<Record<string, WantedTable>>, dialect: Dialect) {
    this.#wanted = new Map(Object.entries(wanted));
    this.#dialect = dialect;
  }

  rows(table: string): readonly SqlRow[] {
    const newest = this.#wanted.get(table)?.newest;
    const rows = this.#rows.get(table) ?? [];
    return newest === undefined ? rows : rows.slice(-newest);
  }

  count(table: string): number {
    return this.#counts.get(table) ?? 0;
  }

  add(line: string, number: number): void {
    switch (this.#state.kind) {
      case "between":
        return this.#begin(line, number);
      case "create":
        return this.#addColumn(line, this.#state);
      case "copy":
        return this.#addCopied(line, number, this.#state);
      case "insert":
        return this.#addTuples(line, number, this.#state);
      default:
        return this.#state satisfies never;
    }
  }

  #begin(line: string, number: number): void {
    const create = createPattern.exec(line)?.groups?.["table"];
    if (create !== undefined && this.#wanted.has(create)) {
      this.isDump = true;
      this.#state = { kind: "create", table: create, columns: [] };
      return;
    }
    const copy = copyPattern.exec(line)?.groups;
    if (copy !== undefined) {
      const { table = "", columns = "" } = copy;
      // Also for other tables, so that their lines are not taken for statements.
      this.#state = { kind: "copy", table, columns: namesIn(columns) };
      return;
    }
    const insert = insertPattern.exec(line);
    const table = insert?.groups?.["table"] ?? "";
    if (insert === null || !this.#wanted.has(table)) return;
    const columns = insert.groups?.["columns"];
    const names = columns === undefined ? (this.#columnsOf.get(table) ?? []) : namesIn(columns);
    if (names.length === 0) return this.#complain(number, table, "its columns are not known");
    this.isDump = true;
    const state: State = { kind: "insert", table, columns: names, rest: "" };
    this.#addTuples(line.slice(insert[0].length), number, state);
  }

  #addColumn(line: string, state: Extract<State, { kind: "create" }>): void {
    const column = columnPattern.exec(line)?.groups?.["column"];
    const isKey = /^\s*(?:PRIMARY|UNIQUE|KEY|CONSTRAINT|FOREIGN|FULLTEXT|SPATIAL|CHECK)\b/.test(
      line,
    );
    if (column !== undefined && !isKey) state.columns.push(column);
    if (!line.startsWith(")")) return;
    this.#columnsOf.set(state.table, state.columns);
    this.#state = between;
  }

  #addCopied(
    line: string,
    number: number,
    { table, columns }: Extract<State, { kind: "copy" }>,
  ): void {
    if (line === "\\.") {
      this.#state = between;
      return;
    }
    if (!this.#wanted.has(table)) return;
    this.isDump = true;
    this.#keep(table, columns, { values: readCopyLine(line), number });
  }

  #addTuples(line: string, number: number, state: Extract<State, { kind: "insert" }>): void {
    const text = state.rest === "" ? line : `${state.rest}\n${line}`;
    const read = readTuples(text, this.#dialect);
    if (read.kind === "bad" || (read.kind === "open" && read.rest.length > LONGEST_ROW)) {
      this.#complain(number, state.table, "a row can't be read");
      this.#state = between;
      return;
    }
    for (const values of read.rows) this.#keep(state.table, state.columns, { values, number });
    const rest = read.kind === "open" ? read.rest : "";
    const isEnd = rest === "" && text.trimEnd().endsWith(";");
    this.#state = isEnd ? between : { ...state, rest };
  }

  #keep(
    table: string,
    columns: readonly string[],
    { values, number }: { readonly values: readonly (string | null)[]; readonly number: number },
  ): void {
    const wanted = this.#wanted.get(table);
    if (wanted === undefined) return;
    if (values.length !== columns.length)
      return this.#complain(
        number,
        table,
        `a row has ${values.length} of ${columns.length} values`,
      );
    this.#counts.set(table, this.count(table) + 1);
    if (wanted.columns.length === 0) return;
    const row: Record<string, string | null> = {};
    for (const [index, column] of columns.entries())
      if (wanted.columns.includes(column)) row[column] = values[index] ?? null;
    const rows = this.#rows.get(table) ?? [];
    this.#rows.set(table, rows);
    rows.push(row);
    const { newest } = wanted;
    if (newest !== undefined && rows.length >= 2 * newest) rows.splice(0, rows.length - newest);
  }

  #complain(number: number, table: string, problem: string): void {
    if (this.problems.length < MAX_PROBLEMS)
      this.problems.push(`line ${number}, table ${table}: ${problem}`);
  }
}

function namesIn(list: string): readonly string[] {
  return list.split(",").map((name) => name.trim().replaceAll(/["`]/g, ""));
}
