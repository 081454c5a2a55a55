import { expect, test } from "vitest";
import { drizzleFile, isDrizzleEntry } from "./quick-drizzle.ts";

const importer = "file:///station/node_modules/drizzle-orm/pg-core/table.js";

test.each([
  ["./columns/text.js", "file:///station/node_modules/drizzle-orm/pg-core/columns/text.js"],
  ["../sql/index.js", "file:///station/node_modules/drizzle-orm/sql/index.js"],
])("drizzle-orm's own %s is found beside the file that imports it", (specifier, url) => {
  expect(drizzleFile(specifier, importer)).toBe(url);
});

test.each([
  ["another package", "postgres-array", importer],
  ["a file of CommonJS", "./table.cjs", importer],
  ["an entry of drizzle-orm", "drizzle-orm/pg-core", "file:///station/packages/server/src/a.ts"],
  ["a file of the station", "./database.js", "file:///station/packages/server/src/a.ts"],
  ["the first file of a program", "./main.js", undefined],
])("%s is left to Node", (_name, specifier, from) => {
  expect(drizzleFile(specifier, from)).toBeNull();
});

test.each([
  ["drizzle-orm", true],
  ["drizzle-orm/pg-core", true],
  ["drizzle-orm-of-others", false],
  ["pg", false],
  ["./drizzle-orm", false],
])("whether '%s' names an export of drizzle-orm: %s", (specifier, isEntry) => {
  expect(isDrizzleEntry(specifier)).toBe(isEntry);
});
