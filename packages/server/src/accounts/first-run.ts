import { randomUUID } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ServerConfig } from "../config.ts";
import { insertAccount } from "../database/account-store.ts";
import type { Database } from "../database/database.ts";
import { createSettings, findSettings } from "../database/settings-store.ts";
import { generatePassword, hashPassword } from "./secrets.ts";

/** Below the data folder: where the generated credentials of the first start are kept. */
const FIRST_RUN_FILE = "first-run.txt";

const nameLabel = "Administrator: ";
const codeLabel = "Access code:   ";

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
      ? [`${nameLabel}${username}`, `Password:      ${password}`]
      : []),
    ...(config.admin.accessCode === null ? [`${codeLabel}${accessCode}`] : []),
  ];
  const [passwordHash, accessCodeHash] = await Promise.all([
    hashPassword(password),
    hashPassword(accessCode.trim()),
  ]);
  // Written first: credentials that are in the database and nowhere else would lock everybody out.
  await writeFirstRun(config.dataDir, lines);
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

/** Removes the credentials of the first start when they are those of this account, whose password has changed. */
export async function forgetFirstPassword(dataDir: string, username: string): Promise<void> {
  const lines = await readFirstRun(dataDir);
  const named = lines.find((line) => line.startsWith(nameLabel))?.slice(nameLabel.length);
  if (named?.toLowerCase() === username.toLowerCase()) await writeFirstRun(dataDir, []);
}

/** Lets the file name the account it tells the password of, which has another user name now. */
export async function renameFirstAccount(
  dataDir: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  if (from === to) return;
  const lines = await readFirstRun(dataDir);
  const isNamed = (line: string): boolean =>
    line.toLowerCase() === `${nameLabel}${from}`.toLowerCase();
  if (lines.some(isNamed))
    await writeFirstRun(
      dataDir,
      lines.map((line) => (isNamed(line) ? `${nameLabel}${to}` : line)),
    );
}

/** Takes the access code of the first start, which has been replaced, out of its file. */
export async function forgetFirstAccessCode(dataDir: string): Promise<void> {
  const lines = await readFirstRun(dataDir);
  const kept = lines.filter((line) => !line.startsWith(codeLabel));
  if (kept.length < lines.length) await writeFirstRun(dataDir, kept);
}

async function readFirstRun(dataDir: string): Promise<readonly string[]> {
  try {
    const text = await readFile(path.join(dataDir, FIRST_RUN_FILE), "utf8");
    return text.split("\n").filter((line) => line !== "");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** No lines means no file. */
async function writeFirstRun(dataDir: string, lines: readonly string[]): Promise<void> {
  const file = path.join(dataDir, FIRST_RUN_FILE);
  // Made anew: a file that was there would keep its owner and mode.
  await rm(file, { force: true });
  if (lines.length > 0) await writeFile(file, `${lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
}
