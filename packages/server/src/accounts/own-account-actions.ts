import { randomUUID } from "node:crypto";
import {
  countAccounts,
  findAccountById,
  findAccountToChange,
  insertAccount,
  lockAccounts,
  recordLogin,
  saveAccount,
  type Account,
} from "./account-store.ts";
import { deleteSessionsOf } from "./session-store.ts";
import { keepFirstRunTrue } from "./account-actions.ts";
import { findDisplayNameProblem, findNameProblem, type NameProblem } from "./account-names.ts";
import type { AccountParts, Asker } from "./account-parts.ts";
import { forgetFirstPassword } from "./first-run.ts";
import type { Caller } from "../identity/rights-rules.ts";
import { checkSecret, hashInSlot } from "./secret-check.ts";
import type { Origin, Visitor } from "../identity/visitor.ts";
import { isPasswordRight } from "./secrets.ts";
import { openSession } from "./session-actions.ts";
import { accountSubject } from "./sign-in-actions.ts";

type RegisterOutcome =
  | { readonly kind: "registered"; readonly account: Account; readonly token: string }
  | { readonly kind: "off" | "full" }
  | { readonly kind: "too-many"; readonly untilMs: number }
  | { readonly kind: "wait"; readonly untilMs: number }
  | NameProblem;

/** Creates a listener's account and session, while registration is open. */
export async function register(
  parts: AccountParts,
  {
    visitor,
    origin,
    username,
    email,
    password,
  }: {
    readonly visitor: Visitor;
    readonly origin: Origin;
    readonly username: string;
    readonly email: string;
    readonly password: string;
  },
): Promise<RegisterOutcome> {
  if (!parts.settings.current.registrationEnabled) return { kind: "off" };
  const { accounts: mostAccounts } = parts.limits;
  const untilMs = parts.registrations.take(visitor);
  if (untilMs !== null) return { kind: "too-many", untilMs };
  const hashed = await hashInSlot(parts.slots, { origin, password });
  if (hashed.kind === "wait") return hashed;
  const passwordHash = hashed.outcome;
  const id = randomUUID();
  const outcome = await parts.database.transaction<RegisterOutcome>(async (transaction) => {
    await lockAccounts(transaction);
    if ((await countAccounts(transaction)) >= mostAccounts) return { kind: "full" };
    const kept = parts.settings.current;
    const names = { accountId: id, username, email, kept, isRegistration: true };
    const problem = await findNameProblem(transaction, names);
    if (problem !== null) return problem;
    const wanted = { id, username, email, role: "listener", passwordHash } as const;
    const account = await insertAccount(transaction, wanted);
    await recordLogin(transaction, { accountId: id, passwordHash });
    const token = await openSession({ connection: transaction }, account);
    return { kind: "registered", account, token };
  });
  if (outcome.kind === "registered") {
    parts.events.publish({ type: "account.changed", accountId: id });
    parts.security.record({
      severity: "other",
      eventType: "account_registered",
      description: `'${username}' registered`,
      ipAddress: origin.address,
    });
  }
  if (outcome.kind === "full")
    parts.security.record({
      severity: "medium",
      eventType: "registration_refused",
      description: `'${username}' could not register: the station has ${mostAccounts} accounts`,
      ipAddress: origin.address,
    });
  return outcome;
}

type OwnNameOutcome =
  /** The new display name; null: none. */
  | { readonly kind: "changed"; readonly name: string | null }
  | { readonly kind: "too-soon"; readonly untilMs: number }
  | NameProblem;

/** Changes the caller's display name. */
export async function changeOwnName(
  {
    database,
    events,
    nameChanges,
    settings,
  }: Pick<AccountParts, "database" | "events" | "nameChanges" | "settings">,
  {
    caller: { accountId, name: before, role },
    visitor,
    name,
  }: {
    readonly caller: Extract<Caller, { readonly kind: "user" }>;
    readonly visitor: Visitor;
    readonly name: string | null;
  },
): Promise<OwnNameOutcome> {
  const untilMs = nameChanges.take(visitor);
  if (untilMs !== null) return { kind: "too-soon", untilMs };
  const outcome = await database.transaction<OwnNameOutcome>(async (transaction) => {
    await lockAccounts(transaction);
    const kept = settings.current;
    const isListeners = role === "listener";
    const problem =
      name === null || name === before
        ? null
        : await findDisplayNameProblem(transaction, { accountId, name, kept, isListeners });
    if (problem !== null) return problem;
    const account = await saveAccount(transaction, { accountId, change: { name } });
    return { kind: "changed", name: account.name };
  });
  if (outcome.kind === "changed") events.publish({ type: "account.changed", accountId });
  return outcome;
}

type OwnPasswordOutcome =
  | { readonly kind: "changed" }
  | { readonly kind: "wrong" }
  | { readonly kind: "wait"; readonly untilMs: number };

/** Changes the caller's password and ends the account's other sessions. */
export async function changeOwnPassword(
  parts: AccountParts,
  {
    asker,
    caller: { accountId },
    currentPassword,
    password,
  }: {
    readonly asker: Asker;
    readonly caller: Extract<Caller, { readonly kind: "user" }>;
    readonly currentPassword: string;
    readonly password: string;
  },
): Promise<OwnPasswordOutcome> {
  const found = await findAccountById(parts.database.connection, accountId);
  const passwordHash = found?.passwordHash ?? null;
  const checked = await checkSecret(parts, {
    subject: accountSubject(accountId),
    origin: asker.origin,
    description: `Wrong current password of the account '${found?.username ?? ""}'`,
    isRight: () => isPasswordRight({ password: currentPassword, passwordHash }),
  });
  if (checked.kind !== "right") return checked;
  const hashed = await hashInSlot(parts.slots, { origin: asker.origin, password });
  if (hashed.kind === "wait") return hashed;
  const ended = await parts.database.transaction(async (transaction) => {
    const account = await findAccountToChange(transaction, accountId);
    // Someone may have set another password or disabled the account during the check.
    if (account?.isActive !== true || account.passwordHash !== passwordHash) return null;
    await saveAccount(transaction, { accountId, change: { passwordHash: hashed.outcome } });
    const exceptTokenHash = asker.tokenHash;
    const tokenHashes = await deleteSessionsOf(transaction, { accountId, exceptTokenHash });
    return { username: account.username, tokenHashes };
  });
  if (ended === null) return { kind: "wrong" };
  parts.events.publish({ type: "sessions.ended", tokenHashes: ended.tokenHashes });
  parts.events.publish({ type: "password.changed", accountId });
  parts.security.record({
    severity: "other",
    eventType: "password_changed",
    description: `'${ended.username}' changed their own password`,
    ipAddress: asker.origin.address,
  });
  await keepFirstRunTrue(parts, () => forgetFirstPassword(parts.config.dataDir, ended.username));
  return { kind: "changed" };
}
