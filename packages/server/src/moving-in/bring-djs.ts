import { usernameSchema } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { findNameProblem } from "../accounts/account-names.ts";
import { findAccount, insertAccount, lockAccounts } from "../accounts/account-store.ts";
import { generatePassword, hashPassword } from "../accounts/secrets.ts";
import type { Database } from "../database/database.ts";
import { insertSecurityEvents } from "../logs/log-store.ts";
import { findSettings } from "../settings/settings-store.ts";
import type { MovedDj } from "./moved-station.ts";

export type BroughtDj =
  | { readonly kind: "made"; readonly username: string; readonly password: string | null }
  | { readonly kind: "there"; readonly username: string }
  | { readonly kind: "left"; readonly username: string; readonly why: string };

/** Matches `$argon2id$v=19$m=65536,t=4,p=1$salt$hash` with parameters that a sign-in can afford. */
const KNOWN_HASH =
  /^\$argon2id\$v=19\$m=(?<memory>\d{1,6}),t=(?<passes>\d{1,2}),p=[1-8]\$[\w+/]{11,88}\$[\w+/]{20,120}$/;
const MAX_MEMORY_KIB = 131_072;
const MAX_PASSES = 10;

/** Whether the station can verify passwords against this hash. */
export function isKnownHash(hash: string): boolean {
  const { memory, passes } = KNOWN_HASH.exec(hash)?.groups ?? {};
  return Number(memory) <= MAX_MEMORY_KIB && Number(passes) <= MAX_PASSES;
}

/** Creates an account for a DJ. An existing account of that name is left unchanged. */
export async function bringDj(
  database: Database,
  { dj, isDryRun }: { readonly dj: MovedDj; readonly isDryRun: boolean },
): Promise<BroughtDj> {
  const parsed = usernameSchema.safeParse(dj.username);
  if (!parsed.success) {
    const why = parsed.error.issues[0]?.message ?? "it can't be a user name";
    return { kind: "left", username: dj.username, why };
  }
  const username = parsed.data;
  const knowsHash = dj.passwordHash !== null && isKnownHash(dj.passwordHash);
  const password = knowsHash ? null : generatePassword();
  const passwordHash =
    password === null || isDryRun ? dj.passwordHash : await hashPassword(password);
  return await database.transaction<BroughtDj>(async (transaction) => {
    await lockAccounts(transaction);
    if ((await findAccount(transaction, username)) !== null) return { kind: "there", username };
    const id = randomUUID();
    const { botName = "", stationName = "" } = (await findSettings(transaction)) ?? {};
    const kept = { botName, stationName };
    const names = { accountId: id, username, email: undefined, kept, isRegistration: false };
    const problem = await findNameProblem(transaction, names);
    if (problem !== null) return { kind: "left", username, why: "the name is reserved" };
    if (isDryRun) return { kind: "made", username, password: null };
    const email =
      dj.email === null || (await findAccount(transaction, dj.email)) !== null ? null : dj.email;
    await insertAccount(transaction, {
      id,
      username,
      role: "dj",
      passwordHash,
      name: dj.name,
      email,
    });
    await insertSecurityEvents(transaction, [
      {
        severity: "high",
        eventType: "account_created",
        description: `station command created the account '${username}' with the role dj`,
        ipAddress: null,
      },
    ]);
    return { kind: "made", username, password };
  });
}
