import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { ServerConfig } from "../config.ts";
import { insertAccount } from "../database/account-store.ts";
import type { Database } from "../database/database.ts";
import { createSettings, findSettings } from "../database/settings-store.ts";
import { generatePassword, hashPassword } from "./secrets.ts";

/** Below the data folder: where the generated credentials of the first start are kept. */
export const FIRST_RUN_FILE = "first-run.txt";

/**
 * On the first start makes the administrator's account and the access code.
 * @returns lines for the terminal, which name generated values only; none on later starts
 */
export async function prepareFirstRun({
  database,
  config,
}: {
  readonly database: Database;
  readonly config: Pick<ServerConfig, "admin" | "dataDir">;
}): Promise<readonly string[]> {
  if ((await findSettings(database.connection)) !== null) return [];
  const { username } = config.admin;
  const password = config.admin.password ?? generatePassword();
  const accessCode = config.admin.accessCode ?? generatePassword();
  const lines = [
    ...(config.admin.password === null
      ? [`Administrator: ${username}`, `Password:      ${password}`]
      : []),
    ...(config.admin.accessCode === null ? [`Access code:   ${accessCode}`] : []),
  ];
  const [passwordHash, accessCodeHash] = await Promise.all([
    hashPassword(password),
    hashPassword(accessCode.trim()),
  ]);
  // Written first: credentials that are in the database and nowhere else would lock everybody out.
  if (lines.length > 0)
    await writeFile(path.join(config.dataDir, FIRST_RUN_FILE), `${lines.join("\n")}\n`, {
      mode: 0o600,
    });
  const isFirst = await database.transaction(async (transaction) => {
    if ((await findSettings(transaction)) !== null) return false;
    await createSettings(transaction, { accessCodeHash });
    await insertAccount(transaction, {
      id: randomUUID(),
      username,
      role: "super_admin",
      passwordHash,
    });
    return true;
  });
  return isFirst ? lines : [];
}
