// @module-tag postgresql
import { createLogTo } from "@neonrelay/process/log";
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import { tmpdir } from "node:os";
import { Client } from "pg";
import { expect, test } from "vitest";
import { openDatabase } from "./open-database.ts";

test("a database without letters beyond a to z works, and the log says what that means", async () => {
  await using postgres = await startTestPostgres();
  const told = async (name: string, made: string): Promise<readonly string[]> => {
    await run(postgres.url, `create database ${name} template template0 ${made}`);
    const lines: string[] = [];
    const log = createLogTo((line) => lines.push(line), { part: "test", level: "warn" });
    const databaseUrl = new URL(`/${name}`, postgres.url).href;
    const database = await openDatabase({
      databaseUrl,
      dataDir: tmpdir(),
      beforeMigration: null,
      log,
    });
    await database.close();
    return lines;
  };

  const letters = await told("letters", "encoding 'UTF8' locale 'C.UTF-8'");
  const plain = await told("plain", "encoding 'UTF8' locale 'C'");
  const ascii = await told("ascii", "encoding 'SQL_ASCII' locale 'C'");

  expect(letters).toEqual([]);
  expect(plain.join("\n")).toContain("only knows the letters a to z");
  expect(ascii.join("\n")).toContain("recreate it with ENCODING 'UTF8'");
});

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
