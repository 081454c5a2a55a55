import type { Database } from "../database/database.ts";
import { findAccountById } from "./account-store.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import type { Peer } from "../http-kit/peer.ts";
import type { Caller } from "../identity/rights-rules.ts";
import { checkSecret, type SecretCheckParts } from "./secret-check.ts";
import { isPasswordRight } from "./secrets.ts";
import { accountSubject } from "./sign-in-actions.ts";

/**
 * Asks the caller for their password again, so that an operator's unattended page can't be used to take over the
 * station.
 * @param purpose named in the security event of a wrong password
 * @throws ApiFailure when it is wrong, or may not be tried now
 */
export async function confirmPassword(
  parts: SecretCheckParts & { readonly database: Database },
  {
    caller,
    peer,
    password,
    purpose,
  }: {
    readonly caller: Caller;
    readonly peer: Peer;
    readonly password: string;
    readonly purpose: string;
  },
): Promise<void> {
  if (caller.kind !== "user") throw new Error("only accounts have this right");
  const { accountId, username } = caller;
  const account = await findAccountById(parts.database.connection, accountId);
  const checked = await checkSecret(parts, {
    subject: accountSubject(accountId),
    origin: peer,
    description: `Wrong password of '${username}' for ${purpose}`,
    isRight: () => isPasswordRight({ password, passwordHash: account?.passwordHash ?? null }),
  });
  switch (checked.kind) {
    case "right":
      return;
    case "wrong":
      throw new ApiFailure({
        error: "The password is wrong",
        code: "not_signed_in",
        field: "password",
      });
    case "wait":
      throw new ApiFailure({
        error: "Too many attempts; wait a moment and try again",
        code: "too_many_requests",
        retryAt: new Date(checked.untilMs).toISOString(),
      });
    default:
      checked satisfies never;
  }
}
