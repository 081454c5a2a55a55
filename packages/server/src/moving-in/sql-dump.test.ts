import { expect, test } from "vitest";
import { readSqlDump, type SqlDump } from "./sql-dump.ts";

const tables = { t: { columns: ["id", "name"], newest: 2 }, counted: { columns: [] } };

async function read(text: string, dialect: "mysql" | "postgres" = "mysql"): Promise<SqlDump> {
  const bytes = (async function* chunks() {
    yield Buffer.from(text);
  })();
  return await readSqlDump(bytes, { tables, dialect });
}

test("rows may span lines and statements, with both kinds of escapes; of many, the newest are kept", async () => {
  const dump = await read(
    [
      "INSERT INTO `t` (`id`, `other`, `name`) VALUES (1,NULL,'gone'),(2,0x41,'a\\'b''c",
      "d');",
      "INSERT IGNORE INTO t (id,name) VALUES",
      "(3,_binary 'x'),",
      "(4,null);",
      "INSERT INTO `counted` (`a`) VALUES (1),(2);",
    ].join("\n"),
  );

  expect(dump.rows("t")).toEqual([
    { id: "3", name: "x" },
    { id: "4", name: null },
  ]);
  expect(dump.count("t")).toBe(4);
  expect(dump.count("counted")).toBe(2);
  expect(dump.problems).toEqual([]);
});

test("COPY has tabs, \\N and escapes; lines of other tables are not taken for statements", async () => {
  const dump = await read(
    [
      "COPY public.other (x) FROM stdin;",
      "INSERT INTO t (id,name) VALUES (9,'no');",
      "\\.",
      'COPY public.t (id, "name") FROM stdin;',
      "1\ttab\\tline\\nback\\\\slash",
      "2\t\\N",
      "\\.",
    ].join("\n"),
    "postgres",
  );

  expect(dump.rows("t")).toEqual([
    { id: "1", name: "tab\tline\nback\\slash" },
    { id: "2", name: null },
  ]);
});

test("backslashes are literal in PostgreSQL, except in E strings", async () => {
  const dump = await read(
    "INSERT INTO public.t (id, name) VALUES (1, 'C:\\new');\nINSERT INTO public.t (id, name) VALUES (2, E'a\\nb');",
    "postgres",
  );

  expect(dump.rows("t").map(({ name }) => name)).toEqual(["C:\\new", "a\nb"]);
});

test("unreadable rows are reported by line, and the rest is read", async () => {
  const dump = await read(
    [
      "INSERT INTO `t` (`id`,`name`) VALUES (1,'a',3);",
      "INSERT INTO `t` (`id`,`name`) VALUES (2,'b'x);",
      "INSERT INTO `t` VALUES (3,'c');",
      "INSERT INTO `t` (`id`,`name`) VALUES (4,'d');",
    ].join("\n"),
  );

  expect(dump.rows("t")).toEqual([{ id: "4", name: "d" }]);
  expect(dump.problems).toEqual([
    "line 1, table t: a row has 3 of 2 values",
    "line 2, table t: a row can't be read",
    "line 3, table t: its columns are not known",
  ]);
});

test("anything but such a dump is refused, and PostgreSQL's custom format with instructions", async () => {
  await expect(read("hello")).rejects.toThrow("none of the tables");
  await expect(read("PGDMP\u{1}\u{e}")).rejects.toThrow("pg_restore -f dump.sql");
});

test("tables named like a property of every object are read like others", async () => {
  const dump = await read(
    [
      "CREATE TABLE `constructor` (",
      "  `id` int",
      ");",
      "INSERT INTO `toString` (`id`) VALUES (1);",
      "COPY public.__proto__ (id) FROM stdin;",
      "1",
      "\\.",
      "INSERT INTO t (id, name) VALUES (2, 'x');",
    ].join("\n"),
  );

  expect(dump.rows("t")).toEqual([{ id: "2", name: "x" }]);
  expect([dump.count("constructor"), dump.count("__proto__")]).toEqual([0, 0]);
});
