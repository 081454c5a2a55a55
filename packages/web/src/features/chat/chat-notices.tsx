import { BellOff, PlugZap, UserX } from "lucide-react";
import type { ReactNode } from "react";
import { formatTimeOfDay } from "../../ui/format-time.ts";
import { useChatStore } from "./chat-context.ts";
import type { Membership } from "./chat-store.ts";
import { useIrcStatus } from "../irc/index.ts";

/** Why the visitor can't send messages now, and what to do about it. */
export function ChatNotices({ membership }: { readonly membership: Membership }) {
  const chat = useChatStore();
  const status = useIrcStatus();
  return (
    <>
      {status?.connected === false && (
        <Notice icon={<PlugZap size={16} />}>
          IRC bot disconnected - messages cannot be sent
          {status.reason !== null && (
            <span className="block text-[12px] text-muted">{status.reason}</span>
          )}
        </Notice>
      )}
      {membership.status === "joined" && membership.mute !== undefined && (
        <Notice icon={<BellOff size={16} />}>
          {membership.mute.message}
          <Until until={membership.mute.until} />
        </Notice>
      )}
      {membership.status === "removed" && (
        <Notice icon={<UserX size={16} />}>
          {membership.sanction.message}
          <Until until={membership.sanction.until} />
          <button
            type="button"
            className="button button-small mt-2"
            onClick={() => chat.join(membership.name)}
          >
            Join again
          </button>
        </Notice>
      )}
    </>
  );
}

function Notice({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex shrink-0 items-start gap-2.5 border-t border-line bg-s2 px-4 py-2.5 text-[13px] leading-5"
    >
      <span aria-hidden="true" className="mt-0.5 shrink-0 text-warn">
        {icon}
      </span>
      <div className="min-w-0 break-words">{children}</div>
    </div>
  );
}

function Until({ until }: { readonly until: string | null }) {
  return (
    <span className="block text-[12px] text-muted">
      {until === null
        ? "Until a moderator lifts it"
        : `Until ${formatTimeOfDay(Date.parse(until))}`}
    </span>
  );
}
