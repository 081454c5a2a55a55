import { roles, usernameSchema, type Role } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { findNameProblem } from "../accounts/account-names.ts";
import { forgetFirstAccessCode, forgetFirstPassword } from "../accounts/first-run.ts";
import { generatePassword, hashPassword } from "../accounts/secrets.ts";
import {
  findAccount,
  insertAccount,
  listAccounts,
  lockAccounts,
  saveAccount,
} from "../accounts/account-store.ts";
import { deleteAccessCodeSessions, deleteSessionsOf } from "../accounts/session-store.ts";
import type { Connection } from "../database/database.ts";
import { insertSecurityEvents } from "../logs/log-store.ts";
import { findSettings, saveAccessCodeHash } from "../settings/settings-store.ts";
import { fail, type CommandCall, type CommandParts } from "./command.ts";

export async function addUser(
  { database, systemLog }: CommandParts,
  { args, print }: CommandCall,
): Promise<number> {
  const [given = "", roleName = "admin"] = args;
  const parsed = usernameSchema.safeParse(given);
  const role = roles.find((candidate): candidate is Role => candidate === roleName);
  if (given.trim() === "") return fail(print, "Name the account: user add NAME [ROLE]");
  if (!parsed.success)
    return fail(print, `'${given}' can't be a user name: ${parsed.error.issues[0]?.message ?? ""}`);
  if (role === undefined) return fail(print, `ROLE must be one of ${roles.join(", ")}`);
  const username = parsed.data;
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const id = randomUUID();
  const action = `created the account '${username}' with the role ${role}`;
  const problem = await database.transaction(async (transaction) => {
    await lockAccounts(transaction);
    const { botName = "", stationName = "" } = (await findSettings(transaction)) ?? {};
    const kept = { botName, stationName };
    const names = { accountId: id, username, email: undefined, kept, isRegistration: false };
    const found = await findNameProblem(transaction, names);
    if (found !== null) return found;
    await insertAccount(transaction, { id, username, role, passwordHash });
    await recordEvent(transaction, { eventType: "account_created", action });
    return null;
  });
  if (problem?.kind === "name-taken") return fail(print, `An account '${username}' already exists`);
  if (problem?.kind === "name-reserved")
    return fail(print, `'${username}' is reserved for the station; choose another name`);
  systemLog.recordOperatorAction({ who: "station command", action, details: { accountId: id } });
  print(`Account '${username}' (${role}), password: ${password}`);
  return 0;
}

export async function listUsers(
  { database }: CommandParts,
  { print }: CommandCall,
): Promise<number> {
  for (const { username, role, isActive } of await listAccounts(database.connection))
    print(`${username}  ${role}${isActive ? "" : "  (disabled)"}`);
  return 0;
}

export async function resetPassword(
  { database, events, systemLog, throttle, dataDir }: CommandParts,
  { args, print }: CommandCall,
): Promise<number> {
  const [name] = args;
  if (name === undefined) return fail(print, "Name the account: user reset-password NAME");
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const reset = await database.transaction(async (transaction) => {
    await lockAccounts(transaction);
    const account = await findAccount(transaction, name);
    if (account === null) return null;
    const { id: accountId, username } = account;
    await saveAccount(transaction, { accountId, change: { passwordHash } });
    const action = `set a password for '${username}'`;
    await recordEvent(transaction, { eventType: "password_set", action });
    const tokenHashes = await deleteSessionsOf(transaction, { accountId, exceptTokenHash: null });
    return { accountId, username, action, tokenHashes };
  });
  if (reset === null) return fail(print, `No account is called '${name}'`);
  const { accountId, username, action, tokenHashes } = reset;
  await throttle.forgiveAll();
  events.publish({ type: "sessions.ended", tokenHashes });
  events.publish({ type: "password.changed", accountId });
  systemLog.recordOperatorAction({ who: "station command", action, details: null });
  await forgetFirstPassword(dataDir, username);
  print(`New password for '${username}': ${password}`);
  return 0;
}

export async function resetAccessCode(
  { database, events, systemLog, throttle, dataDir }: CommandParts,
  { print }: CommandCall,
): Promise<number> {
  const accessCode = generatePassword();
  const hash = await hashPassword(accessCode);
  const action = "created a new access code";
  const tokenHashes = await database.transaction(async (transaction) => {
    await saveAccessCodeHash(transaction, hash);
    await recordEvent(transaction, { eventType: "access_code_reset", action });
    return await deleteAccessCodeSessions(transaction);
  });
  await throttle.forgiveAll();
  events.publish({ type: "sessions.ended", tokenHashes });
  systemLog.recordOperatorAction({ who: "station command", action, details: null });
  await forgetFirstAccessCode(dataDir);
  print(`New access code: ${accessCode}`);
  return 0;
}

/** Stored together with the change: the way out of a lock-out is also a way in. */
async function recordEvent(
  transaction: Connection,
  { eventType, action }: { readonly eventType: string; readonly action: string },
): Promise<void> {
  await insertSecurityEvents(transaction, [
    {
      severity: "high",
      eventType,
      description: `station command ${action}`,
      ipAddress: null,
    },
  ]);
}
