import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { findAccount } from "./account-store.ts";
import type { Database } from "../database/database.ts";
import { findSettings } from "../settings/settings-store.ts";
import { isPasswordRight } from "./secrets.ts";

/** Below the data folder: the credentials generated at the first start. */
const FIRST_RUN_FILE = "first-run.txt";

/** Prefix of the file's name line. */
export const nameLabel = "Administrator: ";
export const passwordLabel = "Password:      ";
export const codeLabel = "Access code:   ";

/** Removes credentials from the file that no longer work, as after a restored backup. */
export async function forgetVoidCredentials({
  database: { connection },
  dataDir,
}: {
  readonly database: Database;
  readonly dataDir: string;
}): Promise<void> {
  const lines = await readFirstRun(dataDir);
  const after = (label: string) =>
    lines.find((line) => line.startsWith(label))?.slice(label.length) ?? null;
  const username = after(nameLabel);
  const password = after(passwordLabel);
  const code = after(codeLabel);
  const account = username === null ? null : await findAccount(connection, username);
  const settings = await findSettings(connection);
  const opens = async (secret: string | null, passwordHash: string | null | undefined) =>
    secret !== null &&
    passwordHash !== null &&
    passwordHash !== undefined &&
    (await isPasswordRight({ password: secret, passwordHash }).catch(() => false)); // not a hash
  const isAccountKept = await opens(password, account?.passwordHash);
  const isCodeKept = await opens(code, settings?.accessCodeHash);
  const kept = lines.filter((line) => (line.startsWith(codeLabel) ? isCodeKept : isAccountKept));
  if (kept.length < lines.length) await writeFirstRun(dataDir, kept);
}

/** Removes the first-start credentials if they belong to this account, whose password has changed. */
export async function forgetFirstPassword(dataDir: string, username: string): Promise<void> {
  const lines = await readFirstRun(dataDir);
  const named = lines.find((line) => line.startsWith(nameLabel))?.slice(nameLabel.length);
  if (named?.toLowerCase() === username.toLowerCase()) await writeFirstRun(dataDir, []);
}

/** Updates the account's user name in the file that holds its password. */
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

/** Removes the replaced first-start access code from its file. */
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

/** Stores the first-start credentials. No lines means no file. */
export async function writeFirstRun(dataDir: string, lines: readonly string[]): Promise<void> {
  const file = path.join(dataDir, FIRST_RUN_FILE);
  // Recreated: an existing file would keep its owner and mode.
  await rm(file, { force: true });
  if (lines.length > 0) await writeFile(file, `${lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
}
