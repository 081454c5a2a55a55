import { roles, type Role } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import path from "node:path";
import { forgetFirstAccessCode, forgetFirstPassword } from "../accounts/first-run.ts";
import { generatePassword, hashPassword } from "../accounts/secrets.ts";
import {
  deleteAccessCodeSessions,
  findAccount,
  insertAccount,
  listAccounts,
  savePasswordHash,
} from "../database/account-store.ts";
import { pingDatabase, type Database } from "../database/database.ts";
import { saveAccessCodeHash } from "../database/settings-store.ts";
import { countUsableTracks, listRefusedFiles } from "../database/track-store.ts";
import type { Library } from "../library/library.ts";

export interface CommandParts {
  readonly database: Database;
  readonly library: Library;
  readonly dataDir: string;
}

export interface CommandCall {
  readonly args: readonly string[];
  readonly print: (line: string) => void;
}

const usage = [
  "Commands:",
  "  import DIR                    add the music in a folder to the library",
  "  user add NAME [ROLE]          add an account with a generated password",
  "  user list                     list the accounts",
  "  user reset-password NAME      give an account a new generated password",
  "  access-code reset             make a new access code",
  "  doctor                        check the station's database and library",
];

/** Does one station command. @returns the exit code: 0 done, 1 not possible, 2 not understood */
export async function runCommand(
  parts: CommandParts,
  { args, print }: CommandCall,
): Promise<number> {
  const [first = "", ...rest] = args;
  const command =
    first === "user" || first === "access-code" ? `${first} ${rest.shift() ?? ""}` : first;
  const call = { args: rest, print };
  switch (command) {
    case "import":
      return await importMusic(parts, call);
    case "user add":
      return await addUser(parts, call);
    case "user list":
      return await listUsers(parts, call);
    case "user reset-password":
      return await resetPassword(parts, call);
    case "access-code reset":
      return await resetAccessCode(parts, call);
    case "doctor":
      return await examine(parts, call);
    default:
      for (const line of usage) print(line);
      return 2;
  }
}

async function importMusic(
  { library }: CommandParts,
  { args, print }: CommandCall,
): Promise<number> {
  const [folder] = args;
  if (folder === undefined) return fail(print, "Name the folder to import: import DIR");
  const full = path.resolve(folder);
  const found = await stat(full).catch(() => null); // absent or closed to us: the same to the person asking
  if (found === null || !found.isDirectory())
    return fail(print, `${full} is not a folder that can be read`);
  let read = 0;
  const report = await library.importFolder(full, (result) => {
    read += 1;
    if (result.kind === "refused") print(`refused ${result.path}: ${result.reason}`);
    else print(`${read}. ${result.analysis.artist} - ${result.analysis.title}`);
  });
  print(
    `${count(report.added, "track")} imported, ${count(report.refused.length, "file")} refused`,
  );
  return 0;
}

async function addUser({ database }: CommandParts, { args, print }: CommandCall): Promise<number> {
  const [username = "", roleName = "admin"] = args;
  const role = roles.find((candidate): candidate is Role => candidate === roleName);
  if (username.trim() === "") return fail(print, "Name the account: user add NAME [ROLE]");
  if (role === undefined) return fail(print, `The role is one of ${roles.join(", ")}`);
  if ((await findAccount(database.connection, username)) !== null)
    return fail(print, `There is an account '${username}' already`);
  const password = generatePassword();
  await insertAccount(database.connection, {
    id: randomUUID(),
    username,
    role,
    passwordHash: await hashPassword(password),
  });
  print(`Account '${username}' (${role}), password: ${password}`);
  return 0;
}

async function listUsers({ database }: CommandParts, { print }: CommandCall): Promise<number> {
  for (const { username, role, isActive } of await listAccounts(database.connection))
    print(`${username}  ${role}${isActive ? "" : "  (disabled)"}`);
  return 0;
}

async function resetPassword(
  { database, dataDir }: CommandParts,
  { args, print }: CommandCall,
): Promise<number> {
  const [username] = args;
  if (username === undefined) return fail(print, "Name the account: user reset-password NAME");
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const isKnown = await database.transaction((transaction) =>
    savePasswordHash(transaction, { username, passwordHash }),
  );
  if (!isKnown) return fail(print, `There is no account '${username}'`);
  await forgetFirstPassword(dataDir, username);
  print(`New password of '${username}': ${password}`);
  return 0;
}

async function resetAccessCode(
  { database, dataDir }: CommandParts,
  { print }: CommandCall,
): Promise<number> {
  const accessCode = generatePassword();
  const hash = await hashPassword(accessCode);
  await database.transaction(async (transaction) => {
    await saveAccessCodeHash(transaction, hash);
    await deleteAccessCodeSessions(transaction);
  });
  await forgetFirstAccessCode(dataDir);
  print(`New access code: ${accessCode}`);
  return 0;
}

async function examine({ database }: CommandParts, { print }: CommandCall): Promise<number> {
  await pingDatabase(database);
  print(`database: ${database.engine}, answers`);
  const usable = await countUsableTracks(database.connection);
  print(`library: ${count(usable, "track")} that can be played`);
  for (const { path: file, reason } of await listRefusedFiles(database.connection))
    print(`refused ${file}: ${reason}`);
  return usable > 0 ? 0 : 1;
}

function fail(print: (line: string) => void, reason: string): number {
  print(reason);
  return 1;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
