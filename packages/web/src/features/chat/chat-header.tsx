import { Check, EllipsisVertical } from "lucide-react";
import { Suspense } from "react";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { useIsStale } from "../../socket/socket-context.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { useRight } from "../accounts/index.ts";
import { announcementSettings } from "./announcements.ts";
import { useChat, useChatStore } from "./chat-context.ts";
import { useIrcStatus } from "../irc/index.ts";

/** Only loaded for moderators. */
const { Part: ClearButton } = lazyPart(
  async () => (await import("./clear-button.tsx")).ClearButton,
);

/** The channel, and the visitor's name. @param ownName undefined: none yet */
export function ChatHeader({ ownName }: { readonly ownName: string | undefined }) {
  const chat = useChatStore();
  const mayModerate = useRight("chat_moderation");
  return (
    <div
      data-keep-clear
      className={`flex shrink-0 items-center gap-x-2 border-b border-line py-1 pr-1 pl-4 ${mayModerate ? "flex-wrap" : ""}`}
    >
      <ChannelName />
      <div className="ml-auto flex min-w-0 items-center">
        {ownName !== undefined && (
          <>
            <span className="truncate text-[13px] text-muted">
              <span className="sr-only">You chat as </span>
              {ownName}
            </span>
            <button type="button" className="text-button" onClick={() => chat.leave()}>
              Change
            </button>
          </>
        )}
        {mayModerate && (
          <ErrorBoundary scope="control">
            <Suspense>
              <ClearButton />
            </Suspense>
          </ErrorBoundary>
        )}
        <AnnouncementMenu />
      </div>
    </div>
  );
}

function ChannelName() {
  const status = useIrcStatus();
  const isConnected = status?.connected ?? false;
  const isStale = useIsStale(0);
  return (
    <h2 className="flex min-w-0 items-center gap-2 text-[15px] font-semibold">
      <span
        aria-hidden="true"
        className={`size-2.5 shrink-0 rounded-full ${isConnected && !isStale ? "bg-accent-edge" : "border-2 border-faint"}`}
      />
      <span className="truncate">{(isConnected && status?.channels[0]) || "Disconnected"}</span>
    </h2>
  );
}

const settingNames = {
  off: "Announce nothing",
  mentions: "Announce mentions",
  all: "Announce all messages",
} as const;

/** Which messages a screen reader announces. */
function AnnouncementMenu() {
  const chat = useChatStore();
  const { announcements } = useChat();
  return (
    <Menu
      label="Chat announcements"
      className="icon-button size-9"
      icon={<EllipsisVertical size={18} aria-hidden="true" />}
    >
      {announcementSettings.map((setting) => (
        <MenuItem
          key={setting}
          icon={
            <Check
              size={16}
              aria-hidden="true"
              className={setting === announcements ? "" : "invisible"}
            />
          }
          onSelect={() => chat.setAnnouncements(setting)}
        >
          {settingNames[setting]}
          {setting === announcements && <span className="sr-only"> (chosen)</span>}
        </MenuItem>
      ))}
    </Menu>
  );
}
