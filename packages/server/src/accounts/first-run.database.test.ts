import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findAccount } from "./account-store.ts";
import { findSettings } from "../settings/settings-store.ts";
import { openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { forgetFirstAccessCode, forgetFirstPassword, forgetVoidCredentials } from "./first-run.ts";
import { prepareFirstRun } from "../system/prepare-first-run.ts";
import { isPasswordRight } from "./secrets.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(() =>
  opened.database.connection.execute(sql`truncate users, station_settings, radio_state cascade`),
);

async function prepare(password: string | null, accessCode: string | null) {
  return (await begin(password, accessCode)).lines;
}

function begin(password: string | null, accessCode: string | null) {
  const admin = { username: "admin", password, accessCode };
  return prepareFirstRun({
    database: opened.database,
    config: { admin, dataDir: opened.dataDir },
  });
}

test("the first start generates credentials, shows them once, and keeps them in a private file and as hashes in the database", async () => {
  const lines = await prepare(null, null);
  const again = await prepare(null, null);

  const file = path.join(opened.dataDir, "first-run.txt");
  const password = lines[1]?.split(/\s+/)[1] ?? "";
  const accessCode = lines[2]?.split(/\s+/)[2] ?? "";
  const account = await findAccount(opened.database.connection, "ADMIN");
  const settings = await findSettings(opened.database.connection);
  expect(lines.length).toBe(3);
  expect(again).toEqual([]);
  expect(await readFile(file, "utf8")).toBe(`${lines.join("\n")}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(password).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  expect(account).toMatchObject({
    role: "super_admin",
    passwordHash: expect.stringMatching(/^\$argon2id\$/),
  });
  expect(await isPasswordRight({ password, passwordHash: account?.passwordHash ?? null })).toBe(
    true,
  );
  expect(
    await isPasswordRight({ password: accessCode, passwordHash: settings?.accessCodeHash ?? null }),
  ).toBe(true);
});

test("credentials from the environment are never shown", async () => {
  expect(await prepare("from the environment", "code of the operator")).toEqual([]);
  const account = await findAccount(opened.database.connection, "admin");
  expect(
    await isPasswordRight({
      password: "from the environment",
      passwordHash: account?.passwordHash ?? null,
    }),
  ).toBe(true);
});

test("a failed first start leaves no credentials, and the next start is the first again", async () => {
  const failed = await begin(null, null);
  await failed.close();
  const left = await findAccount(opened.database.connection, "admin");
  const file = await readFile(path.join(opened.dataDir, "first-run.txt")).catch(() => null);
  const again = await prepare(null, null);

  expect([left, file]).toEqual([null, null]);
  expect(again).toHaveLength(3);
  expect(again).not.toEqual(failed.lines);
});

test("credentials that a restored backup made void leave the file, and working ones stay", async () => {
  const lines = await prepare(null, null);
  const { database, dataDir } = opened;
  const file = path.join(dataDir, "first-run.txt");
  await forgetVoidCredentials({ database, dataDir });
  const untouched = await readFile(file, "utf8");
  await database.connection.execute(sql`update users set password_hash = null`);
  await forgetVoidCredentials({ database, dataDir });
  const codeOnly = await readFile(file, "utf8");
  await database.connection.execute(sql`update station_settings set access_code_hash = '-'`);
  await forgetVoidCredentials({ database, dataDir });

  expect(untouched).toBe(`${lines.join("\n")}\n`);
  expect(codeOnly).toBe(`${lines[2]}\n`);
  await expect(readFile(file)).rejects.toThrow("ENOENT");
});

test("the file is private even when it replaces a world-readable one", async () => {
  const file = path.join(opened.dataDir, "first-run.txt");
  await writeFile(file, "old");
  await chmod(file, 0o644);

  await prepare(null, null);

  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("the file goes when its account gets another password, and its code line goes with a new code", async () => {
  const file = path.join(opened.dataDir, "first-run.txt");
  const [name, password] = await prepare(null, null);

  await forgetFirstPassword(opened.dataDir, "someone else");
  await forgetFirstAccessCode(opened.dataDir);
  expect(await readFile(file, "utf8")).toBe(`${name}\n${password}\n`);
  await forgetFirstPassword(opened.dataDir, "Admin");
  await expect(stat(file)).rejects.toThrow("ENOENT");
});
