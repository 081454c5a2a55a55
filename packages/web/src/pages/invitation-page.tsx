import { SHORTEST_PASSWORD } from "@neonrelay/contract/callers";
import { useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { fieldProblem, refusalText } from "../api/call-api.ts";
import { NewPasswordField } from "../features/accounts/password-field.tsx";
import { sessionQuery } from "../features/accounts/session-data.ts";
import { pathAfterSignIn, useAcceptInvitation } from "../features/accounts/sign-in-data.ts";
import { useBranding } from "../features/branding/branding-data.ts";
import { PageCorner, PageHeading } from "../ui/page-header.tsx";
import { usePageTitle } from "./page-title.ts";

/** Where an invited user sets a password. */
export function InvitationPage() {
  usePageTitle("Invitation");
  return (
    <div className="relative flex min-h-full flex-col items-center justify-center p-4">
      <PageCorner />
      <Invitation />
    </div>
  );
}

/** The token and the user's name follow the `#`, which browsers send to no one. Exported for its test. */
export function Invitation() {
  const { siteName } = useBranding();
  const [[token = "", name = ""]] = useState(() => location.hash.slice(1).split("/"));
  const username = decoded(name);
  // Only once the page is shown: React may begin its first render again, and would find no token.
  useEffect(hideToken, []);
  const [password, setPassword] = useState("");
  const [, goTo] = useLocation();
  const accept = useAcceptInvitation();
  const queryClient = useQueryClient();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    accept.mutate(
      { token, password },
      {
        onSuccess: () => {
          const session = queryClient.getQueryData(sessionQuery.queryKey);
          goTo(pathAfterSignIn("/", session), { replace: true });
        },
      },
    );
  };
  const problem =
    accept.error === null ? undefined : (refusalText(accept.error) ?? accept.error.message);
  const passwordProblem = fieldProblem(accept.error, "password");
  return (
    <section className="panel w-full max-w-md p-6" aria-labelledby="invitation">
      <PageHeading id="invitation" className="text-[24px] leading-8 font-bold">
        Welcome to {siteName}
      </PageHeading>
      {token === "" ? (
        <p className="mt-2 text-muted">
          This link is not complete. Open it again from where you got it, or ask for another one.
        </p>
      ) : (
        <form onSubmit={submit} noValidate className="mt-4 flex flex-col gap-4">
          {username !== "" && (
            <p className="break-words text-muted">
              Your user name is <strong className="text-text">{username}</strong>. You need it to
              sign in again.
            </p>
          )}
          <NewPasswordField
            password={password}
            hint={`Choose a password with at least ${SHORTEST_PASSWORD} characters.`}
            problem={passwordProblem}
            onChange={setPassword}
          />
          <p role="alert" className="text-[13px] text-danger empty:hidden">
            {passwordProblem === undefined && problem}
          </p>
          <button
            type="submit"
            className="button button-primary"
            disabled={password === "" || accept.isPending}
          >
            {accept.isPending ? "Saving…" : "Set Password"}
          </button>
        </form>
      )}
    </section>
  );
}

/** '' for what no browser has encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Takes the token out of the address, so that it stays neither on screen nor in the history. */
function hideToken(): void {
  if (location.hash !== "") history.replaceState(history.state, "", location.pathname);
}
