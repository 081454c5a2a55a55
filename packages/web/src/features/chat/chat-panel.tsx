import { Users } from "lucide-react";
import { useState } from "react";
import { useChat } from "./chat-context.ts";
import { ChatComposer } from "./chat-composer.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { ChatLog } from "./chat-log.tsx";
import { ChatNotices } from "./chat-notices.tsx";
import { ChatUsers } from "./chat-users.tsx";
import type { Membership } from "./chat-store.ts";
import { useIrcStatus } from "../irc/irc-status-data.ts";
import { JoinForm } from "./join-form.tsx";

/** The station's IRC channel. @param isShown its tab is the chosen one */
export function ChatPanel({ isShown }: { readonly isShown: boolean }) {
  const { membership, announcement } = useChat();
  return (
    <>
      {membership.status === "nameless" ? (
        <div className="flex min-h-0 flex-1 overflow-y-auto">
          <JoinForm refusal={membership.refusal} />
        </div>
      ) : (
        <ChatView membership={membership} isShown={isShown} />
      )}
      <output aria-live="polite" className="sr-only">
        {announcement}
      </output>
    </>
  );
}

function ChatView({
  membership,
  isShown,
}: {
  readonly membership: Exclude<Membership, { status: "nameless" }>;
  readonly isShown: boolean;
}) {
  const { name } = membership;
  const [view, setView] = useState<"messages" | "users">("messages");
  const isConnected = useIrcStatus()?.connected ?? false;
  return (
    <div className="flex min-h-0 flex-1 flex-col max-lg:h-[68dvh] max-lg:flex-none in-data-[cramped=true]:h-auto! in-data-[cramped=true]:flex-1!">
      <ChatHeader ownName={name} />
      <ChatLog ownName={name} isShown={isShown && view === "messages"} />
      {view === "users" && <ChatUsers />}
      <ChatNotices membership={membership} />
      <ChatComposer ownName={name} isDisabled={!isConnected || membership.status === "removed"} />
      <UserCount
        isOpen={view === "users"}
        onToggle={() => setView(view === "users" ? "messages" : "users")}
      />
    </div>
  );
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
