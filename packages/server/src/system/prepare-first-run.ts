import { randomUUID } from "node:crypto";
import { deleteAccount, insertAccount } from "../accounts/account-store.ts";
import { codeLabel, nameLabel, passwordLabel, writeFirstRun } from "../accounts/first-run.ts";
import { generatePassword, hashPassword } from "../accounts/secrets.ts";
import type { ServerConfig } from "../config/config.ts";
import type { Connection, Database } from "../database/database.ts";
import { createRadioState, deleteRadioState } from "../radio/on-air-store.ts";
import { createSettings, deleteSettings, findSettings } from "../settings/settings-store.ts";

/** Created by this start, and permanent only once the start has succeeded. */
interface FirstRun {
  /** For the terminal: generated values only; empty on later starts. */
  readonly lines: readonly string[];
  /** Call when the start has succeeded. */
  readonly keep: () => void;
  /** Reverts everything unless kept, so that the next start is the first one again. */
  readonly close: () => Promise<void>;
}

const notFirst: FirstRun = { lines: [], keep: () => {}, close: async () => {} };

/** On the first start, creates the administrator's account and the access code. */
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
  // Written first: credentials that existed only in the database would lock everyone out.
  await writeFirstRun(config.dataDir, lines);
  const accountId = randomUUID();
  const isFirst = await database.transaction(async (transaction) => {
    if ((await findSettings(transaction)) !== null) return false;
    await createStation(transaction, { accessCodeHash });
    await insertAccount(transaction, {
      id: accountId,
      username,
      role: "super_admin",
      passwordHash,
    });
    return true;
  });
  if (!isFirst) return notFirst;
  let isKept = false;
  const close = async (): Promise<void> => {
    if (isKept) return;
    await database.transaction(async (transaction) => {
      await deleteAccount(transaction, accountId);
      await deleteSettings(transaction);
      await deleteRadioState(transaction);
    });
    await writeFirstRun(config.dataDir, []);
  };
  return { lines, keep: () => void (isKept = true), close };
}

/** Creates the rows that every station has from its beginning. */
export async function createStation(
  transaction: Connection,
  { accessCodeHash }: { readonly accessCodeHash: string },
): Promise<void> {
  await createSettings(transaction, { accessCodeHash });
  await createRadioState(transaction);
}
