import { deleteSessionsOf } from "./session-store.ts";
import {
  findAccountToChange,
  findInvited,
  lockAccounts,
  recordLogin,
  saveAccount,
  saveInvitation,
  type Account,
} from "./account-store.ts";
import { keepFirstRunTrue, toState, type AccountProblem } from "./account-actions.ts";
import { recordInvitationWithdrawn, recordInvited, recordRefused } from "./account-notes.ts";
import type { AccountParts, Asker } from "./account-parts.ts";
import { decideAccountChange } from "./account-rules.ts";
import { forgetFirstPassword } from "./first-run.ts";
import type { Origin, Visitor } from "../identity/visitor.ts";
import { hashInSlot } from "./secret-check.ts";
import { generateToken, hashToken } from "./secrets.ts";
import { openSession } from "./session-actions.ts";

/** An invitation works for seven days. */
export const INVITATION_MS = 7 * 24 * 60 * 60_000;

type InvitationOutcome =
  /** The account as it was before. */
  { readonly kind: "done"; readonly account: Account } | AccountProblem;

/** Makes an invitation to set the account's password; an earlier one ends. */
export async function inviteToAccount(
  parts: AccountParts,
  { asker, accountId }: { readonly asker: Asker; readonly accountId: string },
): Promise<
  | { readonly kind: "invited"; readonly token: string; readonly expiresAt: Date }
  | Exclude<InvitationOutcome, { readonly kind: "done" }>
> {
  const token = generateToken();
  const expiresAt = new Date(Date.now() + INVITATION_MS);
  const invitation = { tokenHash: hashToken(token), expiresAt };
  const outcome = await changeInvitation(parts, { asker, accountId, invitation });
  return outcome.kind === "done" ? { kind: "invited", token, expiresAt } : outcome;
}

/** Ends the account's open invitation, if there is one. */
export async function withdrawInvitation(
  parts: AccountParts,
  { asker, accountId }: { readonly asker: Asker; readonly accountId: string },
): Promise<InvitationOutcome> {
  return await changeInvitation(parts, { asker, accountId, invitation: null });
}

/** Whoever may set the account's password may let its owner set it. */
async function changeInvitation(
  parts: AccountParts,
  {
    asker,
    accountId,
    invitation,
  }: { readonly asker: Asker; readonly accountId: string } & Pick<
    Parameters<typeof saveInvitation>[1],
    "invitation"
  >,
): Promise<InvitationOutcome> {
  const outcome = await parts.database.transaction(async (transaction) => {
    await lockAccounts(transaction);
    const account = await findAccountToChange(transaction, accountId);
    if (account === null) return { kind: "no-account" } as const;
    const decision = decideAccountChange({
      caller: asker.caller,
      before: toState(account),
      after: { ...toState(account), canSignIn: true },
      otherSuperAdmins: 0,
    });
    if (decision !== "allowed") return { kind: "refused", decision, account } as const;
    if (invitation !== null && !account.isActive) return { kind: "inactive" } as const;
    await saveInvitation(transaction, { accountId, invitation });
    return { kind: "done", account } as const;
  });
  if (outcome.kind === "refused") {
    const attempt = `invite someone to the account '${outcome.account.username}'`;
    recordRefused(parts, { asker, attempt });
    return { kind: "refused", decision: outcome.decision };
  }
  if (outcome.kind === "done") {
    const { account } = outcome;
    if (invitation !== null) recordInvited(parts, { asker, account });
    else if (account.invitationExpiresAt !== null)
      recordInvitationWithdrawn(parts, { asker, account });
  }
  return outcome;
}

type AcceptOutcome =
  | { readonly kind: "accepted"; readonly account: Account; readonly token: string }
  /** Unknown, used, withdrawn or too old. */
  | { readonly kind: "over" }
  | { readonly kind: "wait"; readonly untilMs: number };

/** Sets the password of the invited account, ends its sessions and opens one. */
export async function acceptInvitation(
  parts: AccountParts,
  {
    token,
    password,
    visitor,
    origin,
  }: {
    readonly token: string;
    readonly password: string;
    readonly visitor: Visitor;
    readonly origin: Origin;
  },
): Promise<AcceptOutcome> {
  const untilMs = parts.acceptances.take(visitor);
  if (untilMs !== null) return { kind: "wait", untilMs };
  const tokenHash = hashToken(token);
  const { connection } = parts.database;
  // Hashing is expensive, so only for those who are invited.
  if ((await findInvited(connection, { tokenHash, now: new Date() })) === null)
    return { kind: "over" };
  const hashed = await hashInSlot(parts.slots, { origin, password });
  if (hashed.kind === "wait") return hashed;
  const passwordHash = hashed.outcome;
  const outcome = await parts.database.transaction(async (transaction) => {
    await lockAccounts(transaction);
    // It may have been used or withdrawn meanwhile.
    const invited = await findInvited(transaction, { tokenHash, now: new Date() });
    if (invited === null) return null;
    const { id: accountId } = invited;
    const account = await saveAccount(transaction, { accountId, change: { passwordHash } });
    const tokenHashes = await deleteSessionsOf(transaction, { accountId, exceptTokenHash: null });
    await recordLogin(transaction, { accountId, passwordHash });
    const session = await openSession({ connection: transaction }, account);
    return { account, session, tokenHashes };
  });
  if (outcome === null) return { kind: "over" };
  const { account } = outcome;
  parts.events.publish({ type: "sessions.ended", tokenHashes: outcome.tokenHashes });
  parts.events.publish({ type: "password.changed", accountId: account.id });
  parts.events.publish({ type: "account.changed", accountId: account.id });
  parts.security.record({
    severity: "medium",
    eventType: "invitation_accepted",
    description: `'${account.username}' set a password with an invitation`,
    ipAddress: origin.address,
  });
  await keepFirstRunTrue(parts, () => forgetFirstPassword(parts.config.dataDir, account.username));
  return { kind: "accepted", account, token: outcome.session };
}
