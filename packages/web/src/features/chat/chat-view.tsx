import { Users } from "lucide-react";
import { Suspense, useState } from "react";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LoadingRows } from "../../ui/panel-state.tsx";
import { useIrcStatus } from "../irc/index.ts";
import { ChatComposer } from "./chat-composer.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { ChatLog } from "./chat-log.tsx";
import { ChatNotices } from "./chat-notices.tsx";
import { JoinForm } from "./join-form.tsx";
import type { Membership } from "./chat-store.ts";

const { Part: ChatUsers } = lazyPart(async () => (await import("./chat-users.tsx")).ChatUsers);

/**
 * The channel: everyone can read it, and write with a name.
 * @param isShown its tab is open
 */
export function ChatView({
  membership,
  isShown,
}: {
  readonly membership: Membership;
  readonly isShown: boolean;
}) {
  const named = membership.status === "joining" ? membership.before : membership;
  const ownName = named === undefined || named.status === "nameless" ? undefined : named.name;
  const [view, setView] = useState<"messages" | "users">("messages");
  const isConnected = useIrcStatus()?.connected ?? false;
  return (
    <>
      <ChatHeader ownName={ownName} />
      <ChatLog ownName={ownName} isShown={isShown && view === "messages"} />
      {view === "users" && (
        <ErrorBoundary scope="panel">
          <Suspense fallback={<LoadingRows label="Loading users" count={5} />}>
            <ChatUsers />
          </Suspense>
        </ErrorBoundary>
      )}
      <ChatNotices membership={membership} />
      <Field membership={membership} isConnected={isConnected} />
      <UserCount
        isOpen={view === "users"}
        onToggle={() => setView(view === "users" ? "messages" : "users")}
      />
    </>
  );
}

function Field({
  membership,
  isConnected,
}: {
  readonly membership: Membership;
  readonly isConnected: boolean;
}) {
  switch (membership.status) {
    case "nameless":
      return <JoinForm membership={membership} />;
    case "joining": {
      const { before } = membership;
      if (before === undefined) return <JoinForm membership={membership} />;
      return <ChatComposer ownName={before.name} refusedName={undefined} isDisabled />;
    }
    case "joined":
      return (
        <ChatComposer
          ownName={membership.name}
          refusedName={membership.refusal}
          isDisabled={!isConnected}
        />
      );
    case "removed":
      return <ChatComposer ownName={membership.name} refusedName={undefined} isDisabled />;
    default:
      return membership satisfies never;
  }
}

function UserCount({
  isOpen,
  onToggle,
}: {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const userCount = useIrcStatus()?.userCount;
  return (
    <div className="-mt-2 flex shrink-0 items-center justify-between px-3 pb-1 text-[12px] text-muted">
      <p>Connected users: {userCount ?? "—"}</p>
      <button
        type="button"
        className="text-button min-h-8"
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <Users size={14} aria-hidden="true" />
        {isOpen ? "Messages" : "Users"}
      </button>
    </div>
  );
}
