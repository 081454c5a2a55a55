import { expect, test } from "vitest";
import { findLetterTrouble } from "./database-trouble.ts";
import { openTestDatabase } from "./test-database.ts";

test("a new station's database knows all letters", async () => {
  await using opened = await openTestDatabase();

  expect(await findLetterTrouble(opened.database.connection)).toBeNull();
});
