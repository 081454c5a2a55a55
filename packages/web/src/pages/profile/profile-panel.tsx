import type { Session } from "@neonrelay/contract/callers";
import { History } from "lucide-react";
import { Suspense } from "react";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { useShowOverlay } from "../../frame/overlay-context.ts";
import { FormSection } from "../../ui/form-fields.tsx";
import { formatDateAndTime, UNKNOWN } from "../../ui/format-time.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { LogoutButton } from "../../features/accounts/account-button.tsx";
import { Avatar } from "../../features/accounts/avatar.tsx";
import { accountName } from "../../features/accounts/operator-rules.ts";
import { roleName } from "../../features/accounts/role-name.ts";
import { useRight } from "../../features/accounts/session-data.ts";
import { DjAccess } from "../../features/djs/dj-access.tsx";
import { Facts } from "../../ui/facts.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { NameForm } from "./name-form.tsx";
import { OnIrc } from "./on-irc.tsx";
import { OwnFavourites } from "./own-favourites.tsx";
import { PasswordForm } from "./password-form.tsx";

const { Part: HostPanel } = lazyPart(
  async () => (await import("../../features/djs/host-panel.tsx")).HostPanel,
);

const COLUMN = "flex min-w-0 flex-col gap-4";

type AccountSession = Extract<Session, { kind: "user" }>;

/** The signed-in user's account. */
export function ProfilePanel({ session }: { readonly session: AccountSession }) {
  const mayBroadcast = useRight("live_broadcast");
  return (
    <div className="page page-form">
      <PageHeader title="Your Profile">
        <div className="ml-auto">
          <LogoutButton />
        </div>
      </PageHeader>
      <h2 className="sr-only">Your account</h2>
      {/* Who broadcasts sees that first, on a phone too. */}
      <div className="grid gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:items-start">
        {mayBroadcast && (
          <div className={COLUMN}>
            <ErrorBoundary scope="panel">
              <Suspense fallback={null}>
                <HostPanel />
              </Suspense>
            </ErrorBoundary>
            <DjAccess />
          </div>
        )}
        <div className={`${COLUMN} ${mayBroadcast ? "lg:row-span-2" : ""}`}>
          <Who session={session} />
          <NameForm key={session.name} name={session.name} />
          <PasswordForm username={session.username} />
        </div>
        <div className={COLUMN}>
          <OwnFavourites />
          <OwnHistory />
          <OnIrc ircAccount={session.ircAccount} />
        </div>
      </div>
    </div>
  );
}

function Who({ session }: { readonly session: AccountSession }) {
  const { username, email, role, lastLogin } = session;
  const name = accountName(session);
  return (
    <FormSection title="Account">
      <div className="flex items-center gap-4">
        <Avatar name={name} />
        <p className="min-w-0 font-display text-[17px] font-semibold break-words">{name}</p>
      </div>
      <Facts
        facts={[
          ["Username", username],
          ["Role", roleName(role)],
          ["Email", email ?? "None"],
          [
            "Last signed in",
            lastLogin === null ? UNKNOWN : formatDateAndTime(Date.parse(lastLogin)),
          ],
        ]}
      />
    </FormSection>
  );
}

function OwnHistory() {
  const showOverlay = useShowOverlay();
  return (
    <FormSection
      title="History"
      text="What the station played, with the times when this browser listened."
    >
      <button
        type="button"
        className="button self-start"
        aria-haspopup="dialog"
        onClick={() => showOverlay("history")}
      >
        <History size={16} aria-hidden="true" />
        Open History
      </button>
    </FormSection>
  );
}
