import { accountsApi } from "@neonrelay/contract";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { SESSION_COOKIE, setSessionCookie } from "../http-kit/cookies.ts";
import { feature, type Call, type HandlersFor } from "../http-kit/route.ts";
import type { Settings } from "../settings/settings.ts";
import type { StationEvents } from "../events/station-events.ts";
import { toSession } from "../identity/rights-rules.ts";
import { endSession, toCaller } from "./session-actions.ts";
import type { Sessions } from "./sessions.ts";
import {
  signIn,
  signInWithAccessCode,
  type SignInOutcome,
  type SignInParts,
} from "./sign-in-actions.ts";

export const accountFeature = feature(accountsApi, accountHandlers);

function accountHandlers(
  parts: SignInParts & {
    readonly sessions: Sessions;
    readonly settings: Settings;
    readonly events: StationEvents;
  },
): HandlersFor<typeof accountsApi> {
  const begin = async (outcome: SignInOutcome, { call, wrong }: { call: Call; wrong: string }) => {
    switch (outcome.kind) {
      case "wait":
        throw new ApiFailure({
          error: "Too many attempts; wait a moment and try again",
          code: "too_many_requests",
          retryAt: new Date(outcome.untilMs).toISOString(),
        });
      case "wrong":
        throw new ApiFailure({ error: wrong, code: "not_signed_in" });
      case "signed-in":
        await endSession(parts, call.request.cookies[SESSION_COOKIE]);
        setSessionCookie(call.reply, outcome.token);
        return outcome.account;
      default:
        return outcome satisfies never;
    }
  };
  return {
    login: async ({ body }, call) => {
      const outcome = await signIn(parts, { ...body, origin: call.request.peer });
      const account = await begin(outcome, { call, wrong: "Invalid username or password" });
      if (account === null) throw new Error("a password belongs to an account");
      return { username: account.username, email: account.email, role: account.role };
    },
    enterAccessCode: async ({ body }, call) => {
      const outcome = await signInWithAccessCode(parts, {
        ...body,
        origin: call.request.peer,
      });
      await begin(outcome, { call, wrong: "Invalid admin code. Contact the administrator." });
      return toSession(toCaller(null), parts.settings.current);
    },
    logout: async (_request, { request, reply }) => {
      const signedOut = await endSession(parts, request.cookies[SESSION_COOKIE]);
      reply.clearCookie(SESSION_COOKIE, { path: "/" });
      return { signedOut };
    },
    getSession: async (_request, { caller }) => toSession(caller, parts.settings.current),
  };
}
