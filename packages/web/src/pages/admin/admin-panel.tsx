import type { Right } from "@neonrelay/contract/callers";
import { Lock } from "lucide-react";
import { useState } from "react";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/panel-state.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/tabs.tsx";
import { isOperator } from "../../features/accounts/role-rules.ts";
import { sessionName, useSession, useSignOut } from "../../features/accounts/session-data.ts";
import { SignInForm } from "../../features/accounts/sign-in-form.tsx";
import { QueuePanel } from "../../features/queue/queue-panel.tsx";
import { LogsSection } from "../../features/settings/logs/logs-section.tsx";
import { UserList } from "../../features/settings/users/users-section.tsx";
import { AdminView } from "./admin-view.tsx";
import { StreamAdmin } from "../../features/stream/stream-admin.tsx";
import { TracksAdmin } from "./tracks-admin.tsx";

const tabs = [
  { id: "view", name: "View", right: "request" },
  { id: "tracks", name: "Tracks", right: "queue_control" },
  { id: "queue", name: "Queue", right: "queue_control" },
  { id: "users", name: "Users", right: "user_management" },
  { id: "stream", name: "Stream", right: "station_control" },
  { id: "logs", name: "Logs", right: "system_config" },
] as const satisfies readonly {
  readonly id: string;
  readonly name: string;
  readonly right: Right;
}[];

/** The operators' panel, on top of any page: a sign-in form, or the tabs that the role may use. */
export function AdminPanel({ onClose }: { readonly onClose: () => void }) {
  const session = useSession();
  const isSignedOut = session === undefined || session.kind === "guest";
  return (
    <Dialog
      // The key remounts it, so the focus is not lost along with the focused element.
      key={isSignedOut ? "login" : "panel"}
      title={isSignedOut ? "Admin Sign-in" : "Admin Panel"}
      isSheet
      onClose={onClose}
    >
      {isSignedOut && <SignInForm onDone={() => {}} />}
      {!isSignedOut && isOperator(session) && <AdminTabs onClose={onClose} />}
      {!isSignedOut && !isOperator(session) && <NotForListeners onClose={onClose} />}
    </Dialog>
  );
}

/** Shown to a listener who signs in here. */
function NotForListeners({ onClose }: { readonly onClose: () => void }) {
  const name = sessionName(useSession());
  const signOut = useSignOut();
  return (
    <EmptyState
      icon={<Lock size={28} />}
      title={`You are signed in as ${name}`}
      text="This is a listener account. The admin panel is for operators."
    >
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <button type="button" className="button button-primary" onClick={onClose}>
          Back to the station
        </button>
        <button
          type="button"
          className="button"
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          Use another account
        </button>
      </div>
    </EmptyState>
  );
}

function AdminTabs({ onClose }: { readonly onClose: () => void }) {
  const [tab, setTab] = useState("view");
  const session = useSession();
  const open = tabs.filter(({ right }) => session?.rights.includes(right) === true);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Tabs open={tab} onOpen={setTab}>
        <TabList label="Admin Panel" className="tab-bar -mx-2">
          {open.map(({ id, name }) => (
            <Tab key={id} value={id} className="settings-tab">
              {name}
            </Tab>
          ))}
        </TabList>
        {open.map(({ id }) => (
          <TabPanel key={id} value={id} whileHidden="gone" className="flex min-w-0 flex-col gap-4">
            <ErrorBoundary scope="panel">
              <TabBody id={id} onClose={onClose} />
            </ErrorBoundary>
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}

function TabBody({
  id,
  onClose,
}: {
  readonly id: (typeof tabs)[number]["id"];
  readonly onClose: () => void;
}) {
  switch (id) {
    case "view":
      return <AdminView onClose={onClose} />;
    case "tracks":
      return <TracksAdmin />;
    case "queue":
      // A card with its own border.
      return (
        <div className="-mx-4">
          <QueuePanel />
        </div>
      );
    case "users":
      return <UserList />;
    case "stream":
      return <StreamAdmin />;
    case "logs":
      return <LogsSection />;
    default:
      return id satisfies never;
  }
}
