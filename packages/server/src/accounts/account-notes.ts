import type { Account } from "./account-store.ts";
import { actorName } from "../logs/system-log-rules.ts";
import type { SecurityEvent } from "../logs/security-log.ts";
import type { AccountParts, Asker } from "./account-parts.ts";

type NoteParts = Pick<AccountParts, "security" | "systemLog">;

/** An operator did something to a whole account. */
interface AccountNote {
  readonly asker: Asker;
  readonly account: Account;
}

export function recordCreated(parts: NoteParts, note: AccountNote): void {
  recordAction(parts, note, {
    severity: isPowerful(note.account) ? "high" : "medium",
    eventType: "account_created",
    did: "created the account",
  });
}

export function recordRemoved(parts: NoteParts, note: AccountNote): void {
  recordAction(parts, note, {
    severity: isPowerful(note.account) ? "high" : "medium",
    eventType: "account_removed",
    did: "removed the account",
  });
}

export function recordInvited(parts: NoteParts, note: AccountNote): void {
  recordAction(parts, note, {
    severity: "high",
    eventType: "account_invited",
    did: "made an invitation to the account",
  });
}

export function recordInvitationWithdrawn(parts: NoteParts, note: AccountNote): void {
  recordAction(parts, note, {
    severity: "medium",
    eventType: "invitation_withdrawn",
    did: "withdrew an invitation to the account",
  });
}

function recordAction(
  { security, systemLog }: NoteParts,
  { asker, account }: AccountNote,
  { did, ...event }: Pick<SecurityEvent, "severity" | "eventType"> & { readonly did: string },
): void {
  const action = `${did} '${account.username}' with the role ${account.role}`;
  security.record({
    ...event,
    description: `${actorName(asker.caller)} ${action}`,
    ipAddress: asker.origin.address,
  });
  systemLog.recordOperatorAction({ who: asker.caller, action, details: { accountId: account.id } });
}

export function recordChanged(
  { security, systemLog }: NoteParts,
  {
    asker,
    before,
    after,
  }: { readonly asker: Asker; readonly before: Account; readonly after: Account },
): void {
  const who = `'${before.username}'`;
  const note = (severity: SecurityEvent["severity"], eventType: string, action: string): void =>
    security.record({
      severity,
      eventType,
      description: `${actorName(asker.caller)} ${action}`,
      ipAddress: asker.origin.address,
    });
  if (after.role !== before.role)
    note("high", "role_changed", `changed the role of ${who} from ${before.role} to ${after.role}`);
  if (before.isActive && !after.isActive)
    note("medium", "account_disabled", `disabled the account ${who}`);
  if (!before.isActive && after.isActive)
    note("medium", "account_enabled", `enabled the account ${who}`);
  if (after.passwordHash !== before.passwordHash)
    note("high", "password_set", `set a password for ${who}`);
  if (after.ircAccount !== before.ircAccount && after.ircAccount !== null)
    note("high", "irc_account_linked", `linked ${who} with the IRC account '${after.ircAccount}'`);
  const changes = changesOf(before, after);
  if (Object.keys(changes).length > 0)
    systemLog.recordOperatorAction({
      who: asker.caller,
      action: `changed the account ${who}`,
      details: { accountId: before.id, ...changes },
    });
}

/** A caller tried to change rights above their own. */
export function recordRefused(
  { security }: Pick<NoteParts, "security">,
  { asker, attempt }: { readonly asker: Asker; readonly attempt: string },
): void {
  security.record({
    severity: "high",
    eventType: "account_change_refused",
    description: `${actorName(asker.caller)} was not allowed to ${attempt}`,
    ipAddress: asker.origin.address,
  });
}

function isPowerful({ role }: Account): boolean {
  return role === "admin" || role === "super_admin";
}

/** Old and new values of the changes; for a password, only that it changed. */
function changesOf(before: Account, after: Account): Readonly<Record<string, unknown>> {
  const fields = ["username", "name", "email", "role", "isActive", "ircAccount"] as const;
  const changed = fields.filter((field) => before[field] !== after[field]);
  return {
    ...Object.fromEntries(
      changed.map((field) => [field, { from: before[field], to: after[field] }]),
    ),
    ...(before.passwordHash !== after.passwordHash && { password: "changed" }),
  };
}
