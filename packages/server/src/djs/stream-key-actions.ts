import { createHash, randomBytes } from "node:crypto";
import { actorName } from "../logs/system-log-rules.ts";
import type { AccountParts, Asker } from "../accounts/account-parts.ts";
import { decideAccountChange } from "../accounts/account-rules.ts";
import {
  countOtherSuperAdmins,
  findAccountToChange,
  lockAccounts,
} from "../accounts/account-store.ts";
import { saveStreamKey } from "../accounts/stream-key-store.ts";

/** 128 random bits, as letters and digits that every program accepts. */
const KEY_BYTES = 16;

type KeyParts = Pick<AccountParts, "database" | "events" | "security">;

/** Gives an account a stream key, replacing an existing one. @returns the key, which can't be shown again */
export async function makeStreamKey(
  parts: KeyParts,
  { accountId, asker }: { readonly accountId: string; readonly asker: Asker },
): Promise<string> {
  const key = randomBytes(KEY_BYTES).toString("hex");
  // The key is random, so one fast hash protects it.
  const keyHash = createHash("sha256").update(key).digest("hex");
  await saveStreamKey(parts.database.connection, { accountId, keyHash });
  recordKey(parts, { asker, eventType: "stream_key_made", action: "created a stream key" });
  return key;
}

export async function revokeOwnStreamKey(
  parts: KeyParts,
  { accountId, asker }: { readonly accountId: string; readonly asker: Asker },
): Promise<void> {
  await saveStreamKey(parts.database.connection, { accountId, keyHash: null });
  recordKey(parts, { asker, eventType: "stream_key_revoked", action: "revoked their stream key" });
}

type RevokeOutcome = "revoked" | "no-account" | "refused";

/** Revokes an account's stream key, if the caller may change that account. */
export async function revokeStreamKey(
  parts: KeyParts,
  { accountId, asker }: { readonly accountId: string; readonly asker: Asker },
): Promise<RevokeOutcome> {
  const outcome = await parts.database.transaction(async (transaction) => {
    await lockAccounts(transaction);
    const account = await findAccountToChange(transaction, accountId);
    if (account === null) return "no-account" as const;
    const { role, isActive, passwordHash } = account;
    const state = { role, isActive, canSignIn: passwordHash !== null };
    const decision = decideAccountChange({
      caller: asker.caller,
      before: state,
      after: state,
      otherSuperAdmins: await countOtherSuperAdmins(transaction, accountId),
    });
    if (decision !== "allowed") return "refused" as const;
    await saveStreamKey(transaction, { accountId, keyHash: null });
    return account;
  });
  if (typeof outcome === "string") return outcome;
  const action = `revoked the stream key of '${outcome.username}'`;
  recordKey(parts, { asker, eventType: "stream_key_revoked", action });
  return "revoked";
}

function recordKey(
  { events, security }: Pick<KeyParts, "events" | "security">,
  {
    asker,
    eventType,
    action,
  }: { readonly asker: Asker; readonly eventType: string; readonly action: string },
): void {
  events.publish({ type: "djs.changed" });
  security.record({
    severity: "medium",
    eventType,
    description: `${actorName(asker.caller)} ${action}`,
    ipAddress: asker.origin.address,
  });
}
