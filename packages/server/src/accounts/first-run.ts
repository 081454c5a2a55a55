import { randomUUID } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ServerConfig } from "../config/config.ts";
import { deleteAccount, findAccount, insertAccount } from "./account-store.ts";
import type { Database } from "../database/database.ts";
import { createSettings, deleteSettings, findSettings } from "../settings/settings-store.ts";
import { generatePassword, hashPassword, isPasswordRight } from "./secrets.ts";

/** Below the data folder: where the generated credentials of the first start are kept. */
const FIRST_RUN_FILE = "first-run.txt";

const nameLabel = "Administrator: ";
const passwordLabel = "Password:      ";
const codeLabel = "Access code:   ";

/** What a start made, which only counts once the start has succeeded. */
export interface FirstRun {
  /** For the terminal: generated values only; none on later starts. */
  readonly lines: readonly string[];
  /** Takes everything back that was made: the next start is the first again. */
  readonly undo: () => Promise<void>;
}

const notFirst: FirstRun = { lines: [], undo: async () => {} };

/** On the first start makes the administrator's account and the access code. */
export async function prepareFirstRun({
  database,
  config,
}: {
  readonly database: Database;
  readonly config: Pick<ServerConfig, "admin" | "dataDir">;
}): Promise<FirstRun> {
  if ((await findSettings(database.connection)) !== null) return notFirst;
  const { username } = config.admin;
  const password = config.admin.password ?? generatePassword();
  const accessCode = config.admin.accessCode ?? generatePassword();
  const lines = [
    ...(config.admin.password === null
      ? [`${nameLabel}${username}`, `${passwordLabel}${password}`]
      : []),
    ...(config.admin.accessCode === null ? [`${codeLabel}${accessCode}`] : []),
  ];
  const [passwordHash, accessCodeHash] = await Promise.all([
    hashPassword(password),
    hashPassword(accessCode.trim()),
  ]);
  // Written first: credentials that are in the database and nowhere else would lock everybody out.
  await writeFirstRun(config.dataDir, lines);
  const accountId = randomUUID();
  const isFirst = await database.transaction(async (transaction) => {
    if ((await findSettings(transaction)) !== null) return false;
    await createSettings(transaction, { accessCodeHash });
    await insertAccount(transaction, {
      id: accountId,
      username,
      role: "super_admin",
      passwordHash,
    });
    return true;
  });
  if (!isFirst) return notFirst;
  const undo = async (): Promise<void> => {
    await database.transaction(async (transaction) => {
      await deleteAccount(transaction, accountId);
      await deleteSettings(transaction);
    });
    await writeFirstRun(config.dataDir, []);
  };
  return { lines, undo };
}

/** Takes out of the file what opens nothing any more, as after a backup was restored. */
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
    (await isPasswordRight({ password: secret, passwordHash }).catch(() => false)); // no hash at all
  const isAccountKept = await opens(password, account?.passwordHash);
  const isCodeKept = await opens(code, settings?.accessCodeHash);
  const kept = lines.filter((line) => (line.startsWith(codeLabel) ? isCodeKept : isAccountKept));
  if (kept.length < lines.length) await writeFirstRun(dataDir, kept);
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
