import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../database/test-database.ts";

const document = path.resolve(import.meta.dirname, "../../../../docs/retention.md");
/** Parses the tables below this heading: names in the first column, and what happens to rows in the last. */
function rowsBelow(heading: string): readonly { readonly names: string[]; readonly end: string }[] {
  const section =
    readFileSync(document, "utf8").split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").slice(1, -1))
    .map((cells) => ({
      names: [...(cells[0] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
      end: (cells.at(-1) ?? "").trim(),
    }));
}

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened[Symbol.asyncDispose]());

test("docs/retention.md says for every table what removes its rows, or why they are kept forever", async () => {
  const { rows } = await opened.database.connection.execute<{ readonly name: string }>(
    sql`select tablename::text as name from pg_tables where schemaname = 'public'`,
  );
  const documented = rowsBelow("Tables of the database");

  expect(documented.flatMap(({ names }) => names).toSorted()).toEqual(
    rows.map(({ name }) => name).toSorted(),
  );
  const isAnswer = /^(?:Kept for ever because .{10}|After |Beyond |With its |When |One row each)/;
  expect(documented.filter(({ end }) => !isAnswer.test(end))).toEqual([]);
});
