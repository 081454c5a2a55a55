import { Mic } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { Link } from "wouter";
import { useSessionQuery } from "../features/accounts/session-data.ts";
import { cannotOpen } from "../features/accounts/access-gate.tsx";
import { DjAccess } from "../features/djs/dj-access.tsx";
import { HostPanel } from "../features/djs/host-panel.tsx";
import { useShowOverlay } from "../frame/overlay-context.ts";
import { ErrorBoundary } from "../frame/error-boundary.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { EmptyState, ErrorState, LoadingRows } from "../ui/panel-state.tsx";
import { usePageTitle } from "./page-title.ts";

const { Part: ListenersOfMyShows } = lazyPart(
  async () => (await import("../features/listeners/shows-panel.tsx")).ListenersOfMyShows,
);

/** The page of who broadcasts: their next show, what their DJ program needs, and who listened to them. */
export function MyShowsPage() {
  usePageTitle("My Shows");
  const query = useSessionQuery();
  const session = query.data;
  if (session === undefined)
    return query.isError ? (
      <ErrorState text="Your rights could not be loaded" onRetry={() => void query.refetch()} />
    ) : (
      <LoadingRows label="Loading page" count={8} />
    );
  if (session.kind === "guest") return <SignInFirst />;
  if (!session.rights.includes("live_broadcast"))
    return (
      <Closed
        title={session.kind === "user" ? cannotOpen(session, "My Shows") : "My Shows is closed"}
      >
        <Link href="/" className="button mt-2">
          Back to the station
        </Link>
      </Closed>
    );
  return (
    <div className="page page-form">
      <PageHeader title="My Shows">{null}</PageHeader>
      <h2 className="sr-only">Your next show and your DJ program</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2 lg:items-start">
        {session.kind === "user" && (
          <ErrorBoundary scope="panel">
            <HostPanel />
          </ErrorBoundary>
        )}
        <ErrorBoundary scope="panel">
          <DjAccess />
        </ErrorBoundary>
      </div>
      {session.kind === "user" && (
        <ErrorBoundary scope="panel">
          <Suspense fallback={<LoadingRows label="Loading listeners" count={2} />}>
            <ListenersOfMyShows />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}

function SignInFirst() {
  const showOverlay = useShowOverlay();
  return (
    <Closed title="You are not signed in">
      <button
        type="button"
        className="button button-primary mt-2"
        aria-haspopup="dialog"
        onClick={() => showOverlay("sign-in")}
      >
        Sign in
      </button>
    </Closed>
  );
}

function Closed({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="page page-form">
      <PageHeader title="My Shows">{null}</PageHeader>
      <section className="panel">
        <EmptyState
          icon={<Mic size={28} />}
          title={title}
          text="DJs find their next show and the settings for their program here."
        >
          {children}
        </EmptyState>
      </section>
    </div>
  );
}
