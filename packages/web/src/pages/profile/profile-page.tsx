import { KeyRound, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { useShowOverlay } from "../../frame/overlay-context.ts";
import { usePageTitle } from "../page-title.ts";
import { LogoutButton } from "../../features/accounts/account-button.tsx";
import { useSessionQuery } from "../../features/accounts/session-data.ts";
import { ProfilePanel } from "./profile-panel.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState, ErrorState, LoadingRows } from "../../ui/panel-state.tsx";

export function ProfilePage() {
  usePageTitle("Profile");
  const query = useSessionQuery();
  const session = query.data;
  if (session === undefined)
    return query.isError ? (
      <ErrorState text="Your profile could not be loaded" onRetry={() => void query.refetch()} />
    ) : (
      <LoadingRows label="Loading page" count={8} />
    );
  switch (session.kind) {
    case "user":
      return <ProfilePanel session={session} />;
    case "guest":
      return (
        <NoProfile>
          <SignInFirst />
        </NoProfile>
      );
    case "access-code":
      return (
        <NoProfile>
          <EmptyState
            icon={<KeyRound size={28} />}
            title="The access code has no profile"
            text="Sign in with an account to have a name, favourites and a stream key."
          >
            <div className="mt-2">
              <LogoutButton />
            </div>
          </EmptyState>
        </NoProfile>
      );
    default:
      return session satisfies never;
  }
}

function NoProfile({ children }: { readonly children: ReactNode }) {
  return (
    <div className="page page-form">
      <PageHeader title="Your Profile">{null}</PageHeader>
      <section className="panel">{children}</section>
    </div>
  );
}

function SignInFirst() {
  const showOverlay = useShowOverlay();
  return (
    <EmptyState
      icon={<UserRound size={28} />}
      title="You are not signed in"
      text="An account keeps your name, your favourites and your place on IRC."
    >
      <button
        type="button"
        className="button button-primary mt-2"
        aria-haspopup="dialog"
        onClick={() => showOverlay("sign-in")}
      >
        Sign in
      </button>
    </EmptyState>
  );
}
