import { type Account as AccountView, type ApiError, usersApi } from "@neonrelay/contract";
import { listAccountPage, type Account } from "./account-store.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { addPaging } from "../http-kit/next-page.ts";
import { SESSION_COOKIE, setSessionCookie } from "../http-kit/cookies.ts";
import { feature, type Call, type HandlersFor } from "../http-kit/route.ts";
import {
  changeAccount,
  createAccount,
  removeAccount,
  type AccountProblem,
} from "./account-actions.ts";
import type { AccountParts, Asker } from "./account-parts.ts";
import { acceptInvitation, inviteToAccount, withdrawInvitation } from "./invitation-actions.ts";
import { changeOwnName, changeOwnPassword, register } from "./own-account-actions.ts";
import type { Caller } from "../identity/rights-rules.ts";
import { hashToken } from "./secrets.ts";
import { endSession, renewSession } from "./session-actions.ts";
import { createVisitorLimit } from "../limits/rate-limit.ts";
import type { Sessions } from "./sessions.ts";

/** Accounts a visitor may try to make. */
const registrationLimit = { burst: 5, perSecond: 1 / 600 };
const nameChangeLimit = { burst: 10, perSecond: 1 / 60 };
const acceptanceLimit = { burst: 20, perSecond: 1 / 60 };

export const userFeature = feature(
  usersApi,
  (
    parts: Omit<AccountParts, "registrations" | "nameChanges" | "acceptances"> & {
      readonly sessions: Sessions;
    },
  ) =>
    userHandlers({
      ...parts,
      registrations: createVisitorLimit({ ...registrationLimit, nowMs: Date.now }),
      nameChanges: createVisitorLimit({ ...nameChangeLimit, nowMs: Date.now }),
      acceptances: createVisitorLimit({ ...acceptanceLimit, nowMs: Date.now }),
    }),
);

function userHandlers(
  parts: AccountParts & { readonly sessions: Sessions },
): HandlersFor<typeof usersApi> {
  const renew = async ({ request, reply }: Call, accountId: string): Promise<void> => {
    const token = request.cookies[SESSION_COOKIE];
    setSessionCookie(reply, await renewSession(parts, { accountId, token }));
  };
  return {
    register: async ({ body }, call) => {
      const { visitor, request } = call;
      const outcome = await register(parts, { ...body, visitor, origin: request.peer });
      if (outcome.kind !== "registered") throw new ApiFailure(describe(outcome));
      return await beSignedIn(parts, call, outcome);
    },
    changeOwnPassword: async ({ body }, call) => {
      const { caller } = call;
      if (caller.kind !== "user") throw new ApiFailure(accessCodeHasNoPassword);
      const outcome = await changeOwnPassword(parts, { ...body, caller, asker: toAsker(call) });
      if (outcome.kind !== "changed") throw new ApiFailure(describe(outcome));
      await renew(call, caller.accountId);
      return { changed: true };
    },
    changeOwnName: async ({ body }, { caller, visitor }) => {
      if (caller.kind !== "user") throw new ApiFailure(accessCodeHasNoName);
      const name = toName(body.name);
      const outcome = await changeOwnName(parts, { caller, visitor, name });
      if (outcome.kind === "too-soon")
        throw new ApiFailure(
          tooMany("You are changing your name too often; try again later", outcome.untilMs),
        );
      if (outcome.kind !== "changed") throw new ApiFailure(describe(outcome));
      return { name: outcome.name };
    },
    listUsers: async ({ query }, { reply }) => {
      const { limit, after: afterId = null, q = "" } = query;
      const wanted = { afterId, limit, part: q.trim() };
      const page = await listAccountPage(parts.database.connection, wanted);
      addPaging(reply, { path: "/api/users", query, page });
      return page.rows.map(toView);
    },
    createUser: async ({ body }, call) => {
      const outcome = await createAccount(parts, {
        asker: toAsker(call),
        username: body.username,
        email: body.email,
        name: toName(body.name),
        role: body.role,
        password: body.password ?? null,
      });
      return toView(accountOf(outcome));
    },
    updateUser: async ({ params, body }, call) => {
      const { username, email, name, role, isActive, password, ircAccount } = body;
      const outcome = await changeAccount(parts, {
        asker: toAsker(call),
        accountId: params.id,
        password: password ?? null,
        ...(username !== undefined && { username }),
        ...(email !== undefined && { email }),
        ...(name !== undefined && { name: toName(name) }),
        ...(role !== undefined && { role }),
        ...(isActive !== undefined && { isActive }),
        ...(ircAccount !== undefined && { ircAccount: toName(ircAccount) }),
      });
      const account = accountOf(outcome);
      if (password !== undefined && isStillSignedIn(call.caller, account))
        await renew(call, account.id);
      return toView(account);
    },
    ...invitationHandlers(parts),
    deleteUser: async ({ params }, call) => {
      accountOf(await removeAccount(parts, { asker: toAsker(call), accountId: params.id }));
      return { deleted: true };
    },
  };
}

function invitationHandlers(
  parts: AccountParts & { readonly sessions: Sessions },
): Pick<HandlersFor<typeof usersApi>, "inviteUser" | "withdrawInvitation" | "acceptInvitation"> {
  return {
    inviteUser: async ({ params }, call) => {
      const asked = { asker: toAsker(call), accountId: params.id };
      const outcome = await inviteToAccount(parts, asked);
      if (outcome.kind !== "invited") throw new ApiFailure(describe(outcome));
      // A browser sends what follows the # to no one.
      const path = `/invitation#${outcome.token}`;
      return { path, expiresAt: outcome.expiresAt.toISOString() };
    },
    withdrawInvitation: async ({ params }, call) => {
      const asked = { asker: toAsker(call), accountId: params.id };
      const { invitationExpiresAt } = accountOf(await withdrawInvitation(parts, asked));
      return { withdrawn: invitationExpiresAt !== null };
    },
    acceptInvitation: async ({ body }, call) => {
      const { visitor, request } = call;
      const outcome = await acceptInvitation(parts, { ...body, visitor, origin: request.peer });
      if (outcome.kind !== "accepted") throw new ApiFailure(describe(outcome));
      return await beSignedIn(parts, call, outcome);
    },
  };
}

/** Gives the browser a new session in place of its former one. @param token of the new one */
async function beSignedIn(
  parts: Parameters<typeof endSession>[0],
  { request, reply }: Call,
  { token, account }: { readonly token: string; readonly account: Account },
): Promise<Pick<Account, "username" | "email" | "role">> {
  await endSession(parts, request.cookies[SESSION_COOKIE]);
  setSessionCookie(reply, token);
  const { username, email, role } = account;
  return { username, email, role };
}

const accessCodeHasNoPassword: ApiError = {
  error:
    "The access code is not an account's password; `station access-code reset` creates a new one",
  code: "not_allowed",
};

const accessCodeHasNoName: ApiError = {
  error: "The access code has no user name; sign in with an account to get one",
  code: "not_allowed",
};

const nameTaken = {
  username: "That user name is taken; choose a different one",
  email: "That email address belongs to another account",
  ircAccount: "That IRC account is already linked to another account",
} as const;

const nameReserved = {
  username: "That user name could be mistaken for the station or its staff; choose a different one",
  name: "That name could be mistaken for the station or another account; choose a different one",
} as const;

type Problem =
  | AccountProblem
  | { readonly kind: "off" | "full" }
  | { readonly kind: "wrong" | "over" }
  | { readonly kind: "too-many"; readonly untilMs: number };

function describe(problem: Problem): ApiError {
  switch (problem.kind) {
    case "name-taken":
      return {
        error: nameTaken[problem.field],
        code: "name_taken",
        field: problem.field,
      };
    case "name-reserved":
      return {
        error: nameReserved[problem.field],
        code: "name_taken",
        field: problem.field,
      };
    case "no-account":
      return { error: "No account has that id", code: "not_found", field: "id" };
    case "inactive":
      return { error: "The account is inactive; activate it first", code: "not_allowed" };
    case "over":
      return {
        error: "This invitation has been used, has ended or is not complete; ask for another one",
        code: "not_found",
        field: "token",
      };
    case "refused":
      return describeRefusal(problem.decision);
    case "full":
      return {
        error: "This station has reached its maximum number of accounts",
        code: "registration_off",
      };
    case "off":
      return { error: "This station is not accepting new accounts", code: "registration_off" };
    case "wrong":
      return {
        error: "That is not your current password",
        code: "not_allowed",
        field: "currentPassword",
      };
    case "too-many":
      return tooMany("Too many new accounts from here; try again later", problem.untilMs);
    case "wait":
      return tooMany("Too many attempts; wait a moment and try again", problem.untilMs);
    default:
      return problem satisfies never;
  }
}

function describeRefusal(
  decision: Extract<AccountProblem, { readonly kind: "refused" }>["decision"],
): ApiError {
  switch (decision) {
    case "needs-super-admin":
      return { error: "Only a super admin can manage super admins", code: "not_allowed" };
    case "needs-own-account":
      return {
        error: "The access code can't manage admins; sign in with your own account",
        code: "not_allowed",
      };
    case "last-super-admin":
      return {
        error: "This is the last super admin who can sign in; create another one first",
        code: "last_super_admin",
      };
    default:
      return decision satisfies never;
  }
}

function tooMany(error: string, untilMs: number): ApiError {
  return { error, code: "too_many_requests", retryAt: new Date(untilMs).toISOString() };
}

function accountOf(
  outcome: AccountProblem | { readonly kind: "done"; readonly account: Account },
): Account {
  if (outcome.kind !== "done") throw new ApiFailure(describe(outcome));
  return outcome.account;
}

/**
 * Whether the changed account is the caller's own and its session still valid: a new role, or being disabled, ends it.
 */
function isStillSignedIn(caller: Caller, { id, role, isActive }: Account): boolean {
  return caller.kind === "user" && caller.accountId === id && caller.role === role && isActive;
}

export function toAsker({ caller, request }: Call): Asker {
  const token = request.cookies[SESSION_COOKIE];
  return {
    caller,
    origin: request.peer,
    tokenHash: token === undefined ? null : hashToken(token),
  };
}

function toName(name: string | undefined): string | null {
  return name === undefined || name === "" ? null : name;
}

/** An invitation that is too old is none. */
function openUntil({ invitationExpiresAt: until }: Account): string | null {
  return until === null || until.getTime() <= Date.now() ? null : until.toISOString();
}

function toView(account: Account): AccountView {
  const { id, username, name, email, role, isActive, ircAccount, passwordHash } = account;
  return {
    id,
    username,
    name,
    email,
    role,
    isActive,
    canSignIn: passwordHash !== null,
    invitedUntil: openUntil(account),
    createdAt: account.createdAt.toISOString(),
    lastLogin: account.lastLogin?.toISOString() ?? null,
    ircAccount,
  };
}
