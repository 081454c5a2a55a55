import type { Role } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import {
  countOtherSuperAdmins,
  deleteAccount,
  findAccountToChange,
  insertAccount,
  lockAccounts,
  saveAccount,
  type Account,
  type AccountChange,
} from "./account-store.ts";
import { deleteSessionsOf } from "./session-store.ts";
import { saveStreamKey } from "./stream-key-store.ts";
import {
  findDisplayNameProblem,
  findIrcAccountProblem,
  findNameProblem,
  type NameProblem,
} from "./account-names.ts";
import { recordChanged, recordCreated, recordRefused, recordRemoved } from "./account-notes.ts";
import type { AccountParts, Asker } from "./account-parts.ts";
import {
  decideAccountChange,
  sessionsEndedBy,
  type AccountDecision,
  type AccountState,
} from "./account-rules.ts";
import { broadcasterRoles } from "../identity/rights-rules.ts";
import { forgetFirstPassword, renameFirstAccount } from "./first-run.ts";
import { hashInSlot } from "./secret-check.ts";

/** Why an account was not created, changed or removed. */
export type AccountProblem =
  | NameProblem
  | { readonly kind: "refused"; readonly decision: Exclude<AccountDecision, "allowed"> }
  | { readonly kind: "no-account" | "inactive" }
  | { readonly kind: "wait"; readonly untilMs: number };

type AccountOutcome = { readonly kind: "done"; readonly account: Account } | AccountProblem;

/** Creates an account. With `password: null` it can't sign in until a password is set. */
export async function createAccount(
  parts: AccountParts,
  {
    asker,
    ...wanted
  }: {
    readonly asker: Asker;
    readonly username: string;
    readonly email: string;
    readonly name: string | null;
    readonly role: Role;
    readonly password: string | null;
  },
): Promise<AccountOutcome> {
  const { password, ...account } = wanted;
  const decision = decideAccountChange({
    caller: asker.caller,
    before: null,
    after: { role: account.role, isActive: true, canSignIn: password !== null },
    otherSuperAdmins: 0,
  });
  if (decision !== "allowed") {
    recordRefused(parts, { asker, attempt: `create an account with the role ${account.role}` });
    return { kind: "refused", decision };
  }
  const hashed = await hashIfGiven(parts, { asker, password });
  if (hashed.kind === "wait") return hashed;
  const id = randomUUID();
  const outcome = await parts.database.transaction<AccountOutcome>(async (transaction) => {
    await lockAccounts(transaction);
    const kept = parts.settings.current;
    const names = { ...account, accountId: id, kept, isRegistration: false };
    const { name } = account;
    const problem =
      (await findNameProblem(transaction, names)) ??
      (name === null
        ? null
        : await findDisplayNameProblem(transaction, { ...names, name, isListeners: false }));
    if (problem !== null) return problem;
    const passwordHash = hashed.outcome;
    return {
      kind: "done",
      account: await insertAccount(transaction, { id, ...account, passwordHash }),
    };
  });
  if (outcome.kind === "done") {
    parts.events.publish({ type: "account.changed", accountId: id });
    recordCreated(parts, { asker, account: outcome.account });
  }
  return outcome;
}

/** Applies the given changes to an account and ends the sessions that must not outlive them. */
export async function changeAccount(
  parts: AccountParts,
  {
    asker,
    accountId,
    password,
    ...wanted
  }: {
    readonly asker: Asker;
    readonly accountId: string;
    readonly password: string | null;
  } & Omit<AccountChange, "passwordHash">,
): Promise<AccountOutcome> {
  const hashed = await hashIfGiven(parts, { asker, password });
  if (hashed.kind === "wait") return hashed;
  const change = { ...wanted, ...(hashed.outcome !== null && { passwordHash: hashed.outcome }) };
  const outcome = await parts.database.transaction(async (transaction) => {
    await lockAccounts(transaction);
    const before = await findAccountToChange(transaction, accountId);
    if (before === null) return { kind: "no-account" } as const;
    const states = { before: toState(before), after: toState({ ...before, ...change }) };
    const decision = decideAccountChange({
      caller: asker.caller,
      ...states,
      otherSuperAdmins: await countOtherSuperAdmins(transaction, accountId),
    });
    if (decision !== "allowed") return { kind: "refused", decision, before } as const;
    const kept = parts.settings.current;
    const problem = await findNameProblem(transaction, {
      accountId,
      // A name that stays may be older than the rules for names.
      username: change.username === before.username ? undefined : change.username,
      email: change.email ?? undefined,
      kept,
      isRegistration: false,
    });
    if (problem !== null) return problem;
    const { name = null } = change;
    const misleading =
      name === null || name === before.name
        ? null
        : await findDisplayNameProblem(transaction, { accountId, name, kept, isListeners: false });
    if (misleading !== null) return misleading;
    const { ircAccount } = change;
    const unlinkable =
      typeof ircAccount === "string"
        ? await findIrcAccountProblem(transaction, { accountId, ircAccount })
        : null;
    if (unlinkable !== null) return unlinkable;
    const account = await saveAccount(transaction, { accountId, change });
    if (!account.isActive || !broadcasterRoles.includes(account.role))
      await saveStreamKey(transaction, { accountId, keyHash: null });
    const ended = sessionsEndedBy({ ...states, hasNewPassword: password !== null });
    const exceptTokenHash = ended === "others" ? asker.tokenHash : null;
    const tokenHashes =
      ended === "none" ? [] : await deleteSessionsOf(transaction, { accountId, exceptTokenHash });
    return { kind: "changed", before, account, tokenHashes } as const;
  });
  if (outcome.kind === "refused") {
    const attempt = `change the account '${outcome.before.username}'`;
    recordRefused(parts, {
      asker,
      attempt: wanted.role === undefined ? attempt : `${attempt} to the role ${wanted.role}`,
    });
    return { kind: "refused", decision: outcome.decision };
  }
  if (outcome.kind !== "changed") return outcome;
  const { before, account, tokenHashes } = outcome;
  parts.events.publish({ type: "sessions.ended", tokenHashes });
  if (password !== null) parts.events.publish({ type: "password.changed", accountId });
  parts.events.publish({ type: "account.changed", accountId });
  parts.events.publish({ type: "djs.changed" });
  recordChanged(parts, { asker, before, after: account });
  const { dataDir } = parts.config;
  await keepFirstRunTrue(parts, async () => {
    if (password !== null) await forgetFirstPassword(dataDir, before.username);
    else await renameFirstAccount(dataDir, { from: before.username, to: account.username });
  });
  return { kind: "done", account };
}

export async function removeAccount(
  parts: AccountParts,
  { asker, accountId }: { readonly asker: Asker; readonly accountId: string },
): Promise<AccountOutcome> {
  const outcome = await parts.database.transaction(async (transaction) => {
    await lockAccounts(transaction);
    const before = await findAccountToChange(transaction, accountId);
    if (before === null) return { kind: "no-account" } as const;
    const decision = decideAccountChange({
      caller: asker.caller,
      before: toState(before),
      after: null,
      otherSuperAdmins: await countOtherSuperAdmins(transaction, accountId),
    });
    if (decision !== "allowed") return { kind: "refused", decision, before } as const;
    const tokenHashes = await deleteSessionsOf(transaction, { accountId, exceptTokenHash: null });
    await deleteAccount(transaction, accountId);
    return { kind: "removed", before, tokenHashes } as const;
  });
  if (outcome.kind === "no-account") return outcome;
  const { before: account } = outcome;
  if (outcome.kind === "refused") {
    recordRefused(parts, { asker, attempt: `remove the account '${account.username}'` });
    return { kind: "refused", decision: outcome.decision };
  }
  parts.events.publish({ type: "sessions.ended", tokenHashes: outcome.tokenHashes });
  // It no longer hosts its shows.
  parts.events.publish({ type: "account.changed", accountId });
  parts.events.publish({ type: "djs.changed" });
  recordRemoved(parts, { asker, account });
  await keepFirstRunTrue(parts, () => forgetFirstPassword(parts.config.dataDir, account.username));
  return { kind: "done", account };
}

/** The account has already changed, so a file that can't be written is logged instead of failing the call. */
export async function keepFirstRunTrue(
  { log }: Pick<AccountParts, "log">,
  write: () => Promise<void>,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    log.error({ error }, "first-run.txt contains old credentials and can't be changed; remove it");
  }
}

/** @param password null: none, and so no hash */
async function hashIfGiven(
  { slots }: Pick<AccountParts, "slots">,
  { asker, password }: { readonly asker: Asker; readonly password: string | null },
) {
  if (password === null) return { kind: "done", outcome: null } as const;
  return await hashInSlot(slots, { origin: asker.origin, password });
}

export function toState({ role, isActive, passwordHash }: Account): AccountState {
  return { role, isActive, canSignIn: passwordHash !== null };
}
